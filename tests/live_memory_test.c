// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The map of live memory: what is added is found again with its bytes, on whichever thread; the running total and its peak;
// and what does not match or does not fit is counted.

#include "support_recording.h"
#include "test.h"

#include <stdlib.h>

#include "profiler/live_memory.h"

enum { THREADS = 4, EACH = 20000, OPERATIONS = 1000000, PLACES = 20000 };

static const void *address(uint64_t number)
{
    return (const void *)(uintptr_t)(number << 4);
}

static uint64_t added(uint64_t number, uint64_t bytes)
{
    uint64_t replaced;
    CU_ASSERT_TRUE(sw__live_memory_add(address(number), bytes, &replaced));
    return replaced;
}

static uint64_t removed(uint64_t number)
{
    uint64_t bytes;
    CU_ASSERT_TRUE(sw__live_memory_remove(address(number), &bytes));
    return bytes;
}

static void check_totals(uint64_t bytes, uint64_t peak)
{
    CHECK_EQUAL(sw__live_memory_now().bytes, bytes);
    CHECK_EQUAL(sw__live_memory_now().peak, peak);
}

static void test_what_is_removed_has_the_bytes_it_was_added_with(void)
{
    sw__live_memory_reset();
    CHECK_EQUAL(added(1, 100), 0);
    CHECK_EQUAL(added(2, 50), 0);
    check_totals(150, 150);
    CHECK_EQUAL(removed(1), 100);
    CHECK_EQUAL(added(3, 20), 0);
    CHECK_EQUAL(removed(3), 20);
    CHECK_EQUAL(removed(2), 50);
    check_totals(0, 150);
    CHECK_EQUAL(sw__live_memory_now().allocations, 3);
    CHECK_EQUAL(sw__live_memory_now().frees, 3);
    CHECK_EQUAL(sw__live_memory_now().unmatched, 0);
}

static void test_what_was_not_added_is_unmatched(void)
{
    uint64_t bytes = 1;
    sw__live_memory_reset();
    CU_ASSERT_FALSE(sw__live_memory_remove(address(1), &bytes));
    CHECK_EQUAL(bytes, 0);
    CHECK_EQUAL(added(1, 10), 0);
    CHECK_EQUAL(removed(1), 10);
    CU_ASSERT_FALSE(sw__live_memory_remove(address(1), &bytes));
    CHECK_EQUAL(sw__live_memory_now().unmatched, 2);
    CU_ASSERT_FALSE(sw__live_memory_remove_if_live(address(1), &bytes));
    CHECK_EQUAL(sw__live_memory_now().unmatched, 2);
    CHECK_EQUAL(sw__live_memory_now().frees, 1);
    check_totals(0, 10);
}

static void test_an_address_that_is_live_is_replaced(void)
{
    sw__live_memory_reset();
    CHECK_EQUAL(added(7, 100), 0);
    CHECK_EQUAL(added(7, 30), 100);
    check_totals(30, 100);
    CHECK_EQUAL(sw__live_memory_now().reused, 1);
    CHECK_EQUAL(sw__live_memory_now().allocations, 2);
    CHECK_EQUAL(removed(7), 30);
    check_totals(0, 100);
}

static void test_null_is_no_memory(void)
{
    uint64_t bytes;
    sw__live_memory_reset();
    CU_ASSERT_FALSE(sw__live_memory_add(NULL, 10, &bytes));
    CU_ASSERT_FALSE(sw__live_memory_remove(NULL, &bytes));
    const sw__live_memory now = sw__live_memory_now();
    CHECK_EQUAL(now.allocations + now.unmatched + now.not_followed + now.bytes, 0);
}

static void test_an_allocation_may_have_no_bytes(void)
{
    sw__live_memory_reset();
    CHECK_EQUAL(added(1, 0), 0);
    CHECK_EQUAL(removed(1), 0);
    CHECK_EQUAL(sw__live_memory_now().frees, 1);
    check_totals(0, 0);
}

static void test_a_reset_forgets_all(void)
{
    uint64_t bytes;
    sw__live_memory_reset();
    for (uint64_t i = 1; i <= 1000; i++)
        CHECK_EQUAL(added(i, i), 0);
    sw__live_memory_reset();
    check_totals(0, 0);
    CHECK_EQUAL(sw__live_memory_now().allocations, 0);
    CU_ASSERT_FALSE(sw__live_memory_remove(address(1), &bytes));
    CHECK_EQUAL(added(1, 5), 0);
    check_totals(5, 5);
    sw__live_memory_reset();
}

static void test_what_is_beyond_the_cap_is_counted_and_not_followed(void)
{
    enum { TRIED = SW__LIVE_MEMORY_CAP + SW__LIVE_MEMORY_CAP / 8 };
    uint64_t followed = 0, replaced;
    sw__live_memory_reset();
    for (uint64_t i = 1; i <= TRIED; i++)
        followed += sw__live_memory_add(address(i), 2, &replaced);
    CHECK_EQUAL(followed, SW__LIVE_MEMORY_CAP);
    CHECK_EQUAL(sw__live_memory_now().not_followed, TRIED - SW__LIVE_MEMORY_CAP);
    check_totals(2 * followed, 2 * followed);
    uint64_t found = 0, bytes;
    for (uint64_t i = 1; i <= TRIED; i++)
        found += sw__live_memory_remove(address(i), &bytes) && bytes == 2;
    CHECK_EQUAL(found, followed);
    check_totals(0, 2 * followed);
    sw__live_memory_reset();
}

// The model: the bytes of each place, or -1.
typedef struct model {
    int64_t live[PLACES + 1];
    uint64_t total;
    uint64_t peak;
    uint64_t unmatched;
    uint64_t reused;
    unsigned wrong;
} model;

static void model_add(model *m, uint32_t place, int64_t bytes)
{
    const uint64_t before = m->live[place] < 0 ? 0 : (uint64_t)m->live[place];
    uint64_t replaced;
    m->reused += m->live[place] >= 0;
    m->total += (uint64_t)bytes - before;
    m->peak = m->total > m->peak ? m->total : m->peak;
    m->live[place] = bytes;
    m->wrong += !sw__live_memory_add(address(place), (uint64_t)bytes, &replaced) || replaced != before;
}

static void model_remove(model *m, uint32_t place)
{
    uint64_t bytes;
    const bool is_live = m->live[place] >= 0;
    const uint64_t expected = is_live ? (uint64_t)m->live[place] : 0;
    m->unmatched += !is_live;
    m->total -= expected;
    m->live[place] = -1;
    m->wrong += sw__live_memory_remove(address(place), &bytes) != is_live || bytes != expected;
}

static void test_a_million_operations_do_what_a_plain_array_does(void)
{
    static model m;
    uint64_t random = 1;
    m = (model){0};
    for (uint32_t i = 0; i <= PLACES; i++)
        m.live[i] = -1;
    sw__live_memory_reset();
    for (uint32_t i = 0; i < OPERATIONS; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        const uint32_t place = 1 + (uint32_t)(random >> 40) % PLACES;
        if (random >> 63)
            model_add(&m, place, (int64_t)(random >> 34 & 63));
        else
            model_remove(&m, place);
        m.wrong += sw__live_memory_now().bytes != m.total;
    }
    CHECK_EQUAL(m.wrong, 0);
    check_totals(m.total, m.peak);
    CHECK_EQUAL(sw__live_memory_now().unmatched, m.unmatched);
    CHECK_EQUAL(sw__live_memory_now().reused, m.reused);
    sw__live_memory_reset();
}

static void *add_many(void *argument)
{
    const uint64_t first = *(const uint64_t *)argument;
    uint64_t replaced;
    for (uint64_t i = first; i < first + EACH; i++)
        sw__live_memory_add(address(i), i, &replaced);
    return NULL;
}

static void *add_and_remove_many(void *argument)
{
    const uint64_t first = *(const uint64_t *)argument;
    uint64_t bytes;
    for (uint64_t i = first; i < first + EACH; i++) {
        sw__live_memory_add(address(i), 8, &bytes);
        sw__live_memory_remove(address(i), &bytes);
        sw__live_memory_now();
    }
    return NULL;
}

static uint64_t sum_of_bytes_removed;

static void *remove_many(void *argument)
{
    const uint64_t *first = argument;
    uint64_t sum = 0, bytes;
    for (uint64_t i = *first; i < *first + EACH; i++)
        sum += sw__live_memory_remove(address(i), &bytes) ? bytes : 0;
    __atomic_fetch_add(&sum_of_bytes_removed, sum, __ATOMIC_RELAXED);
    return NULL;
}

static void test_threads_free_what_others_have_allocated(void)
{
    uint64_t first[THREADS], sum = 0;
    for (uint64_t i = 0; i < THREADS; i++)
        first[i] = 1 + i * EACH;
    for (uint64_t i = 1; i <= THREADS * EACH; i++)
        sum += i;
    sw__live_memory_reset();
    run_on_threads(THREADS, add_many, first, sizeof *first);
    check_totals(sum, sum);
    sum_of_bytes_removed = 0;
    run_on_threads(THREADS, remove_many, first, sizeof *first);
    CHECK_EQUAL(sum_of_bytes_removed, sum);
    check_totals(0, sum);
}

static void test_threads_at_once_leave_nothing_behind(void)
{
    uint64_t first[THREADS];
    for (uint64_t i = 0; i < THREADS; i++)
        first[i] = 1 + i * EACH;
    sw__live_memory_reset();
    run_on_threads(THREADS, add_and_remove_many, first, sizeof *first);
    const sw__live_memory now = sw__live_memory_now();
    CHECK_EQUAL(now.bytes, 0);
    CHECK_EQUAL(now.allocations, THREADS * EACH);
    CHECK_EQUAL(now.frees, THREADS * EACH);
    CU_ASSERT_TRUE(now.peak >= 8 && now.peak <= 8 * THREADS);
}

static void *reset_often(void *argument)
{
    (void)argument;
    for (int i = 0; i < 200; i++)
        sw__live_memory_reset();
    return NULL;
}

static void *(*const writers_and_resetter[THREADS])(void *) = {add_many, add_many, add_and_remove_many, reset_often};

static void *run_one(void *argument)
{
    const uint64_t which = *(const uint64_t *)argument;
    uint64_t first = 1 + which * EACH;
    return writers_and_resetter[which](&first);
}

static void test_a_reset_while_threads_go_on_keeps_the_total_right(void)
{
    uint64_t which[THREADS] = {0, 1, 2, 3}, sum = 0, bytes;
    sw__live_memory_reset();
    run_on_threads(THREADS, run_one, which, sizeof *which);
    const uint64_t total = sw__live_memory_now().bytes;
    for (uint64_t i = 1; i <= THREADS * EACH; i++)
        sum += sw__live_memory_remove(address(i), &bytes) ? bytes : 0;
    CHECK_EQUAL(sum, total);
    CHECK_EQUAL(sw__live_memory_now().bytes, 0);
}

CU_TestInfo live_memory_tests[] = {
    {"what is removed has the bytes it was added with", test_what_is_removed_has_the_bytes_it_was_added_with},
    {"what was not added is unmatched", test_what_was_not_added_is_unmatched},
    {"an address that is live is replaced", test_an_address_that_is_live_is_replaced},
    {"NULL is no memory", test_null_is_no_memory},
    {"an allocation may have no bytes", test_an_allocation_may_have_no_bytes},
    {"a reset forgets all", test_a_reset_forgets_all},
    {"what is beyond the cap is counted and not followed", test_what_is_beyond_the_cap_is_counted_and_not_followed},
    {"a million operations do what a plain array does", test_a_million_operations_do_what_a_plain_array_does},
    {"threads free what others have allocated", test_threads_free_what_others_have_allocated},
    {"threads at once leave nothing behind", test_threads_at_once_leave_nothing_behind},
    {"a reset while threads go on keeps the total right", test_a_reset_while_threads_go_on_keeps_the_total_right},
    CU_TEST_INFO_NULL,
};
