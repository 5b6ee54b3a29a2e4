// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What is printed every n iterations shows what happened since the last print beside the run so far.

#include "session_support.h"

#include <stdlib.h>
#include <string.h>

#define TITLE "Time of an iteration since the last print"

// Iterations of 10 s in which "a" takes so many, from `*now` on; returns what was printed.
static char *run(const double *seconds, size_t count, double *now)
{
    stderr_keep();
    for (size_t i = 0; i < count; i++, *now += 10) {
        measure("a", *now, *now + seconds[i]);
        finish_at(*now + 10);
    }
    return stderr_kept();
}

static void test_drift_shows_beside_the_run_so_far(void)
{
    double now = 0;
    session_open_with(&(sw_stopwatch_options){.print_every_n_iters = 2});
    free(run((double[]){1, 1}, 2, &now));
    char *printed = run((double[]){3, 3}, 2, &now);
    CHECK_TEXT(row_of(printed, TITLE, "a"), "a 3.00 s 2.00 s +50.0 %");
    CHECK_TEXT(row_of(printed, TITLE, "iteration"), "iteration 10.0 s 10.0 s 0 %");
    CHECK_HAS(printed, "Time of an iteration\n"); // the run so far is all there
    free(printed);
    printed = run((double[]){0.5, 0.5}, 2, &now);
    CHECK_TEXT(row_of(printed, TITLE, "a"), "a 500 ms 1.50 s -66.7 %");
    free(printed);
    session_close();
}

static void test_first_print_has_nothing_to_compare(void)
{
    double now = 0;
    session_open_with(&(sw_stopwatch_options){.num_warmup_iters = 1, .print_every_n_iters = 1});
    char *printed = run((double[]){9, 1}, 2, &now);
    CHECK_EQUAL(times_in(printed, "\nstepwatch "), 1);
    CHECK_EQUAL(times_in(printed, TITLE), 0);
    free(printed);
    printed = run((double[]){2}, 1, &now);
    CHECK_TEXT(row_of(printed, TITLE, "a"), "a 2.00 s 1.50 s +33.3 %");
    free(printed);
    session_close();
}

static void test_new_name_begins_at_zero(void)
{
    double now = 0;
    session_open_with(&(sw_stopwatch_options){.print_every_n_iters = 1});
    free(run((double[]){1}, 1, &now));
    measure("first seen after a print", now, now + 4);
    char *printed = run((double[]){1}, 1, &now);
    CHECK_TEXT(row_of(printed, TITLE, "first seen after a print"), "first seen after a print 4.00 s 2.00 s +100 %");
    free(printed);
    session_close();
}

static void test_what_did_not_happen_since_is_shown_as_zero(void)
{
    double now = 0;
    session_open_with(&(sw_stopwatch_options){.print_every_n_iters = 1});
    measure("once", 0, 6);
    free(run((double[]){1}, 1, &now));
    char *printed = run((double[]){1}, 1, &now);
    CHECK_TEXT(row_of(printed, TITLE, "once"), "once 0 ns 3.00 s -100 %");
    free(printed);
    session_close();
}

static void test_prints_on_request_and_the_last_one_do_not_count(void)
{
    double now = 0;
    session_open_with(&(sw_stopwatch_options){.print_every_n_iters = 2});
    free(run((double[]){1, 1}, 2, &now));
    free(run((double[]){3}, 1, &now));
    char *asked = summary_now();
    CHECK_EQUAL(times_in(asked, TITLE), 0);
    free(asked);
    char *printed = run((double[]){3}, 1, &now);
    CHECK_TEXT(row_of(printed, TITLE, "a"), "a 3.00 s 2.00 s +50.0 %");
    free(printed);
    printed = session_close_printing();
    CHECK_EQUAL(times_in(printed, TITLE), 0);
    free(printed);
}

static void test_next_session_begins_anew(void)
{
    for (int session = 0; session < 2; session++) {
        double now = 0;
        session_open_with(&(sw_stopwatch_options){.print_every_n_iters = 1});
        char *printed = run((double[]){1}, 1, &now);
        CHECK_EQUAL(times_in(printed, TITLE), 0);
        free(printed);
        session_close();
    }
}

CU_TestInfo progress_tests[] = {
    {"a drift shows beside the run so far", test_drift_shows_beside_the_run_so_far},
    {"the first print has nothing to compare", test_first_print_has_nothing_to_compare},
    {"a name that is new since the last print begins at zero", test_new_name_begins_at_zero},
    {"what did not happen since is shown as zero", test_what_did_not_happen_since_is_shown_as_zero},
    {"prints on request and the last one do not count", test_prints_on_request_and_the_last_one_do_not_count},
    {"the next session begins anew", test_next_session_begins_anew},
    CU_TEST_INFO_NULL,
};
