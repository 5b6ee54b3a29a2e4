# SPDX-License-Identifier: Apache-2.0
# Copyright the stepwatch authors
#
# Objects with a copy of the library in each, two of each kind, and programs that load them or are linked with them:
# however they were linked, a copy must find out that it is not alone.

COPY_FLAGS_plain :=
COPY_FLAGS_hidden := -Wl,--exclude-libs,ALL
COPY_FLAGS_symbolic := -Wl,-Bsymbolic
COPY_FLAGS_functions := -Wl,-Bsymbolic-functions
COPY_FLAGS_stripped := -Wl,--exclude-libs,ALL -Wl,--gc-sections -s

COPY_DIR := $(BUILD)/tests/copies
COPY_OBJ := $(addprefix $(BUILD)/obj/tests/copies/,copy.o load.o)
COPIES := $(foreach kind,plain hidden symbolic functions stripped,$(COPY_DIR)/$(kind)_a.so $(COPY_DIR)/$(kind)_b.so)
LOADERS := $(addprefix $(COPY_DIR)/load_,none static plain hidden functions)

tests: $(COPIES) $(COPY_DIR)/shared_a.so $(LOADERS)

$(COPIES): $(COPY_DIR)/%.so: $(firstword $(COPY_OBJ)) $(STATIC)
	$(call BEGIN,LD,$@)
	$(Q)$(LINK) -shared $(COPY_FLAGS_$(firstword $(subst _, ,$*))) $^ $(LIBRARY_NEEDS) -o $@

$(COPY_DIR)/shared_a.so: $(firstword $(COPY_OBJ)) $(SHARED)
	$(call BEGIN,LD,$@)
	$(Q)$(LINK) -shared -Wl,-rpath,'$$ORIGIN/../../lib' $^ -o $@

$(COPY_DIR)/load_static: $(COPY_OBJ) $(STATIC)
$(filter-out %_none %_static,$(LOADERS)): $(COPY_DIR)/load_%: $(COPY_DIR)/%_a.so $(COPY_DIR)/%_b.so
$(LOADERS): $(lastword $(COPY_OBJ)) $(if $(SANITIZE),,$(BUILD)/obj/tests/copies/slow_loader.o)
	$(call BEGIN,LD,$@)
	$(Q)$(LINK) -rdynamic -Wl,--no-as-needed -Wl,-rpath,'$$ORIGIN' $^ \
	    $(if $(filter $(STATIC),$^),$(LIBRARY_NEEDS)) -o $@
