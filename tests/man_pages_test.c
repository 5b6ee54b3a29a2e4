// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The man pages that are made from the comments of the public headers.

#include "install_support.h"
#include "test.h"

#define IN_PAGES "cd $prefix/share/man/man3\n"

static void check_prints_nothing(const char *commands)
{
    process_result result = user_runs(commands);
    CHECK_TEXT(result.out, "");
    CHECK_TEXT(result.err, "");
    CHECK_EQUAL(result.exit_status, 0);
    process_free(&result);
}

static void test_every_call_has_a_page(void)
{
    check_prints_nothing(IN_PAGES "headers=$sources/include/stepwatch\n"
                                  "{ grep -v '^sw__' $sources/tests/exports.txt\n"
                                  "  sed -nE 's/^static inline .*(sw_[a-z]\\w*)\\(.*/\\1/p' $headers/*.h\n"
                                  "  sed -nE 's/^#define (SW_[A-Z]\\w*).*/\\1/p' $headers/*.h | grep -vx SW_API\n"
                                  "} | while read -r name; do\n"
                                  "    grep -qs \"^$name .*\\\\- \\|$name, .*\\\\- \\|, $name .*\\\\- \" $name.3 ||\n"
                                  "        echo \"$name has no page\"\n"
                                  "done");
}

static void test_every_page_has_the_sections(void)
{
    check_prints_nothing(IN_PAGES "for section in NAME SYNOPSIS DESCRIPTION; do grep -L \"^.SH $section\" *.3; done\n"
                                  "grep -L '#include <stepwatch/.*>' *.3\n"
                                  "grep -L 'cc .* .-lstepwatch' *.3\n"
                                  "true");
}

static void test_pages_of_a_header(void)
{
    process_result result = user_runs("data=$sources/tests/data/man_pages; mkdir -p pages\n"
                                      "awk -v version=1.2.3 -v date=2025-01-31 -v folder=pages"
                                      "    -f $sources/scripts/man_pages.awk $data/include/stepwatch/sample.h\n"
                                      "ls pages\n"
                                      "diff $data/sw_sample_read.3 pages/sw_sample_read.3");
    CHECK_TEXT(result.out, "stepwatch.3\nsw_sample.3\nsw_sample_begin.3\nsw_sample_end.3\nsw_sample_read.3\n");
    CHECK_TEXT(result.err, "");
    process_free(&result);
}

static void test_groff_accepts_all(void)
{
    if (user_has("groff"))
        check_prints_nothing(IN_PAGES "groff -man -ww -Tutf8 -z *.3");
}

CU_TestInfo man_pages_tests[] = {
    {"each public call and macro has a page", test_every_call_has_a_page},
    {"each page has its sections, the include line and the library", test_every_page_has_the_sections},
    {"a comment on an inline, a list, return values and indented lines come out right", test_pages_of_a_header},
    {"groff has no warning", test_groff_accepts_all},
    CU_TEST_INFO_NULL,
};
