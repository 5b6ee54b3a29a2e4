// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The histogram: its buckets against a sorted list of the lengths themselves.

#include "support_recording.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>

#include "record/histogram.h"

enum { SAMPLES = 20000, PAGES = 64, FEW_PAGES = 3 };

typedef struct fixture {
    sw__histogram histogram;
    sw__slab slab;
    sw__page pages[1 + PAGES];
    sw__bucket buckets[SW__BUCKETS];
} fixture;

static fixture one, two, all;

static void clear(fixture *f)
{
    memset(f, 0, sizeof *f);
    sw__slab_set_up(&f->slab, f->pages, PAGES);
}

static void add(fixture *f, uint64_t length)
{
    sw__histogram_add(&f->histogram, &f->slab, length);
}

static uint64_t counted(fixture *f)
{
    uint64_t count = 0;
    const size_t buckets = sw__histogram_list(&f->histogram, &f->slab, f->buckets);
    for (size_t i = 0; i < buckets; i++)
        count += f->buckets[i].count;
    return count;
}

// The length of a rank, counted from 1.
static double at_rank(fixture *f, uint64_t rank)
{
    uint64_t seen = 0;
    const size_t buckets = sw__histogram_list(&f->histogram, &f->slab, f->buckets);
    for (size_t i = 0; i < buckets; i++) {
        seen += f->buckets[i].count;
        if (seen >= rank)
            return f->buckets[i].middle;
    }
    return -1;
}

static int by_size(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t random_number(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

// In (0, 1].
static double random_fraction(void)
{
    return (double)((random_number() >> 11) + 1) * 0x1p-53;
}

static void check_percentiles(uint64_t (*length)(void))
{
    static const double fractions[] = {0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 1};
    static uint64_t sorted[SAMPLES];
    clear(&one);
    for (int i = 0; i < SAMPLES; i++)
        add(&one, sorted[i] = length());
    qsort(sorted, SAMPLES, sizeof *sorted, by_size);
    CHECK_EQUAL(counted(&one), SAMPLES);
    for (size_t i = 0; i < sizeof fractions / sizeof *fractions; i++) {
        const uint64_t rank = (uint64_t)ceil(fractions[i] * SAMPLES);
        CHECK_NEAR(at_rank(&one, rank), (double)sorted[rank - 1], 0.01 * (double)sorted[rank - 1]);
    }
}

static uint64_t uniform_small(void)
{
    return random_number() % 1000;
}

static uint64_t uniform_large(void)
{
    return random_number() >> 14;
}

static uint64_t exponential(void)
{
    return (uint64_t)(-1e6 * log(random_fraction()));
}

static uint64_t over_all_scales(void)
{
    return (uint64_t)exp2(50 * random_fraction());
}

static uint64_t constant(void)
{
    return UINT64_C(1) << 50;
}

static void test_percentiles_of_uniform_lengths_are_within_1_percent(void)
{
    check_percentiles(uniform_small);
    check_percentiles(uniform_large);
}

static void test_percentiles_of_exponential_lengths_are_within_1_percent(void)
{
    check_percentiles(exponential);
}

static void test_percentiles_over_all_scales_are_within_1_percent(void)
{
    check_percentiles(over_all_scales);
}

static void test_percentiles_of_a_constant_are_within_1_percent(void)
{
    check_percentiles(constant);
}

static void check_single(uint64_t length, double apart)
{
    clear(&one);
    add(&one, length);
    CHECK_EQUAL(counted(&one), 1);
    CHECK_NEAR(at_rank(&one, 1), (double)length, apart * (double)length);
}

static void test_small_lengths_have_a_bucket_each(void)
{
    for (uint64_t length = 1; length < 128; length++)
        check_single(length, 0);
}

static void test_the_middle_of_a_bucket_is_within_1_percent_of_its_lengths(void)
{
    for (int octave = 7; octave < SW__OCTAVES - 1; octave++) {
        const uint64_t power = UINT64_C(1) << octave;
        const uint64_t lengths[] = {power, power + 1, power + power / 64 - 1, power + power / 64, 2 * power - 1};
        for (int i = 0; i < 5; i++)
            check_single(lengths[i], 0.01);
    }
}

static void test_a_length_of_nothing_goes_with_one(void)
{
    clear(&one);
    add(&one, 0);
    add(&one, 1);
    CHECK_EQUAL(counted(&one), 2);
    CHECK_NEAR(at_rank(&one, 2), 1, 0);
}

static void test_longer_lengths_never_go_into_earlier_buckets(void)
{
    uint32_t before = sw__histogram_place(1);
    for (int i = 0; i < SAMPLES; i++) {
        const uint64_t length = (uint64_t)exp2(i * 55.0 / SAMPLES);
        const uint32_t place = sw__histogram_place(length);
        CU_ASSERT_TRUE(place >= before);
        CU_ASSERT_TRUE(place < SW__BUCKETS);
        before = place;
    }
}

static uint32_t *bucket_of(fixture *f, uint64_t length)
{
    const uint32_t place = sw__histogram_place(length);
    return &f->pages[f->histogram.pages[place / SW__PAGE_BUCKETS]].buckets[place % SW__PAGE_BUCKETS];
}

static void test_a_full_bucket_keeps_the_percentiles(void)
{
    clear(&one);
    add(&one, 1000);
    add(&one, 5000000);
    *bucket_of(&one, 1000) = UINT32_MAX;
    *bucket_of(&one, 5000000) = UINT32_MAX / 4;
    for (int i = 0; i < 10; i++)
        add(&one, 1000);
    const double share = (double)*bucket_of(&one, 1000) / (double)counted(&one);
    CHECK_NEAR(share, 0.8, 1e-6);
    CU_ASSERT_TRUE(*bucket_of(&one, 1000) > UINT32_MAX / 4);
    CHECK_NEAR(at_rank(&one, counted(&one) * 79 / 100), 1000, 10);
    CHECK_NEAR(at_rank(&one, counted(&one) * 81 / 100), 5000000, 50000);
}

static void test_halving_forgets_no_bucket(void)
{
    clear(&one);
    add(&one, 1000);
    add(&one, 77);
    for (int i = 0; i < 3; i++) {
        *bucket_of(&one, 1000) = UINT32_MAX;
        add(&one, 1000);
    }
    CHECK_EQUAL(*bucket_of(&one, 77), 1);
}

static void test_lengths_without_a_page_are_counted_as_lost(void)
{
    clear(&one);
    one.slab.cap = FEW_PAGES;
    for (int octave = 10; octave < 20; octave++)
        for (int i = 0; i < 5; i++)
            add(&one, UINT64_C(1) << octave);
    CHECK_EQUAL(one.slab.used, FEW_PAGES);
    CHECK_EQUAL(counted(&one), 5 * FEW_PAGES);
    CHECK_EQUAL(one.slab.lost, 5 * (10 - FEW_PAGES));
}

static void test_two_histograms_merge_into_that_of_all_lengths(void)
{
    clear(&one);
    clear(&two);
    clear(&all);
    for (int i = 0; i < SAMPLES; i++) {
        const uint64_t length = i % 3 ? over_all_scales() : exponential();
        add(i % 3 ? &one : &two, length);
        add(&all, length);
    }
    sw__histogram_merge(&one.histogram, &one.slab, &two.histogram, &two.slab);
    const size_t buckets = sw__histogram_list(&one.histogram, &one.slab, one.buckets);
    CHECK_EQUAL(buckets, sw__histogram_list(&all.histogram, &all.slab, all.buckets));
    CHECK_EQUAL(memcmp(one.buckets, all.buckets, buckets * sizeof *one.buckets), 0);
}

static void test_merging_full_buckets_keeps_the_percentiles(void)
{
    clear(&one);
    clear(&two);
    add(&one, 1000);
    add(&two, 1000);
    add(&two, 9000);
    *bucket_of(&one, 1000) = UINT32_MAX;
    *bucket_of(&two, 1000) = UINT32_MAX;
    *bucket_of(&two, 9000) = UINT32_MAX;
    sw__histogram_merge(&one.histogram, &one.slab, &two.histogram, &two.slab);
    CHECK_NEAR((double)*bucket_of(&one, 1000) / (double)counted(&one), 2.0 / 3, 0.01);
}

static void test_what_a_merge_has_no_page_for_is_counted_as_lost(void)
{
    clear(&one);
    clear(&two);
    one.slab.cap = 1;
    add(&one, 10);
    for (int i = 0; i < 7; i++)
        add(&two, 1000000);
    sw__histogram_merge(&one.histogram, &one.slab, &two.histogram, &two.slab);
    CHECK_EQUAL(one.slab.lost, 7);
    CHECK_EQUAL(counted(&one), 1);
}

static void test_an_untouched_histogram_lists_nothing(void)
{
    clear(&one);
    CHECK_EQUAL(sw__histogram_list(&one.histogram, &one.slab, one.buckets), 0);
    CHECK_EQUAL(one.slab.used, 0);
}

CU_TestInfo histogram_tests[] = {
    {"percentiles of uniform lengths are within 1 percent", test_percentiles_of_uniform_lengths_are_within_1_percent},
    {"percentiles of exponential lengths are within 1 percent",
     test_percentiles_of_exponential_lengths_are_within_1_percent},
    {"percentiles over all scales are within 1 percent", test_percentiles_over_all_scales_are_within_1_percent},
    {"percentiles of a constant are within 1 percent", test_percentiles_of_a_constant_are_within_1_percent},
    {"small lengths have a bucket each", test_small_lengths_have_a_bucket_each},
    {"the middle of a bucket is within 1 percent of its lengths",
     test_the_middle_of_a_bucket_is_within_1_percent_of_its_lengths},
    {"a length of nothing goes with one", test_a_length_of_nothing_goes_with_one},
    {"longer lengths never go into earlier buckets", test_longer_lengths_never_go_into_earlier_buckets},
    {"a full bucket keeps the percentiles", test_a_full_bucket_keeps_the_percentiles},
    {"halving forgets no bucket", test_halving_forgets_no_bucket},
    {"lengths without a page are counted as lost", test_lengths_without_a_page_are_counted_as_lost},
    {"two histograms merge into that of all lengths", test_two_histograms_merge_into_that_of_all_lengths},
    {"merging full buckets keeps the percentiles", test_merging_full_buckets_keeps_the_percentiles},
    {"what a merge has no page for is counted as lost", test_what_a_merge_has_no_page_for_is_counted_as_lost},
    {"an untouched histogram lists nothing", test_an_untouched_histogram_lists_nothing},
    CU_TEST_INFO_NULL,
};
