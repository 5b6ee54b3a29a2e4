// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the library takes of memory: once, for each thread, and for each name on a thread. Reserved is address space;
// resident is what of it was touched, so that the system had to find room for it.

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <stepwatch/stepwatch.h>

#include "bench.h"

enum { THREADS = 32, FEW = 200, MANY = 2000, FULL_LOG = 8192, SHORTEST_NS = 1000, OCTAVES = 10 };

typedef struct memory {
    double resident;
    double reserved;
} memory;

static char names[FEW + MANY][32];
static sw_name handles[FEW + MANY];
static pthread_barrier_t barrier;
static void (*work_of_threads)(void); ///< NULL: end. Read and written on different sides of the barrier

static void read_file(const char *path, char *text, size_t size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? 0 : read(file, text, size - 1);
    text[length > 0 ? length : 0] = '\0';
    if (file >= 0)
        close(file);
}

// The resident pages by the page tables: the counter that statm has lags behind.
static memory now(void)
{
    static char pages[128], rollup[4096];
    read_file("/proc/self/statm", pages, sizeof pages);
    read_file("/proc/self/smaps_rollup", rollup, sizeof rollup);
    const char *resident = strstr(rollup, "\nRss:");
    return (memory){
        .resident = resident ? 1024 * strtod(resident + strlen("\nRss:"), NULL) : 0,
        .reserved = strtod(pages, NULL) * (double)sysconf(_SC_PAGESIZE),
    };
}

static const char *in_unit(char text[static 24], double bytes)
{
    if (bytes < 1024)
        snprintf(text, 24, "%.0f B", bytes);
    else if (bytes < 1024 * 1024)
        snprintf(text, 24, "%.1f KiB", bytes / 1024);
    else
        snprintf(text, 24, "%.1f MiB", bytes / 1024 / 1024);
    return text;
}

// What `work` takes, for one of `count`.
static void print_cost(const char *name, void (*work)(void), int count)
{
    char resident[24], reserved[24];
    memory before = now();
    work();
    memory after = now();
    bench_row(name, in_unit(resident, (after.resident - before.resident) / count),
              in_unit(reserved, (after.reserved - before.reserved) / count), "");
}

static void init(void)
{
    if (sw_init("config/run_profiles.yaml", "debugging") != SW_OK)
        exit(EXIT_FAILURE);
}

static void one_scope(void)
{
    SW_SCOPE("scope");
}

static void fill_log(void)
{
    for (int i = 0; i < FULL_LOG; i++)
        one_scope();
}

static void *follow(void *unused)
{
    for (;;) {
        pthread_barrier_wait(&barrier);
        if (!work_of_threads)
            return unused;
        work_of_threads();
        pthread_barrier_wait(&barrier);
    }
}

static void let_threads_work(void)
{
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
}

static void nothing(void)
{
}

static void print_threads(void)
{
    pthread_t threads[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS + 1);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, follow, NULL) != 0)
            exit(EXIT_FAILURE);
    work_of_threads = nothing;
    let_threads_work(); // with their stacks in place
    work_of_threads = one_scope;
    print_cost("a further thread, with its first scope", let_threads_work, THREADS);
    work_of_threads = fill_log;
    print_cost("  and when it has filled its log", let_threads_work, THREADS);
    work_of_threads = NULL;
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&barrier);
}

static void register_names(int from, int to)
{
    for (int i = from; i < to; i++)
        handles[i] = sw_register(names[i]);
}

// With the log full at the end, so that all is in the statistics.
static void add_lengths(int from, int to, int octaves)
{
    for (int i = from; i < to; i++)
        for (int octave = 0; octave < octaves; octave++)
            sw_add_meas(names[i], (uint64_t)SHORTEST_NS << octave);
    fill_log();
}

static void register_and_measure_few(void)
{
    register_names(0, FEW);
    add_lengths(0, FEW, 1);
}

static void register_many(void)
{
    register_names(FEW, FEW + MANY);
}

static void measure_many(void)
{
    add_lengths(FEW, FEW + MANY, 1);
}

static void measure_many_lengths(void)
{
    add_lengths(FEW, FEW + MANY, 1 + OCTAVES);
}

static void push_and_pop_many(void)
{
    for (int i = FEW; i < FEW + MANY; i++) {
        sw_range_push_handle(handles[i]);
        sw_range_pop_handle(handles[i]);
    }
}

static void print_names(void)
{
    for (int i = 0; i < FEW + MANY; i++)
        snprintf(names[i], sizeof names[i], "layer.%04d.attention", i);
    fill_log();
    print_cost("each of the first 200 names, registered, measured", register_and_measure_few, FEW);
    print_cost("each of 2,000 further ones, registered", register_many, MANY);
    print_cost("  on a thread: measured, all of one length", measure_many, MANY);
    print_cost("  on a thread: lengths of a further power of two", measure_many_lengths, MANY * OCTAVES);
    print_cost("  on a thread: pushed and popped", push_and_pop_many, MANY);
}

static bool is_in_program(void)
{
    Dl_info library, program;
    return dladdr((void *)(uintptr_t)sw_init, &library) && dladdr((void *)(uintptr_t)print_names, &program) &&
           library.dli_fbase == program.dli_fbase;
}

int main(void)
{
    bench_head(is_in_program() ? "Memory, linked with libstepwatch.a" : "Memory, linked with libstepwatch.so",
               "resident", "reserved", "");
    now();
    print_cost("sw_init with a config file, all on", init, 1);
    print_cost("the first thread's first scope", one_scope, 1);
    print_threads();
    print_names();
    bench_end_quietly();
    return EXIT_SUCCESS;
}
