# SPDX-License-Identifier: Apache-2.0
# Copyright the stepwatch authors
#
# `make install` and `make uninstall`. What can be set, absolute paths without blanks:
#   PREFIX=/usr/local
#   BINDIR=$(PREFIX)/bin  LIBDIR=$(PREFIX)/lib  INCLUDEDIR=$(PREFIX)/include  DATADIR=$(PREFIX)/share  MANDIR=$(DATADIR)/man
#   DESTDIR=folder   is put before all of these, and stands in no file that is installed

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
INSTALL ?= install

CHECK_PATHS = $(foreach name,PREFIX BINDIR LIBDIR INCLUDEDIR DATADIR MANDIR,\
    $(if $(filter-out /%,$($(name))),$(error $(name)=$($(name)) is no absolute path without blanks)))

# Folders of our own are removed as a whole, with what Python, say, has left in them.
PKGCONFIG_TO = $(DESTDIR)$(LIBDIR)/pkgconfig
CMAKE_TO = $(DESTDIR)$(LIBDIR)/cmake/stepwatch
HEADERS_TO = $(DESTDIR)$(INCLUDEDIR)/stepwatch
DATA_TO = $(DESTDIR)$(DATADIR)/stepwatch
MAN_TO = $(DESTDIR)$(MANDIR)/man3

HEADERS := $(patsubst include/stepwatch/%,%,$(wildcard $(addprefix include/stepwatch/,*.h *.hpp */*.h)))
FORTRAN := $(wildcard bindings/*.f90)
MANUAL := $(wildcard include/stepwatch/*.h)
MAN_PAGES := $(BUILD)/man
SHARED_FILE := libstepwatch.so.$(VERSION)
SONAME := libstepwatch.so.$(MAJOR)

# The CMake package names folders relative to its own, so that the whole may be moved.
FROM_CMAKE = $$(realpath -ms --relative-to=$(LIBDIR)/cmake/stepwatch $(1))
FILL = sed $(foreach name,VERSION MAJOR SONAME PREFIX LIBDIR INCLUDEDIR DATADIR,-e "s|@$(name)@|$($(name))|g") \
    -e "s|@NEEDS@|$(LIBRARY_NEEDS)|" \
    -e "s|@LIB_FROM_CMAKE@|$(call FROM_CMAKE,$(LIBDIR))|" -e "s|@INCLUDE_FROM_CMAKE@|$(call FROM_CMAKE,$(INCLUDEDIR))|"

# As reproducible builds have it.
TODAY = $$(date -u -d "@$${SOURCE_DATE_EPOCH:-$$(date +%s)}" +%Y-%m-%d)

.PHONY: install uninstall

install: all $(MAN_PAGES)/stepwatch.3 ## install into PREFIX=/usr/local, below DESTDIR; `make uninstall` undoes it
	$(CHECK_PATHS)
	$(Q)$(INSTALL) -d "$(DESTDIR)$(BINDIR)" "$(PKGCONFIG_TO)" "$(CMAKE_TO)" "$(HEADERS_TO)" "$(DATA_TO)" "$(MAN_TO)"
	$(Q)$(INSTALL) -m 755 $(TOOLS) "$(DESTDIR)$(BINDIR)"
	$(Q)$(INSTALL) -m 755 $(SHARED).$(MAJOR) "$(DESTDIR)$(LIBDIR)/$(SHARED_FILE)"
	$(Q)ln -sf $(SHARED_FILE) "$(DESTDIR)$(LIBDIR)/$(SONAME)"
	$(Q)ln -sf $(SONAME) "$(DESTDIR)$(LIBDIR)/libstepwatch.so"
	$(Q)$(INSTALL) -m 755 $(PRELOAD) "$(DESTDIR)$(LIBDIR)"
	$(Q)$(INSTALL) -m 644 $(STATIC) "$(DESTDIR)$(LIBDIR)"
	$(Q)for header in $(HEADERS); do \
	    $(INSTALL) -D -m 644 include/stepwatch/$$header "$(HEADERS_TO)/$$header" || exit 1; \
	done
	$(Q)$(if $(FORTRAN),$(INSTALL) -m 644 $(FORTRAN) "$(HEADERS_TO)")
	$(Q)$(INSTALL) -m 644 config/run_profiles.yaml $(wildcard bindings/*.py) "$(DATA_TO)"
	$(Q)$(INSTALL) -m 644 $(MAN_PAGES)/*.3 "$(MAN_TO)"
	$(Q)$(FILL) -e "s|=$(PREFIX)/|=\$${prefix}/|" packaging/stepwatch.pc.in > "$(PKGCONFIG_TO)/stepwatch.pc"
	$(Q)$(FILL) packaging/stepwatchConfig.cmake.in > "$(CMAKE_TO)/stepwatchConfig.cmake"
	$(Q)$(FILL) packaging/stepwatchConfigVersion.cmake.in > "$(CMAKE_TO)/stepwatchConfigVersion.cmake"
	@printf '  %s\n' "stepwatch $(VERSION) is in $(DESTDIR)$(PREFIX)"

uninstall: $(MAN_PAGES)/stepwatch.3 # its folder has the names of the pages to remove
	$(Q)rm -f "$(DESTDIR)$(LIBDIR)"/libstepwatch.so* "$(DESTDIR)$(LIBDIR)/libstepwatch.a" "$(PKGCONFIG_TO)/stepwatch.pc"
	$(Q)rm -f $(patsubst $(BUILD)/lib/%,"$(DESTDIR)$(LIBDIR)"/%,$(PRELOAD))
	$(Q)rm -f $(patsubst $(BUILD)/bin/%,"$(DESTDIR)$(BINDIR)"/%,$(TOOLS))
	$(Q)rm -rf "$(CMAKE_TO)" "$(HEADERS_TO)" "$(DATA_TO)"
	$(Q)for page in $(MAN_PAGES)/*.3; do rm -f "$(MAN_TO)/$${page##*/}"; done

$(MAN_PAGES)/stepwatch.3: $(MANUAL) scripts/man_pages.awk
	$(call BEGIN,MAN,$(@D))
	$(Q)rm -f $(@D)/*
	$(Q)awk -v version=$(VERSION) -v date=$(TODAY) -v folder=$(@D) -f scripts/man_pages.awk $(MANUAL)
