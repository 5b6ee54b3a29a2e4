// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "pair_cost_facts.h"

static sw__cell cost(double pair_ns, uint64_t pairs)
{
    return pair_ns > 0 ? sw__number(pair_ns * (double)pairs) : sw__absent();
}

void sw__pair_cost_facts(sw__facts *facts, const sw__pair_cost_words *words, const sw__pairs_made *made)
{
    const sw__cell_kind ns = SW__CELL_DURATION;
    const double warm = made->pair_ns.warm, cold = made->pair_ns.cold;
    sw__facts_add(facts, words->pair_key, ns, cost(warm, 1), words->head, words->pair);
    sw__facts_add(facts, words->pair_cold_key, ns, cost(cold, 1), ", ", " with L1 and L2 cold");
    sw__facts_add(facts, words->pairs_key, SW__CELL_COUNT, sw__count(made->pairs), warm > 0 ? ", " : NULL,
                  " of them: ");
    sw__facts_add(facts, words->all_key, ns, cost(warm, made->pairs), "", NULL);
    sw__facts_add(facts, words->all_cold_key, ns, cost(cold, made->pairs), " to ", NULL);
}

static sw__cell share(double pair_ns, const sw__pairs_made *made)
{
    const bool known = pair_ns > 0 && made->time_ns > 0;
    return known ? sw__number((pair_ns * (double)made->pairs + made->more_ns) / made->time_ns) : sw__absent();
}

void sw__pair_cost_shares(sw__facts *facts, const sw__pair_cost_words *words, const sw__pairs_made *made)
{
    const double least_shown = 1e-4;
    const sw__cell warm = share(made->pair_ns.warm, made), cold = share(made->pair_ns.cold, made);
    const bool both = !cold.absent && cold.number >= least_shown && cold.number > 1.1 * warm.number;
    sw__facts_add(facts, words->share_key, SW__CELL_PERCENT, warm, ", ", both ? NULL : words->time);
    sw__facts_add(facts, words->share_cold_key, SW__CELL_PERCENT, cold, both ? " to " : NULL, words->time);
}
