// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What a module's own calls cost, as facts: one pair, how many there were, all of them, and their share of the time; each
// warm and with cold caches. In the text
//     sections    31.8 ns a begin and end, 240 ns with L1 and L2 cold, 735 of them: 23.4 µs to 176 µs, ...

#ifndef SW_REPORT_PAIR_COST_FACTS_H
#define SW_REPORT_PAIR_COST_FACTS_H

#include "record/pair_cost.h"
#include "report/report.h"

/// What the facts are called. `head` begins the line of the text, `pair` says what a pair is, `time` whose share is told.
typedef struct sw__pair_cost_words {
    const char *head, *pair, *time;
    const char *pair_key, *pair_cold_key, *pairs_key, *all_key, *all_cold_key, *share_key, *share_cold_key;
} sw__pair_cost_words;

typedef struct sw__pairs_made {
    sw__pair_cost pair_ns;
    uint64_t pairs;
    double more_ns; ///< what the module took besides
    double time_ns; ///< of which all this is a share; 0: not known
} sw__pairs_made;

/// Without costs they are absent, and the text has no such line.
void sw__pair_cost_facts(sw__facts *facts, const sw__pair_cost_words *words, const sw__pairs_made *made);

/// Ends the line. The text has one share where both are too small, or too much alike, to be told apart.
void sw__pair_cost_shares(sw__facts *facts, const sw__pair_cost_words *words, const sw__pairs_made *made);

#endif
