// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cpu_usage.h"

#include <sched.h>
#include <string.h>

#include "base/misuse.h"
#include "host/cpu_limit.h"
#include "host/cpu_time.h"
#include "host/machine_ticks.h"
#include "record/published.h"
#include "stopwatch/cpu_usage_name.h"

enum { INTERVALS, WALL, CPU, USER, SYSTEM, CHILDREN, BUSY, IOWAIT, TICKS, COST, SUM_COUNT };

/// The kernel accounts threads on other CPUs from tick to tick, of up to 10 ms: no ratio is formed of less time than that.
static const double LEAST_WALL_NS = 10e6;

typedef struct edge {
    sw__cpu_clock clock;
    sw__cpu_split split;
    sw__machine_ticks machine;
    uint64_t cost_ns; ///< what the reading took
} edge;

/// A lane's part. One timer of a name runs on a thread at a time, so one begin is enough.
typedef struct lane_usage {
    bool begun;
    edge begin;               ///< valid if `begun`
    uint32_t sequence;        ///< atomic: odd while the sums change
    uint64_t sums[SUM_COUNT]; ///< atomic
} lane_usage;

static void merge(sw__lane *retired, sw__lane *lane);

sw__lane_part sw__cpu_usage_part = {.size = sizeof(lane_usage), .merge = merge};

static lane_usage *usage_of(const sw__lane *lane)
{
    return sw__lane_part_of(lane, &sw__cpu_usage_part);
}

// The slowest first, so that the clocks are read close to the interval.
void sw__cpu_usage_begin(sw__lane *lane)
{
    if ((lane->word & SW__PHASE_MASK) != SW__PHASE_MEASURED)
        return;
    lane_usage *usage = usage_of(lane);
    uint64_t entered = sw__wall_ns();
    usage->begin.machine = sw__machine_ticks_now();
    usage->begin.split = sw__cpu_split_now();
    usage->begin.clock = sw__cpu_clock_now();
    usage->begin.cost_ns = usage->begin.clock.wall_ns - entered;
    usage->begun = true;
}

// And in the opposite order here.
static edge read_end(void)
{
    edge end = {.clock = sw__cpu_clock_now()};
    end.split = sw__cpu_split_now();
    end.machine = sw__machine_ticks_now();
    end.cost_ns = sw__wall_ns() - end.clock.wall_ns;
    return end;
}

// Of counters that never go back; those of the machine may, when CPUs come and go.
static uint64_t growth(uint64_t from, uint64_t to)
{
    return to > from ? to - from : 0;
}

static void add_ticks(uint64_t interval[SUM_COUNT], const sw__machine_ticks *from, const sw__machine_ticks *to)
{
    if (!from->total || !to->total)
        return;
    interval[BUSY] = growth(from->busy, to->busy);
    interval[IOWAIT] = growth(from->iowait, to->iowait);
    interval[TICKS] = growth(from->total, to->total);
}

// Readers do not stop this: they try again when the sequence says that they came in between.
static void add_to(lane_usage *usage, const uint64_t interval[SUM_COUNT])
{
    // The odd number must be seen before the sums that follow: those are stored with release.
    __atomic_store_n(&usage->sequence, usage->sequence + 1, __ATOMIC_RELAXED);
    for (int i = 0; i < SUM_COUNT; i++)
        sw__put(&usage->sums[i], usage->sums[i] + interval[i]);
    __atomic_store_n(&usage->sequence, usage->sequence + 1, __ATOMIC_RELEASE);
}

void sw__cpu_usage_end(sw__lane *lane)
{
    lane_usage *usage = usage_of(lane);
    if (!usage->begun)
        return;
    usage->begun = false;
    const edge *begin = &usage->begin;
    edge end = read_end();
    uint64_t interval[SUM_COUNT] = {
        [INTERVALS] = 1,
        [WALL] = growth(begin->clock.wall_ns, end.clock.wall_ns),
        [CPU] = growth(begin->clock.cpu_ns, end.clock.cpu_ns),
        [USER] = growth(begin->split.user_ns, end.split.user_ns),
        [SYSTEM] = growth(begin->split.system_ns, end.split.system_ns),
        [CHILDREN] = growth(begin->split.children_ns, end.split.children_ns),
        [COST] = begin->cost_ns + end.cost_ns,
    };
    add_ticks(interval, &begin->machine, &end.machine);
    add_to(usage, interval);
}

// Runs with the lanes' lock held, as readers do.
static void merge(sw__lane *retired, sw__lane *lane)
{
    add_to(usage_of(retired), usage_of(lane)->sums);
}

static void add_lane(sw__lane *lane, void *context)
{
    const lane_usage *usage = usage_of(lane);
    uint64_t *total = context;
    uint64_t copy[SUM_COUNT];
    uint32_t before;
    for (;;) {
        before = __atomic_load_n(&usage->sequence, __ATOMIC_ACQUIRE);
        for (int i = 0; i < SUM_COUNT; i++)
            copy[i] = sw__get(&usage->sums[i]);
        // Relaxed: the loads above acquire, so this one is not made before them.
        if (before % 2 == 0 && __atomic_load_n(&usage->sequence, __ATOMIC_RELAXED) == before)
            break;
        sched_yield();
    }
    for (int i = 0; i < SUM_COUNT; i++)
        total[i] += copy[i];
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

static void divide(sw_cpu_usage *usage, const uint64_t sums[SUM_COUNT])
{
    usage->core_percent = percent(sums[CPU], sums[WALL]);
    usage->user_percent = percent(sums[USER], sums[WALL]);
    usage->system_percent = percent(sums[SYSTEM], sums[WALL]);
    usage->children_percent = percent(sums[CHILDREN], sums[WALL]);
    usage->machine_busy_percent = percent(sums[BUSY], sums[TICKS]);
    usage->machine_iowait_percent = percent(sums[IOWAIT], sums[TICKS]);
    usage->allowed_cpus = sw__cpu_limit_now().allowed;
    if (usage->allowed_cpus > 0)
        usage->allowed_percent = usage->core_percent / usage->allowed_cpus;
}

sw_status sw__cpu_usage_read(sw_cpu_usage *usage)
{
    uint64_t sums[SUM_COUNT] = {0};
    sw__lanes_visit(add_lane, sums);
    *usage = (sw_cpu_usage){
        .intervals = sums[INTERVALS],
        .wall_ns = (double)sums[WALL],
        .cpu_ns = (double)sums[CPU],
        .user_ns = (double)sums[USER],
        .system_ns = (double)sums[SYSTEM],
        .children_ns = (double)sums[CHILDREN],
        .machine_ticks = sums[TICKS],
    };
    if (usage->intervals)
        usage->cost_ns = (double)sums[COST] / (double)sums[INTERVALS];
    if (usage->wall_ns < LEAST_WALL_NS)
        return SW_NOT_RECORDED;
    divide(usage, sums);
    return SW_OK;
}

sw_status sw__get_cpu_usage(sw_cpu_usage *usage, uint32_t size)
{
    if (!usage)
        return sw__fail(SW_ERR_ARGUMENT);
    memset(usage, 0, size);
    if (!sw_stopwatch_is_enabled() || !sw__cpu_usage_name())
        return sw__fail(SW_NOT_RECORDED);
    sw_cpu_usage all;
    sw_status status = sw__cpu_usage_read(&all);
    memcpy(usage, &all, size < sizeof all ? size : sizeof all);
    return status == SW_OK ? SW_OK : sw__fail(status);
}
