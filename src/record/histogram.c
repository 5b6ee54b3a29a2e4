// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "histogram.h"

#include <math.h>

void sw__slab_set_up(sw__slab *slab, sw__page *pages, uint32_t cap)
{
    memset(&pages[0], 0xff, sizeof *pages);
    // The rest is zero already, and a reader may be looking at what was lost.
    slab->pages = pages;
    slab->cap = cap;
}

// Where a bucket is one whole number wide or less, it holds that number only.
static double middle_of(uint32_t octave, uint32_t bucket)
{
    double half = octave > SW__BUCKET_BITS ? 0.5 : 0;
    return ldexp(SW__PAGE_BUCKETS + bucket + half, (int)octave - SW__BUCKET_BITS);
}

// The page of an octave, taken from the slab if it is new; NULL when the slab is used up.
static sw__page *page_of(sw__histogram *histogram, sw__slab *slab, uint32_t octave)
{
    if (!histogram->pages[octave]) {
        if (slab->used == slab->cap)
            return NULL;
        sw__put16(&histogram->pages[octave], (uint16_t)++slab->used);
    }
    return &slab->pages[histogram->pages[octave]];
}

static const sw__page *page_at(const sw__histogram *histogram, const sw__slab *slab, uint32_t octave)
{
    uint16_t number = sw__get16(&histogram->pages[octave]);
    return number && number <= slab->cap ? &slab->pages[number] : NULL;
}

// Rounds up, so that no bucket is forgotten.
static uint32_t half_of(uint32_t count)
{
    return count / 2 + count % 2;
}

// A bucket that is full would wrap. Halving all keeps the proportions, and so the percentiles.
static void halve(sw__histogram *histogram, sw__slab *slab)
{
    for (uint32_t octave = 0; octave < SW__OCTAVES; octave++) {
        if (!histogram->pages[octave])
            continue;
        uint32_t *buckets = slab->pages[histogram->pages[octave]].buckets;
        for (uint32_t i = 0; i < SW__PAGE_BUCKETS; i++)
            sw__put32(&buckets[i], half_of(buckets[i]));
    }
}

// Halves as often as it takes to make room for `more`, which shrinks with it. Returns how often.
static uint32_t add_to_bucket(sw__histogram *histogram, sw__slab *slab, uint32_t *bucket, uint32_t more)
{
    uint32_t halvings = 0;
    for (; more > UINT32_MAX - *bucket; halvings++) {
        halve(histogram, slab);
        more = half_of(more);
    }
    sw__put32(bucket, *bucket + more);
    return halvings;
}

void sw__histogram_add_slowly(sw__histogram *histogram, sw__slab *slab, uint32_t place)
{
    sw__page *page = page_of(histogram, slab, place >> SW__BUCKET_BITS);
    if (page)
        add_to_bucket(histogram, slab, &page->buckets[place % SW__PAGE_BUCKETS], 1);
    else
        sw__put(&slab->lost, slab->lost + 1);
}

// What is added after a halving shrinks as what was added before. Returns how often all was halved by now.
static uint32_t merge_page(sw__histogram *into, sw__slab *slab, sw__page *page, const sw__page *from, uint32_t halvings)
{
    for (uint32_t i = 0; i < SW__PAGE_BUCKETS; i++) {
        uint32_t more = sw__get32(&from->buckets[i]);
        for (uint32_t h = 0; more && h < halvings; h++)
            more = half_of(more);
        halvings += add_to_bucket(into, slab, &page->buckets[i], more);
    }
    return halvings;
}

static uint64_t count_page(const sw__page *page)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < SW__PAGE_BUCKETS; i++)
        count += sw__get32(&page->buckets[i]);
    return count;
}

void sw__histogram_merge(sw__histogram *into, sw__slab *into_slab, const sw__histogram *from, const sw__slab *from_slab)
{
    uint32_t halvings = 0;
    for (uint32_t octave = 0; octave < SW__OCTAVES; octave++) {
        const sw__page *theirs = page_at(from, from_slab, octave);
        if (!theirs)
            continue;
        sw__page *ours = page_of(into, into_slab, octave);
        if (ours)
            halvings = merge_page(into, into_slab, ours, theirs, halvings);
        else
            sw__put(&into_slab->lost, into_slab->lost + count_page(theirs));
    }
}

size_t sw__histogram_list(const sw__histogram *histogram, const sw__slab *slab, sw__bucket *buckets)
{
    size_t count = 0;
    for (uint32_t octave = 0; octave < SW__OCTAVES; octave++) {
        const sw__page *page = page_at(histogram, slab, octave);
        for (uint32_t i = 0; page && i < SW__PAGE_BUCKETS; i++)
            if (page->buckets[i])
                buckets[count++] = (sw__bucket){middle_of(octave, i), page->buckets[i]};
    }
    return count;
}
