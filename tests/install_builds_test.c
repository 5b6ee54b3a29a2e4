// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Other people's builds: the README's program, and some that are put together in less common ways, built outside of the
// sources with the installed library, and run.

#include <stepwatch/version.h>

#include "install_support.h"
#include "support_recording.h"
#include "test.h"

#define CC "cc $flags "
#define STEPWATCH " $(pkg-config --cflags --libs stepwatch) "
#define STEPWATCH_STATIC " $(pkg-config --static --cflags --libs stepwatch | sed 's/-lstepwatch/-l:libstepwatch.a/') "
#define WARNINGS " -Wall -Wextra -Wpedantic -Werror "

static void test_cc_and_pkg_config(void)
{
    user_does(CC WARNINGS "train.c" STEPWATCH "-o train_cc");
    user_measures("./train_cc", "train_step", 20);
}

static void test_clang(void)
{
    if (!user_has("clang") || sanitizers_exclude("clang"))
        return;
    user_does("clang" WARNINGS "train.c" STEPWATCH "-o train_clang");
    user_measures("./train_clang", "train_step", 20);
}

static void test_non_pic(void)
{
    user_does(CC "-fno-pie -no-pie train.c" STEPWATCH "-o train_non_pic\n"
                 "readelf -h train_non_pic | grep -q 'Type: *EXEC'");
    user_measures("./train_non_pic", "train_step", 20);
}

static void test_static(void)
{
    user_does(CC "train.c" STEPWATCH_STATIC "-o train_static\n"
                 "! readelf -d train_static | grep libstepwatch");
    user_measures("env -u LD_LIBRARY_PATH ./train_static", "train_step", 20);
}

// As a packager installs it, and then somewhere else than where it was meant to be.
static void test_cmake(void)
{
    if (!user_has("cmake"))
        return;
    user_does("planned=$user/planned\n"
              "make_sources install DESTDIR=$user/staged PREFIX=$planned LIBDIR=$planned/lib/$(cc -print-multiarch)\n"
              "mv staged$planned moved\n"
              "export CFLAGS=\"$flags\" CXXFLAGS=\"$flags\"\n"
              "cmake -S . -B cmake -DCMAKE_PREFIX_PATH=$user/moved -DWANTED=" SW_VERSION_STRING "\n"
              "cmake --build cmake --parallel 2\n"
              "! readelf -d cmake/train_static | grep libstepwatch");
    user_measures("cmake/train_c", "train_step", 20);
    user_measures("cmake/train_cxx", "train_step", 20);
    user_measures("env -u LD_LIBRARY_PATH cmake/train_static", "train_step", 20);
}

static void test_two_libraries(void)
{
    user_does(CC "-shared -fPIC assemble.c" STEPWATCH "-o libassemble.so\n" //
              CC "-shared -fPIC solve.c" STEPWATCH "-o libsolve.so\n"       //
              CC "solver.c" STEPWATCH "-L. -lassemble -lsolve -o solver");
    user_measures("LD_LIBRARY_PATH=.:$LD_LIBRARY_PATH ./solver", "assemble", 20);
    user_measures("LD_LIBRARY_PATH=.:$LD_LIBRARY_PATH ./solver", "in both", 40);
}

static void test_plugin(void)
{
    user_does(CC "-shared -fPIC plugin.c" STEPWATCH "-o plugin.so\n" //
              CC "host.c -pthread -ldl -o host");
    user_measures("./host ./plugin.so", "plugin", 20);
}

static void test_static_plugin(void)
{
    user_does(CC "-shared -fPIC plugin.c" STEPWATCH_STATIC "-o static_plugin.so\n" //
              CC "host.c -pthread -ldl -o host");
    user_measures("./host ./static_plugin.so", "plugin", 20);
}

static void test_nvcc(void)
{
    if (!user_has("nvcc") || sanitizers_exclude("nvcc"))
        return;
    user_does("nvcc -Werror all-warnings train.cu" STEPWATCH "-o train_nvcc");
    user_measures("./train_nvcc", "train_step", 20);
}

static void test_disabled(void)
{
    user_does(CC WARNINGS "-DSW_DISABLE train.c $(pkg-config --cflags stepwatch) -o train_disabled\n"
                          "./train_disabled >disabled.txt 2>&1; ./train_cc >enabled.txt 2>/dev/null\n"
                          "cmp disabled.txt enabled.txt");
}

static void test_fortran(void)
{
    if (!user_has("gfortran"))
        return;
    user_does("from=$(pkg-config --variable=includedir stepwatch)/stepwatch\n"
              "gfortran $flags $from/stepwatch_c.f90 $from/stepwatch.f90 train.f90" STEPWATCH "-o train_fortran");
    user_measures("./train_fortran", "train_step", 20);
}

static void test_python(void)
{
    if (!user_has("python3") || leave_out(SANITIZED, "python3 has not the sanitizer that the library needs"))
        return;
    user_measures("env -u LD_LIBRARY_PATH PYTHONPATH=$(pkg-config --variable=pkgdatadir stepwatch) python3 train.py",
                  "train_step", 20);
}

CU_TestInfo install_builds_tests[] = {
    {"the README's program, with cc and pkg-config", test_cc_and_pkg_config},
    {"the same with clang", test_clang},
    {"the same as an executable that is not position-independent", test_non_pic},
    {"the same with the static library", test_static},
    {"the same in a CMake project, in C and C++, with the library moved after DESTDIR", test_cmake},
    {"two shared libraries that use it are counted in one summary", test_two_libraries},
    {"a program that does not know the library loads and closes a plugin that does", test_plugin},
    {"such a plugin may have the static library in it, and its thread may end after it", test_static_plugin},
    {"a CUDA program, with nvcc", test_nvcc},
    {"the README's program with SW_DISABLE, which prints the same", test_disabled},
    {"a Fortran program, with the installed modules", test_fortran},
    {"a Python program, with the installed file, which finds the library", test_python},
    CU_TEST_INFO_NULL,
};
