# SPDX-License-Identifier: Apache-2.0
# Copyright the stepwatch authors
#
# `make help` lists the targets. What can be set, on the command line or in the environment:
#   BUILD=folder    where everything that is built goes (build)
#   NVTX=none       leave NVTX out, also where its header is found
#   SANITIZE=list   build with -fsanitize=list; `make asan` and `make tsan` do that in folders of their own
#   WERROR=1        warnings are errors
#   CFLAGS, CC, CXX, FFLAGS, FC, CUDA_HOME as usual
#   V=1             show the commands

BUILD ?= build
CFLAGS ?= -O2 -g
ifeq ($(origin CC),default)
CC := gcc
endif
FFLAGS ?= -O2 -g
ifeq ($(origin FC),default)
FC := gfortran
endif

# What `make demo`, `make test` and the checks of the sources need, as Debian calls it.
BUILD_PACKAGES := gcc libc6-dev pkg-config libyaml-dev libhwloc-dev libproc2-dev zlib1g-dev libopenblas-dev
TEST_PACKAGES := $(BUILD_PACKAGES) libcunit1-dev g++ gfortran clang python3 cmake groff-base
STYLE_PACKAGES := clang-format clang-tidy

DEMO_ARGS ?= --profile evaluation
DEMO_REPORT := $(BUILD)/reports/train_charlm.json
SOLVER_ARGS ?= --profiler-mode custom --profiler-warmup 3 --output $(BUILD)/restored.pgm
TESTS ?=

# ---- Variants: files chosen by the machine and by what is on it

MACHINE := $(firstword $(subst -, ,$(shell $(CC) -dumpmachine 2>/dev/null)))
ARCH_DIR := $(firstword $(wildcard src/base/arch/$(MACHINE)) src/base/arch/generic)
# Comparing names by words reads behind their ends, which a sanitizer would report, and needs a little-endian machine.
COMPARE_DIR := src/base/compare/$(if $(SANITIZE)$(filter %/generic,$(ARCH_DIR)),bytes,words)

# The folder that has nvtx3/nvToolsExt.h; `system` if the compiler finds it by itself; empty if it is nowhere.
NVTX_HEADER := nvtx3/nvToolsExt.h
NVTX_DIR := $(patsubst %/$(NVTX_HEADER),%,$(firstword \
    $(wildcard $(addsuffix /include/$(NVTX_HEADER),$(CUDA_HOME) /usr/local/cuda))))
ifeq ($(NVTX_DIR),)
NVTX_DIR := $(shell $(CC) -E -include $(NVTX_HEADER) -x c /dev/null >/dev/null 2>&1 && echo system)
endif
ifeq ($(NVTX),none)
NVTX_DIR :=
endif
NVTX_FLAGS := $(addprefix -isystem ,$(filter-out system,$(NVTX_DIR)))
FORWARD := $(if $(NVTX_DIR),forward_nvtx3,forward_none)

# ---- The version, which stands in one place

VERSION_HEADER := include/stepwatch/version.h
VERSION := $(shell awk '/define SW_VERSION_(MAJOR|MINOR|PATCH) / { printf "%s%s", dot, $$3; dot = "." }' $(VERSION_HEADER))
MAJOR := $(firstword $(subst ., ,$(VERSION)))

# ---- Flags

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow $(if $(WERROR),-Werror)
C_WARNINGS := $(WARNINGS) -Wstrict-prototypes -Wmissing-prototypes
SANITIZE_FLAGS := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer)
CODE_FLAGS := -fPIC -fvisibility=hidden -fno-plt -pthread -MMD -MP $(SANITIZE_FLAGS)
INCLUDES := -Iinclude -Isrc -I$(ARCH_DIR) -I$(COMPARE_DIR)
COMPILE = $(CC) -std=c17 -D_GNU_SOURCE $(C_WARNINGS) $(CODE_FLAGS) $(CFLAGS) $(INCLUDES)
COMPILE_F = $(FC) -std=f2018 -Wall -Wextra -Wpedantic $(if $(WERROR),-Werror) $(SANITIZE_FLAGS) $(FFLAGS)
COMPILE_CXX = $(CXX) -std=c++17 $(WARNINGS) $(CODE_FLAGS) $(CFLAGS) -Iinclude
LINK = $(CC) -pthread $(SANITIZE_FLAGS) $(CFLAGS) -Wl,-z,now -Wl,--no-undefined $(LDFLAGS)

# Answered by the shell of the recipe that needs it, which runs after the packages were installed.
LIBRARY_NEEDS := $$(pkg-config --libs yaml-0.1 hwloc libproc2 zlib) -ldl -lm
BLAS_FLAGS := $$(pkg-config --cflags openblas)
BLAS_LIBS := $$(pkg-config --libs openblas) -lm
CUNIT_LIBS := $$(pkg-config --libs cunit)

# ---- Files

objects = $(patsubst %,$(BUILD)/obj/%.o,$(basename $(1)))

LIB_SRC := $(filter-out %/forward_nvtx3.c %/forward_none.c,$(wildcard src/*/*.c)) src/nvtx/$(FORWARD).c
# A demo is a file, or a folder with a main.c; demos/common has what several folders use.
DEMO_FILES := $(wildcard demos/*.c)
DEMO_FOLDERS := $(patsubst %/main.c,%,$(wildcard demos/*/main.c))
DEMO_SRC := $(DEMO_FILES) $(wildcard demos/*/*.c)
LIB_OBJ := $(call objects,$(LIB_SRC))
TEST_OBJ := $(call objects,$(wildcard tests/*.c))
CONSUMER_OBJ := $(if $(NVTX_DIR),$(call objects,$(wildcard tests/nvtx_consumer/*.c)))
# Named as the loader looks for the real ones.
FAKE_CUDA := $(BUILD)/tests/fake_runtime/libcudart.so.13 $(BUILD)/tests/fake_driver/libcuda.so.1
FAKE_OPS := $(BUILD)/tests/libfake_ops.so
FAKE_OBJ := $(call objects,$(wildcard tests/fake_cudart/*.c tests/fake_ops/*.c))
SUITES := $(sort $(patsubst tests/%_test.c,%,$(wildcard tests/*_test.c)))
PROGRAM_SRC := $(wildcard tests/programs/*.c tests/programs/*.cpp)
FORTRAN_MODULES := bindings/stepwatch_c.f90 bindings/stepwatch.f90
BENCH_SRC := $(wildcard bench/*.c)
TOOL_SRC := $(wildcard tools/*.c)
PRELOAD_SRC := $(wildcard preload/*.c)
PRELOAD_OBJ := $(call objects,$(PRELOAD_SRC))
ALL_OBJ := $(LIB_OBJ) $(PRELOAD_OBJ) $(TEST_OBJ) $(CONSUMER_OBJ) $(FAKE_OBJ) \
    $(call objects,$(PROGRAM_SRC) $(BENCH_SRC) $(DEMO_SRC) $(TOOL_SRC) $(wildcard tests/copies/*.c tests/viewer/*.c))

SHARED := $(BUILD)/lib/libstepwatch.so
STATIC := $(BUILD)/lib/libstepwatch.a
PRELOAD := $(BUILD)/lib/libstepwatch_blas.so
TOOLS := $(patsubst tools/%.c,$(BUILD)/bin/%,$(TOOL_SRC))
DEMOS := $(addprefix $(BUILD)/,$(DEMO_FOLDERS) $(basename $(DEMO_FILES)))
PROGRAMS := $(addprefix $(BUILD)/,$(basename $(PROGRAM_SRC)))
# Without a compiler for Fortran what needs one is left out.
fortran_programs = $(if $(shell command -v $(FC)),$(patsubst %.f90,$(BUILD)/%,$(wildcard $(1)/*.f90)))
FORTRAN_PROGRAMS := $(call fortran_programs,tests/programs)
FORTRAN_BENCHES := $(call fortran_programs,bench)
CONSUMER := $(if $(CONSUMER_OBJ),$(BUILD)/tests/libnvtx_consumer.so)
BENCHES := $(sort $(patsubst %.c,$(BUILD)/%,$(BENCH_SRC)) $(BUILD)/bench/memory_cost_shared)
RUN_TESTS := $(BUILD)/tests/run_tests
COARSE_CLOCK := $(BUILD)/tests/viewer/coarse_clock

FORMATTED := $(sort $(shell find include src preload tests demos bench tools -name '*.[ch]' -o -name '*.[ch]pp'))

MAKEFLAGS += --no-print-directory
Q := $(if $(V),,@)
# Says what is being made, and makes the folder for it.
BEGIN = @printf '  %-4s %s\n' $(1) $(2); mkdir -p $(@D)
# The recipes that install first start a second make, which then finds what was installed.
AGAIN = $(MAKE) $(if $(findstring -j,$(MAKEFLAGS)),,-j$$(nproc))

# ---- Targets

.PHONY: all demo demo-operators demo-solver test asan tsan bench format format-check tidy packages clean help demos tests \
    benches FORCE
.DELETE_ON_ERROR:

all: $(SHARED) $(STATIC) $(PRELOAD) $(TOOLS) ## the library: build/lib/libstepwatch.so and .a, and its tools: build/bin
demos: all $(DEMOS)
tests: all $(DEMOS) $(PROGRAMS) $(FORTRAN_PROGRAMS) $(CONSUMER) $(FAKE_CUDA) $(FAKE_OPS) $(RUN_TESTS)
benches: all $(BENCHES) $(FORTRAN_BENCHES) $(BUILD)/demos/train_charlm

demo: ## install what is missing, build, train a small language model, and print the summary
	@scripts/install_packages $(BUILD_PACKAGES)
	+@$(AGAIN) demos
	STEPWATCH_SET="report.json=$(DEMO_REPORT);$$STEPWATCH_SET" $(BUILD)/demos/train_charlm $(DEMO_ARGS)
	@! test -f $(DEMO_REPORT) || printf '\nThe same for programs: %s\n' $(DEMO_REPORT)

demo-operators: ## install what is missing, build, train for a moment, and print which operators cost most
	@scripts/install_packages $(BUILD_PACKAGES)
	+@$(AGAIN) demos
	$(BUILD)/demos/train_charlm --profile operators --steps 90

demo-solver: ## install what is missing, build, restore a blurred image, and print the metrics of each iteration
	@scripts/install_packages $(BUILD_PACKAGES)
	+@$(AGAIN) demos
	$(BUILD)/demos/pnp_solver $(SOLVER_ARGS)

test: ## install what is missing, build, and run all tests; TESTS="suite [test]" runs a part
	@scripts/install_packages $(TEST_PACKAGES)
	+@$(AGAIN) tests
	$(RUN_TESTS) $(TESTS)

asan: ## the tests under the address, leak and undefined behaviour sanitizers
	ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1 \
	    $(MAKE) test BUILD=$(BUILD)/asan SANITIZE=address,undefined

tsan: ## the tests under the thread sanitizer
	TSAN_OPTIONS=halt_on_error=1 $(MAKE) test BUILD=$(BUILD)/tsan SANITIZE=thread

bench: ## what the library costs: size, start, memory, calls, a whole run
	@scripts/install_packages $(BUILD_PACKAGES)
	+@$(AGAIN) benches
	@bench/run $(BUILD)/lib $(BENCHES) $(FORTRAN_BENCHES)

format: ## lay out all sources by .clang-format
	@scripts/install_packages $(STYLE_PACKAGES)
	@clang-format -i $(FORMATTED)

format-check: ## fail where `make format` would change something
	@scripts/install_packages $(STYLE_PACKAGES)
	@clang-format --dry-run -Werror $(FORMATTED)

tidy: ## clang-tidy over the library and the demos
	@scripts/install_packages $(BUILD_PACKAGES) $(STYLE_PACKAGES)
	@printf '%s\n' $(LIB_SRC) $(PRELOAD_SRC) $(DEMO_SRC) $(TOOL_SRC) | xargs -P $$(nproc) -n 8 sh -c 'clang-tidy --quiet "$$@" -- \
	    -std=c17 -D_GNU_SOURCE $(INCLUDES) $(NVTX_FLAGS) $(BLAS_FLAGS)' tidy

packages: ## install all packages that any of these targets needs
	@scripts/install_packages $(TEST_PACKAGES) $(STYLE_PACKAGES)

clean: ## remove what was built
	rm -rf $(BUILD)

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile packaging/install.mk

include packaging/install.mk

# ---- Rules

# Rewritten when the flags or the suites change; all objects depend on it, so that none is left from another build.
FLAGS := $(COMPILE) $(COMPILE_CXX) $(COMPILE_F) $(NVTX_FLAGS) $(FORWARD) $(SUITES)
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(FLAGS)' | cmp -s - $@ || echo '$(FLAGS)' > $@
$(ALL_OBJ): $(BUILD)/flags

$(addprefix $(BUILD)/obj/,src/nvtx/% tests/nvtx_consumer/% bench/%): INCLUDES += $(NVTX_FLAGS)
$(BUILD)/obj/demos/% $(BUILD)/obj/tests/%: INCLUDES += $(BLAS_FLAGS)
$(TEST_OBJ): INCLUDES += -DBUILD_DIR='"$(BUILD)"'
$(BUILD)/obj/tests/install_support.o: INCLUDES += -DSANITIZE_FLAGS='"$(SANITIZE_FLAGS)"'
$(BUILD)/obj/tests/main.o: INCLUDES += '-DSUITES(X)=$(patsubst %,X(%),$(SUITES))'
$(BUILD)/obj/src/nvtx/forward_none.o: NOTE := $(if $(filter none,$(NVTX)),NVTX is left out,The header \
    $(NVTX_HEADER) was not found (CUDA_HOME says where CUDA is)): ranges are checked, but reach no tool.

# A program that is no position-independent code must see the library's variables, too. `private` keeps the library,
# which is a prerequisite, as it is.
$(BUILD)/obj/tests/programs/non_pic.o: CODE_FLAGS += -fno-pie -fplt
$(BUILD)/tests/programs/non_pic: private LDFLAGS += -no-pie
$(BUILD)/tests/programs/cuda_own: private LDFLAGS += -rdynamic
# It calls no function of the library, and must not be linked with it.
$(BUILD)/tests/programs/blas_calls: private LDFLAGS += -Wl,--as-needed
$(addprefix $(BUILD)/,$(basename $(filter %.cpp,$(PROGRAM_SRC)))): private override CC := $(CXX)

$(BUILD)/obj/%.o: %.c
	$(call BEGIN,CC,$<)
	$(if $(NOTE),@echo "$(NOTE)")
	$(Q)$(COMPILE) -c $< -o $@

$(BUILD)/obj/%.o: %.cpp
	$(call BEGIN,CXX,$<)
	$(Q)$(COMPILE_CXX) -c $< -o $@

$(SHARED).$(MAJOR): $(LIB_OBJ)
	$(call BEGIN,LD,$@)
	$(Q)$(LINK) -shared -Wl,-z,nodelete -Wl,-soname,$(@F) $^ $(LIBRARY_NEEDS) -o $@

$(SHARED): $(SHARED).$(MAJOR)
	$(Q)ln -sf $(<F) $@

# One object: were it several, two shared libraries could each bring a part of the public functions, and a program would
# then call some of the one and some of the other.
$(STATIC): $(LIB_OBJ)
	$(call BEGIN,AR,$@)
	$(Q)$(CC) -r -nostdlib $^ -o $(BUILD)/obj/stepwatch.o && rm -f $@ && $(AR) rcs $@ $(BUILD)/obj/stepwatch.o

# Preloaded into any program, it finds the library beside it.
$(PRELOAD): $(PRELOAD_OBJ) $(SHARED)
	$(call BEGIN,LD,$@)
	$(Q)$(LINK) -shared -Wl,-soname,$(@F) -Wl,-rpath,'$$ORIGIN' $^ -ldl -o $@

include tests/copies/copies.mk

$(CONSUMER): $(CONSUMER_OBJ)
	$(call BEGIN,LD,$@)
	$(Q)$(LINK) -shared $^ -o $@

$(BUILD)/tests/fake_runtime/libcudart.so.13: $(BUILD)/obj/tests/fake_cudart/runtime.o tests/fake_cudart/runtime.map
	$(call BEGIN,LD,$@)
	$(Q)$(LINK) -shared -Wl,-soname,$(@F) -Wl,--version-script=tests/fake_cudart/runtime.map $< -o $@

$(BUILD)/tests/fake_driver/libcuda.so.1: $(BUILD)/obj/tests/fake_cudart/driver.o
	$(call BEGIN,LD,$@)
	$(Q)$(LINK) -shared -Wl,-soname,$(@F) $< -o $@

$(FAKE_OPS): $(BUILD)/obj/tests/fake_ops/recorder.o
	$(call BEGIN,LD,$@)
	$(Q)$(LINK) -shared $< -ldl -o $@

$(RUN_TESTS): $(TEST_OBJ) $(call objects,$(filter-out $(DEMO_FILES) %/main.c,$(DEMO_SRC))) $(STATIC)
	$(call BEGIN,LD,$@)
	$(Q)$(LINK) $^ $(CUNIT_LIBS) $(BLAS_LIBS) $(LIBRARY_NEEDS) -o $@

$(filter-out %_shared,$(BENCHES)): $(BUILD)/%: $(BUILD)/obj/%.o $(STATIC)
	$(call BEGIN,LD,$@)
	$(Q)$(LINK) $^ $(LIBRARY_NEEDS) -o $@

# A trace for tests/viewer/run.
$(COARSE_CLOCK): $(call objects,tests/viewer/coarse_clock.c tests/coarse_trace.c) $(STATIC)
	$(call BEGIN,LD,$@)
	$(Q)$(LINK) $^ $(LIBRARY_NEEDS) -o $@

# The tools work on what runs have left, with the library's own parts.
$(TOOLS): $(BUILD)/bin/%: $(BUILD)/obj/tools/%.o $(STATIC)
	$(call BEGIN,LD,$@)
	$(Q)$(LINK) $^ $(LIBRARY_NEEDS) -o $@

# Programs as users build them: with the shared library, which they find from where they lie themselves.
$(foreach demo,$(DEMO_FOLDERS),$(eval $(BUILD)/$(demo): $(call objects,$(wildcard $(demo)/*.c demos/common/*.c))))
$(addprefix $(BUILD)/,$(basename $(DEMO_FILES))) $(PROGRAMS): $(BUILD)/%: $(BUILD)/obj/%.o
$(BUILD)/bench/memory_cost_shared: $(BUILD)/obj/bench/memory_cost.o
$(DEMOS) $(BUILD)/bench/memory_cost_shared: LIBS = -Wl,-rpath,'$$ORIGIN/../lib' $(BLAS_LIBS)
$(PROGRAMS): LIBS = -Wl,-rpath,'$$ORIGIN/../../lib' $(if $(findstring /blas_,$@),$(BLAS_LIBS))
$(DEMOS) $(PROGRAMS) $(BUILD)/bench/memory_cost_shared: $(SHARED)
	$(call BEGIN,LD,$@)
	$(Q)$(LINK) $(filter %.o,$^) $(SHARED) $(LIBS) -o $@

# The modules are compiled with each program, as in a user's own build.
$(FORTRAN_PROGRAMS) $(FORTRAN_BENCHES): $(BUILD)/%: $(FORTRAN_MODULES) %.f90 $(SHARED) $(BUILD)/flags
	$(call BEGIN,FC,$@)
	@mkdir -p $(BUILD)/obj/$*
	$(Q)$(COMPILE_F) -J$(BUILD)/obj/$* $(filter %.f90,$^) $(SHARED) -Wl,-rpath,'$$ORIGIN/../lib:$$ORIGIN/../../lib' -o $@

-include $(ALL_OBJ:.o=.d)
