// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "trace_sink.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "record/published.h"
#include "record/trace_file.h"
#include "record/trace_windows.h"

// What a lane has in the file. Guarded by the sink's lock. A log has an odd sequence while it is drained, and the same one
// for all that was appended since the drain before: its generation.
typedef struct trace_lane {
    uint32_t drained;   ///< the last generation that came through the sink
    uint32_t copied_of; ///< the generation of which the first `copied` spans were taken out of the log
    uint32_t copied;
    uint32_t window; ///< in the file of which the lane is defined
    uint32_t number; ///< there
} trace_lane;

sw__lane_part sw__trace_part = {.size = sizeof(trace_lane)};

static struct {
    bool on;              ///< atomic
    pthread_mutex_t lock; ///< guards the rest
    sw__trace_file file;
    sw__trace_run run;
    uint32_t window; ///< counts the windows
    sw__trace_windows closed;
    uint64_t late;
    uint64_t drain_ticks; ///< what drains spent here
} sink = {.lock = PTHREAD_MUTEX_INITIALIZER, .file.fd = -1};

static sw__trace_chunk copied; ///< guarded by the same lock; apart, as all zero it takes no room in the library's file

// What has a place on the time line.
static bool is_traced(uint32_t record)
{
    static const bool traced[] = {
        [SW__KIND_MEAS] = true, [SW__KIND_VALUE] = true, [SW__KIND_SECTION] = true, [SW__KIND_OP] = true};
    const sw__kind kind = sw__record_at(record)->kind;
    return kind < sizeof traced / sizeof *traced && traced[kind];
}

static bool is_open(void)
{
    return sink.file.fd >= 0;
}

// For what is called outside of a lane: a signal handler that came meanwhile, and drained this thread's log, would wait for
// the lock forever. While the lane is busy its calls are refused.
static uint64_t lock_on_this_thread(void)
{
    const uint64_t seen = sw__this_lane->seen;
    if (seen != SW__LANE_NONE)
        sw__lane_hold(sw__this_lane);
    sw__trace_sink_lock();
    return seen;
}

static void unlock_on_this_thread(uint64_t seen)
{
    sw__trace_sink_unlock();
    if (seen != SW__LANE_NONE)
        sw__lane_release(sw__this_lane, seen);
}

static void write_run(void)
{
    const sw__calibration clock = sw__clock_calibrate();
    if (clock.start.ticks == sink.run.start_ticks) {
        sink.run.ns_per_tick = clock.ns_per_tick;
        sink.run.clock_error = clock.error;
    }
    sw__trace_file_update(&sink.file, &sink.run);
}

static bool define(sw__lane *lane)
{
    trace_lane *part = sw__lane_part_of(lane, &sw__trace_part);
    if (part->window != sink.window) {
        part->number = sw__trace_file_define_lane(&sink.file, lane);
        part->window = part->number ? sink.window : 0;
    }
    copied.head.subject = part->number;
    return part->number;
}

static void copy(uint32_t to, const sw__span *spans, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++)
        copied.spans[to + i] = (sw__span){sw__get(&spans[i].start), sw__get(&spans[i].packed)};
}

// What belongs to the span before it goes with it, and is no event of its own.
static bool belongs_to_span(const sw__entry *entry)
{
    return entry->what == SW__WIDE_WORK;
}

// What becomes of an entry that is traced. True: it belongs into the file, and there is room.
static bool admit(const sw__entry *entry, uint64_t events)
{
    if (!is_open() || !sw__epoch_is_from(entry->epoch, sink.run.first_epoch)) {
        sink.late += sw__trace_windows_have(&sink.closed, entry->epoch);
        return false;
    }
    const bool room = sink.run.counts.events + events < sink.run.max_events &&
                      sw__trace_file_define_record(&sink.file, entry->record);
    sink.run.counts.dropped += !room;
    return room;
}

// Copies the entries that belong into the file, and returns how many spans they make.
static uint32_t choose(const sw__span *spans, uint32_t count, uint32_t epoch, uint64_t *events)
{
    uint32_t chosen = 0;
    bool admitted = false;
    sw__entry entry;
    for (uint32_t i = 0; i < count; i += entry.size) {
        entry = sw__entry_at(&spans[i], count - i, epoch);
        if (!belongs_to_span(&entry)) {
            admitted = entry.what == SW__WIDE_SPAN && is_traced(entry.record) && admit(&entry, *events);
            *events += admitted;
        }
        if (admitted) {
            copy(chosen, &spans[i], entry.size);
            chosen += entry.size;
        }
    }
    return chosen;
}

// The lock is held. The spans stay as they are meanwhile: they are at the begin of a log that cannot be drained without it.
static void take(sw__lane *lane, const sw__span *spans, uint32_t count, uint32_t epoch)
{
    uint64_t events = 0;
    const uint64_t dropped = sink.run.counts.dropped;
    const uint32_t chosen = choose(spans, count, epoch, &events);
    copied.head.epoch = epoch;
    if (chosen && define(lane) && sw__trace_file_put_spans(&sink.file, &copied, chosen))
        sink.run.counts.events += events;
    else
        sink.run.counts.dropped += events;
    if (is_open() && (chosen || dropped != sink.run.counts.dropped))
        write_run();
}

void sw__trace_sink(sw__lane *lane, const sw__chunk *chunk)
{
    // Relaxed: the rest is read under the lock. The lane of no thread is none that anybody is to see.
    if (__builtin_expect(!__atomic_load_n(&sink.on, __ATOMIC_RELAXED), 1) || !lane->ordinal)
        return;
    trace_lane *part = sw__lane_part_of(lane, &sw__trace_part);
    const uint32_t generation = sw__span_log_of(lane)->sequence;
    const uint64_t start = sw__clock_now();
    sw__trace_sink_lock();
    const uint32_t done = part->copied_of == generation ? part->copied : 0;
    part->drained = generation;
    take(lane, chunk->spans + done, chunk->count - done, chunk->epoch);
    sink.drain_ticks += sw__clock_now() - start;
    sw__trace_sink_unlock();
}

// What is in a log that was not drained. A drain that began is either done with the sink, or waits for its lock.
static void take_tail(sw__lane *lane, void *context)
{
    (void)context;
    const sw__span_log *log = sw__span_log_of(lane);
    trace_lane *part = sw__lane_part_of(lane, &sw__trace_part);
    const uint64_t seen = lock_on_this_thread();
    const uint32_t generation = sw__get32(&log->sequence) | 1;
    const sw__span *end = __atomic_load_n(&log->end, __ATOMIC_ACQUIRE);
    if (end && lane->ordinal && part->drained != generation) {
        const uint32_t count = (uint32_t)(end - log->spans);
        const uint32_t done = part->copied_of == generation ? part->copied : 0;
        take(lane, log->spans + done, count - done, sw__epoch_of(sw__get(&log->word)));
        part->copied_of = generation;
        part->copied = count;
    }
    unlock_on_this_thread(seen);
}

void sw__trace_sink_switch(bool on)
{
    const uint64_t seen = lock_on_this_thread();
    sink.late = 0;
    sink.closed = (sw__trace_windows){0};
    sink.drain_ticks = 0;
    __atomic_store_n(&sink.on, on, __ATOMIC_RELAXED);
    unlock_on_this_thread(seen);
}

int sw__trace_sink_begin(int fd, const sw__trace_run *run, const char *const texts[SW__TRACE_TEXT_COUNT])
{
    const uint64_t seen = lock_on_this_thread();
    sink.window++;
    sink.run = *run;
    const bool begun = sw__trace_file_begin(&sink.file, fd, run, texts);
    if (!begun)
        sw__trace_file_close(&sink.file);
    const int why = sink.file.why;
    unlock_on_this_thread(seen);
    return begun ? 0 : why;
}

void sw__trace_sink_iteration(const sw__trace_iteration *iteration)
{
    const uint64_t seen = lock_on_this_thread();
    if (is_open()) {
        const bool room = sink.run.counts.iterations < sink.run.max_events;
        const bool put = room && sw__trace_file_put_iteration(&sink.file, iteration);
        sink.run.counts.iterations += put;
        sink.run.counts.dropped += !put;
        write_run();
    }
    unlock_on_this_thread(seen);
}

void sw__trace_sink_value(uint32_t record, uint64_t ticks, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const uint64_t seen = lock_on_this_thread();
    if (is_open() && sink.run.counts.iterations < sink.run.max_events &&
        sw__trace_file_define_record(&sink.file, record)) {
        copied.head.subject = 0;
        copied.spans[0] = (sw__span){ticks, 0};
        copied.spans[1] = (sw__span){bits, (uint64_t)sink.run.first_epoch << SW__SPAN_RECORD_BITS | record};
        (void)sw__trace_file_put_spans(&sink.file, &copied, 2);
    }
    unlock_on_this_thread(seen);
}

sw__trace_counts sw__trace_sink_end(uint32_t last_epoch, uint64_t cut, bool partial, int *why)
{
    sw__lanes_visit(take_tail, NULL);
    const uint64_t seen = lock_on_this_thread();
    sink.run.last_epoch = last_epoch;
    sink.run.counts.cut = cut;
    sink.run.partial = partial;
    write_run();
    sw__trace_file_close(&sink.file);
    sw__trace_windows_add(&sink.closed, sink.run.first_epoch, last_epoch);
    *why = sink.file.why;
    const sw__trace_counts counts = sink.run.counts;
    unlock_on_this_thread(seen);
    return counts;
}

uint64_t sw__trace_sink_late(void)
{
    const uint64_t seen = lock_on_this_thread();
    const uint64_t late = sink.late;
    unlock_on_this_thread(seen);
    return late;
}

uint64_t sw__trace_sink_drain_ticks(void)
{
    const uint64_t seen = lock_on_this_thread();
    const uint64_t ticks = sink.drain_ticks;
    unlock_on_this_thread(seen);
    return ticks;
}

void sw__trace_sink_lock(void)
{
    pthread_mutex_lock(&sink.lock);
}

void sw__trace_sink_unlock(void)
{
    pthread_mutex_unlock(&sink.lock);
}

void sw__trace_sink_after_fork(void)
{
    if (is_open())
        close(sink.file.fd);
    sink.file.fd = -1;
    __atomic_store_n(&sink.on, false, __ATOMIC_RELAXED);
}
