// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "lanes.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "clock.h"
#include "message.h"
#include "misuse.h"

static sw__lane none = {.seen = SW__LANE_NONE};
static sw__lane making = {.seen = SW__LANE_BUSY}; ///< while a thread's lane is being made

_Thread_local sw__lane *sw__this_lane __attribute__((tls_model("initial-exec"), visibility("hidden"))) = &none;
static _Thread_local uint32_t no_memory_in; ///< the session in which this thread got no lane

static struct {
    pthread_mutex_t lock; ///< guards the lists and the merging of lanes
    sw__lane *live;
    sw__lane *free; ///< blocks of threads that ended
    sw__lane *retired;
    uint32_t ordinals;

    sw__lane_part *const *parts;
    size_t part_count;
    size_t block_size;
    pthread_key_t key;

    // Atomic, read without the lock.
    uint32_t session;
    uint64_t first_call; ///< in ticks, plus 1; 0: none yet
    uint64_t interrupted;
    uint64_t without_memory;
} lanes = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void end_lane(void *lane);

static size_t round_up(size_t size, size_t to)
{
    return (size + to - 1) / to * to;
}

void sw__lanes_setup(sw__lane_part *const *parts, size_t count)
{
    if (lanes.parts)
        return;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t offset = SW__LANE_HEADER;
    for (size_t i = 0; i < count; i++) {
        parts[i]->offset = offset;
        offset = round_up(offset + parts[i]->size, 64);
    }
    lanes.parts = parts;
    lanes.part_count = count;
    lanes.block_size = round_up(offset, page);
    pthread_key_create(&lanes.key, end_lane);
}

void sw__lanes_open(void)
{
    pthread_mutex_lock(&lanes.lock);
    __atomic_store_n(&lanes.session, lanes.session + 1, __ATOMIC_RELEASE);
    __atomic_store_n(&lanes.interrupted, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&lanes.without_memory, 0, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lanes.lock);
}

// A private mapping is zero and takes memory page by page, as it is touched; huge pages would take 2 MiB for the first
// byte.
static sw__lane *map_block(void)
{
    void *block =
        mmap(NULL, lanes.block_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED)
        return NULL;
    (void)madvise(block, lanes.block_size, MADV_NOHUGEPAGE);
    return block;
}

// The lock is held. Gives the memory back to the system; what is read next is zero.
static void wipe(sw__lane *lane)
{
    if (madvise(lane, lanes.block_size, MADV_DONTNEED) != 0)
        memset(lane, 0, lanes.block_size);
}

// The lock is held. With the first lane comes the retired one: what a thread has measured must find room at its end.
static sw__lane *take_block(void)
{
    if (!lanes.retired && !(lanes.retired = map_block()))
        return NULL;
    sw__lane *lane = lanes.free;
    if (!lane)
        return map_block();
    lanes.free = lane->next;
    return lane;
}

// The lock is held.
static void begin_session_in(sw__lane *lane)
{
    sw__lane keep = *lane;
    wipe(lane);
    *lane = keep;
    __atomic_store_n(&lane->session, lanes.session, __ATOMIC_RELEASE);
}

static sw__lane *no_memory(void)
{
    if (__atomic_fetch_add(&lanes.without_memory, 1, __ATOMIC_RELAXED) == 0)
        sw__say(SW_ERR_NO_MEMORY, "no memory for a thread's lane: its calls are counted, not recorded");
    no_memory_in = __atomic_load_n(&lanes.session, __ATOMIC_RELAXED);
    sw__fail(SW_ERR_NO_MEMORY);
    return NULL;
}

static sw__lane *make_lane(void)
{
    // The word is on, but not for this copy of the library: no session was ever opened in it.
    if (!lanes.parts) {
        sw__fail(SW_ERR_SECOND_COPY);
        return NULL;
    }
    if (no_memory_in == __atomic_load_n(&lanes.session, __ATOMIC_RELAXED))
        return no_memory();
    // In one instruction: a signal handler may have made the lane since this call found none.
    sw__lane *made = __atomic_exchange_n(&sw__this_lane, &making, __ATOMIC_RELAXED);
    if (made != &none)
        return sw__this_lane = made;
    pthread_mutex_lock(&lanes.lock);
    sw__lane *lane = take_block();
    if (lane) {
        lane->seen = SW__LANE_BUSY; // until it has caught up
        lane->ordinal = ++lanes.ordinals;
        lane->thread = (int32_t)gettid();
        pthread_getname_np(pthread_self(), lane->thread_name, sizeof lane->thread_name);
        begin_session_in(lane);
        lane->next = lanes.live;
        lanes.live = lane;
    }
    pthread_mutex_unlock(&lanes.lock);
    if (lane && pthread_setspecific(lanes.key, lane) != 0)
        end_lane(lane), lane = NULL;
    sw__this_lane = lane ? lane : &none;
    return lane ? lane : no_memory();
}

static void note_first_call(void)
{
    uint64_t unset = 0;
    if (__atomic_load_n(&lanes.first_call, __ATOMIC_RELAXED) == 0)
        // Relaxed: only the number itself is passed on.
        __atomic_compare_exchange_n(&lanes.first_call, &unset, sw__clock_now() + 1, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED);
}

sw__lane *sw__lane_catch_up(uint64_t word)
{
    sw__lane *lane = sw__this_lane;
    if (lane->seen == SW__LANE_BUSY) {
        __atomic_fetch_add(&lanes.interrupted, 1, __ATOMIC_RELAXED);
        sw__fail(SW_ERR_INTERRUPTED);
        return NULL;
    }
    if (lane == &none) {
        lane = make_lane();
        if (!lane)
            return NULL;
    }
    lane->seen = SW__LANE_BUSY;
    if (lane->session != __atomic_load_n(&lanes.session, __ATOMIC_ACQUIRE)) {
        pthread_mutex_lock(&lanes.lock);
        begin_session_in(lane);
        pthread_mutex_unlock(&lanes.lock);
    }
    if (lane->ordinal)
        note_first_call();
    for (size_t i = 0; i < lanes.part_count; i++)
        if (lanes.parts[i]->on_epoch)
            lanes.parts[i]->on_epoch(lane, word);
    return lane;
}

// The lock is held.
static void merge_into_retired(sw__lane *lane)
{
    if (lanes.retired->session != lanes.session)
        begin_session_in(lanes.retired);
    for (size_t i = 0; i < lanes.part_count; i++)
        if (lanes.parts[i]->merge)
            lanes.parts[i]->merge(lanes.retired, lane);
}

// The lock is held.
static void take_off_list(const sw__lane *lane)
{
    for (sw__lane **at = &lanes.live; *at; at = &(*at)->next)
        if (*at == lane) {
            *at = lane->next;
            return;
        }
}

// Runs when a thread ends. A later call of the same thread, from the destructor of another key, makes a new lane.
static void end_lane(void *argument)
{
    sw__lane *lane = argument;
    sw__this_lane = &making;
    bool current = lane->session == __atomic_load_n(&lanes.session, __ATOMIC_ACQUIRE);
    for (size_t i = 0; current && i < lanes.part_count; i++)
        if (lanes.parts[i]->on_exit)
            lanes.parts[i]->on_exit(lane);
    pthread_mutex_lock(&lanes.lock);
    if (current)
        merge_into_retired(lane);
    take_off_list(lane);
    lane->next = lanes.free;
    lanes.free = lane;
    pthread_mutex_unlock(&lanes.lock);
    sw__this_lane = &none;
}

void sw__lanes_visit(void (*visit)(sw__lane *lane, void *context), void *context)
{
    pthread_mutex_lock(&lanes.lock);
    if (lanes.retired && lanes.retired->session == lanes.session)
        visit(lanes.retired, context);
    for (sw__lane *lane = lanes.live; lane; lane = lane->next)
        if (__atomic_load_n(&lane->session, __ATOMIC_ACQUIRE) == lanes.session)
            visit(lane, context);
    pthread_mutex_unlock(&lanes.lock);
}

bool sw__lane_on_scratch(void (*work)(void *context), void *context)
{
    sw__lane *scratch = map_block();
    if (!scratch)
        return false;
    sw__lane *own = sw__this_lane;
    scratch->seen = SW__LANE_NONE;
    scratch->session = __atomic_load_n(&lanes.session, __ATOMIC_RELAXED);
    sw__this_lane = scratch;
    work(context);
    sw__this_lane = own;
    munmap(scratch, lanes.block_size);
    return true;
}

bool sw__lanes_first_call(uint64_t *ticks)
{
    uint64_t first = __atomic_load_n(&lanes.first_call, __ATOMIC_RELAXED);
    *ticks = first - 1;
    return first != 0;
}

void sw__lanes_forget_first_call(void)
{
    __atomic_store_n(&lanes.first_call, 0, __ATOMIC_RELAXED);
}

uint64_t sw__lanes_interrupted_calls(void)
{
    return __atomic_load_n(&lanes.interrupted, __ATOMIC_RELAXED);
}

uint64_t sw__lanes_calls_without_memory(void)
{
    return __atomic_load_n(&lanes.without_memory, __ATOMIC_RELAXED);
}

void sw__lanes_lock(void)
{
    pthread_mutex_lock(&lanes.lock);
}

void sw__lanes_unlock(void)
{
    pthread_mutex_unlock(&lanes.lock);
}

void sw__lanes_after_fork(void)
{
    lanes.live = sw__this_lane->seen == SW__LANE_NONE ? NULL : sw__this_lane;
    if (lanes.live)
        lanes.live->next = NULL;
    // No lane is of this session any more, the caller's included: it begins anew at its next call.
    lanes.session++;
}
