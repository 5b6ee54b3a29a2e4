// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Which steps a schedule records. All small schedules are compared with one that walks from step to step and counts down,
// and knows no formula.

#include "test.h"

#include <stdio.h>
#include <string.h>

#include "profiler/schedule.h"

enum { LARGEST = 4, STEPS = 40 };

typedef struct walker {
    sw__schedule schedule;
    uint32_t skip; // what is left of each
    uint32_t wait;
    uint32_t warmup;
    uint32_t active;
    uint64_t cycle;
    bool recording;
} walker;

static walker walk_from_start(sw__schedule s)
{
    return (walker){s, s.skip_first, s.skip_first_wait ? 0 : s.wait, s.warmup, s.active, 0, false};
}

static void walk_to_next_cycle(walker *w)
{
    w->cycle++;
    w->wait = w->schedule.wait;
    w->warmup = w->schedule.warmup;
    w->active = w->schedule.active;
}

static sw__step walk_on_recording(walker *w)
{
    const bool is_first = !w->recording;
    const bool is_last = w->schedule.active && --w->active == 0;
    w->recording = !is_last;
    return (sw__step){SW__STEP_ACTIVE, w->cycle, is_first, is_last};
}

static sw__step walk(walker *w)
{
    if (w->skip) {
        w->skip--;
        return (sw__step){.phase = SW__STEP_SKIPPED};
    }
    if (w->schedule.active && w->wait + w->warmup + w->active == 0)
        walk_to_next_cycle(w);
    if (w->schedule.active && w->schedule.repeat && w->cycle == w->schedule.repeat)
        return (sw__step){.phase = SW__STEP_OVER};
    if (w->wait) {
        w->wait--;
        return (sw__step){.phase = SW__STEP_WAITS, .cycle = w->cycle};
    }
    if (w->warmup) {
        w->warmup--;
        return (sw__step){.phase = SW__STEP_WARMS_UP, .cycle = w->cycle};
    }
    return walk_on_recording(w);
}

static bool is_in_cycle(const sw__step *step)
{
    return step->phase != SW__STEP_SKIPPED && step->phase != SW__STEP_OVER;
}

static bool same_step(const sw__step *a, const sw__step *b)
{
    return a->phase == b->phase && a->is_first == b->is_first && a->is_last == b->is_last &&
           (!is_in_cycle(a) || a->cycle == b->cycle);
}

static bool check_schedule(sw__schedule s)
{
    walker w = walk_from_start(s);
    for (uint64_t i = 0; i < STEPS; i++) {
        const sw__step expected = walk(&w);
        const sw__step step = sw__schedule_step(&s, i);
        if (!same_step(&step, &expected)) {
            FAIL("skip_first %u, wait %u (skipped at first: %d), warmup %u, active %u, repeat %u: step %d is {%d, %d, "
                 "first %d, last %d}, not {%d, %d, first %d, last %d}",
                 s.skip_first, s.wait, s.skip_first_wait, s.warmup, s.active, s.repeat, (int)i, step.phase,
                 (int)step.cycle, step.is_first, step.is_last, expected.phase, (int)expected.cycle, expected.is_first,
                 expected.is_last);
            return false;
        }
    }
    return true;
}

// The number in base LARGEST + 1 has a digit for each parameter; the flag comes last.
static sw__schedule schedule_number(unsigned number)
{
    uint32_t digits[5];
    for (int i = 0; i < 5; i++, number /= LARGEST + 1)
        digits[i] = number % (LARGEST + 1);
    return (sw__schedule){digits[0], digits[1], digits[2], digits[3], digits[4], number != 0};
}

enum { SCHEDULES = 2 * (LARGEST + 1) * (LARGEST + 1) * (LARGEST + 1) * (LARGEST + 1) * (LARGEST + 1) };

static void test_all_small_schedules_are_as_walked(void)
{
    unsigned number = 0;
    while (number < SCHEDULES && check_schedule(schedule_number(number)))
        number++;
    CHECK_EQUAL(number, SCHEDULES);
}

static void test_needs_are_the_steps_to_the_end_of_the_first_cycle(void)
{
    for (unsigned number = 0; number < SCHEDULES; number++) {
        const sw__schedule s = schedule_number(number);
        walker w = walk_from_start(s);
        uint64_t steps = 0;
        for (sw__step step = {0}; !(s.active ? step.is_last : step.phase == SW__STEP_ACTIVE); steps++)
            step = walk(&w);
        if (sw__schedule_needs(&s) != steps) {
            FAIL("schedule %u needs %d steps, not %d", number, (int)steps, (int)sw__schedule_needs(&s));
            return;
        }
    }
}

// The recorded ones of the first `steps` steps, as "3 4 5".
static const char *recorded(sw__schedule schedule, uint64_t steps)
{
    static char text[256];
    size_t length = 0;
    text[0] = '\0';
    for (uint64_t i = 0; i < steps; i++)
        if (sw__schedule_step(&schedule, i).phase == SW__STEP_ACTIVE)
            length += (size_t)snprintf(text + length, sizeof text - length, length ? " %d" : "%d", (int)i);
    return text;
}

static void test_first_recorded_step_comes_after_wait_and_warmup(void)
{
    CHECK_TEXT(recorded((sw__schedule){.wait = 1, .warmup = 2, .active = 3, .repeat = 1}, 6), "3 4 5");
}

static void test_recorded_steps_have_absolute_numbers(void)
{
    CHECK_TEXT(recorded((sw__schedule){.warmup = 1, .active = 2, .repeat = 1}, 10), "1 2");
}

static void test_the_first_wait_can_be_skipped(void)
{
    sw__schedule s = {.skip_first = 1, .wait = 100, .warmup = 1, .active = 1, .repeat = 2};
    CHECK_TEXT(recorded(s, 500), "102 204");
    s.skip_first_wait = true;
    CHECK_TEXT(recorded(s, 500), "2 104");
}

static void test_a_run_that_ends_inside_its_first_cycle(void)
{
    const sw__schedule s = {.skip_first = 1, .wait = 5, .warmup = 1, .active = 3, .repeat = 2};
    CHECK_TEXT(recorded(s, 8), "7");
    CHECK_EQUAL(sw__schedule_step(&s, 5).phase, SW__STEP_WAITS);
    CHECK_EQUAL(sw__schedule_step(&s, 6).phase, SW__STEP_WARMS_UP);
    CHECK_EQUAL(sw__schedule_needs(&s), 10);
}

static void test_without_active_all_that_are_left_are_recorded(void)
{
    const sw__schedule s = {.skip_first = 1, .warmup = 2, .repeat = 1};
    CHECK_TEXT(recorded(s, 7), "3 4 5 6");
    CHECK_EQUAL(sw__schedule_step(&s, UINT64_MAX / 2).phase, SW__STEP_ACTIVE);
}

static void test_repeat_zero_has_no_end(void)
{
    const sw__schedule s = {.wait = 1, .active = 1};
    const uint64_t far = (uint64_t)UINT32_MAX * 8;
    const sw__step step = sw__schedule_step(&s, far + 1);
    CHECK_EQUAL(step.phase, SW__STEP_ACTIVE);
    CHECK_EQUAL(step.cycle, far / 2);
}

static void test_the_largest_numbers_do_not_overflow(void)
{
    const uint64_t most = UINT32_MAX;
    const sw__schedule s = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, false};
    CHECK_EQUAL(sw__schedule_step(&s, most - 1).phase, SW__STEP_SKIPPED);
    CHECK_EQUAL(sw__schedule_step(&s, most).phase, SW__STEP_WAITS);
    CHECK_EQUAL(sw__schedule_step(&s, 2 * most).phase, SW__STEP_WARMS_UP);
    CHECK_EQUAL(sw__schedule_step(&s, 3 * most - 1).phase, SW__STEP_WARMS_UP);
    CHECK_EQUAL(sw__schedule_step(&s, 3 * most).is_first, true);
    CHECK_EQUAL(sw__schedule_step(&s, 4 * most - 1).is_last, true);
    CHECK_EQUAL(sw__schedule_step(&s, 4 * most).cycle, 1);
    CHECK_EQUAL(sw__schedule_needs(&s), 4 * most);
}

CU_TestInfo schedule_tests[] = {
    {"all small schedules are as walked step by step", test_all_small_schedules_are_as_walked},
    {"a schedule needs the steps to the end of its first cycle",
     test_needs_are_the_steps_to_the_end_of_the_first_cycle},
    {"the first recorded step comes after wait and warmup", test_first_recorded_step_comes_after_wait_and_warmup},
    {"recorded steps have absolute numbers", test_recorded_steps_have_absolute_numbers},
    {"the first wait can be skipped", test_the_first_wait_can_be_skipped},
    {"a run can end inside its first cycle", test_a_run_that_ends_inside_its_first_cycle},
    {"without active, all steps that are left are recorded", test_without_active_all_that_are_left_are_recorded},
    {"repeat 0 has no end", test_repeat_zero_has_no_end},
    {"the largest numbers do not overflow", test_the_largest_numbers_do_not_overflow},
    CU_TEST_INFO_NULL,
};
