// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What `make install` puts where, and that `make uninstall` takes it away.

#include <stepwatch/version.h>

#include "install_support.h"
#include "test.h"

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define SONAME "libstepwatch.so." TEXT(SW_VERSION_MAJOR)

// What the commands print, which is to be `expected`.
static void check_printed(const char *commands, const char *expected)
{
    process_result result = user_runs(commands);
    CHECK_TEXT(result.out, expected);
    CHECK_TEXT(result.err, "");
    CHECK_EQUAL(result.exit_status, 0);
    process_free(&result);
}

static void test_shared_library(void)
{
    check_printed("cd $prefix/lib\n"
                  "readlink libstepwatch.so " SONAME "\n"
                  "readelf -d libstepwatch.so | sed -n 's/.*soname: //p'\n",
                  SONAME "\nlibstepwatch.so." SW_VERSION_STRING "\n[" SONAME "]\n");
}

static void test_headers(void)
{
    check_printed("diff -r $sources/include/stepwatch $prefix/include/stepwatch | grep -v '\\.f90$' || true", "");
}

static void test_example_config(void)
{
    check_printed("cmp $sources/config/run_profiles.yaml"
                  "    $(pkg-config --variable=pkgdatadir stepwatch)/run_profiles.yaml",
                  "");
}

static void test_version(void)
{
    check_printed("pkg-config --modversion stepwatch", SW_VERSION_STRING "\n");
}

#define FOLDERS "DESTDIR=\"$user/a package\" PREFIX=/p BINDIR=/b LIBDIR=/l INCLUDEDIR=/i DATADIR=/d MANDIR=/m"

static void test_folders(void)
{
    check_printed("make_sources install " FOLDERS "\n"
                  "cd 'a package'\n"
                  "find . -name stepwatch.3 -o -name stepwatch.h -o -name run_profiles.yaml -o -name "
                  "'libstepwatch.*[oa]' -o -name libstepwatch_blas.so -o -name stepwatch_trace |"
                  "    LC_ALL=C sort",
                  "./b/stepwatch_trace\n"
                  "./d/stepwatch/run_profiles.yaml\n"
                  "./i/stepwatch/stepwatch.h\n"
                  "./l/libstepwatch.a\n"
                  "./l/libstepwatch.so\n"
                  "./l/libstepwatch_blas.so\n"
                  "./m/man3/stepwatch.3\n");
}

static void test_no_path_of_the_build(void)
{
    check_printed(
        "make_sources install " FOLDERS "\n"
        "cd 'a package'\n"
        "grep -rlF -e \"$sources\" -e 'a package' --include='*.pc' --include='*.cmake' --include='*.3' . || true",
        "");
}

static void test_cmake_package_is_relative(void)
{
    check_printed("grep -rlF \"$prefix\" $prefix/lib/cmake || true", "");
}

static void test_nothing_outside_of_destdir(void)
{
    check_printed("make_sources install DESTDIR=$user/staging PREFIX=$user/final\n"
                  "test -e staging$user/final/lib/libstepwatch.a\n"
                  "! test -e final",
                  "");
}

static void test_uninstall(void)
{
    check_printed("make_sources install DESTDIR=$user/gone\n"
                  "touch gone/usr/local/lib/libother.so gone/usr/local/share/man/man3/other.3\n"
                  "make_sources uninstall DESTDIR=$user/gone\n"
                  "cd gone && find . ! -type d | sort",
                  "./usr/local/lib/libother.so\n"
                  "./usr/local/share/man/man3/other.3\n");
}

static void test_relative_prefix(void)
{
    process_result result = user_runs("make_sources install DESTDIR=$user/refused PREFIX=local");
    CHECK_HAS(result.err, "PREFIX=local is no absolute path");
    CHECK_EQUAL(result.exit_status, 2);
    process_free(&result);
    check_printed("! test -e refused", "");
}

CU_TestInfo install_tests[] = {
    {"the shared library has its version, and links for the loader and the linker", test_shared_library},
    {"all headers are installed", test_headers},
    {"the example config is where pkg-config says", test_example_config},
    {"pkg-config knows the version of the header", test_version},
    {"each folder can be chosen, and DESTDIR may have blanks", test_folders},
    {"no file that other tools read has a path of the build in it", test_no_path_of_the_build},
    {"the CMake package does not have its own folder in it", test_cmake_package_is_relative},
    {"nothing is written outside of DESTDIR", test_nothing_outside_of_destdir},
    {"uninstall leaves what is not its own, and nothing else", test_uninstall},
    {"a relative PREFIX is refused, before anything is written", test_relative_prefix},
    CU_TEST_INFO_NULL,
};
