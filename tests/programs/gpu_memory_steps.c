// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What is allocated in sections and iterations.

#include "gpu_scenario.h"

static void run_nested(void)
{
    use_gpu();
    sw_section_begin("outer");
    allocate(100);
    section("inner", 50);
    allocate(10);
    sw_section_end("outer");
    finish();
    show("outer");
    show("inner");
}

static void run_outer_peak_comes_first(void)
{
    use_gpu();
    sw_section_begin("outer");
    touch(100);
    section("inner", 10);
    sw_section_end("outer");
    finish();
    show("outer");
    show("inner");
}

static void run_siblings(void)
{
    use_gpu();
    section("a", 100);
    section("b", 30);
    finish();
    show("a");
    show("b");
}

static void run_outside(void)
{
    use_gpu();
    allocate(5);
    touch(200);
    section("a", 10);
    touch(100);
    finish();
    show("a");
}

static void run_recursion(void)
{
    use_gpu();
    sw_section_begin("a");
    allocate(10);
    section("a", 20);
    allocate(-10);
    sw_section_end("a");
    finish();
    show("a");
}

static void run_repeated(void)
{
    use_gpu();
    section("a", 10);
    section("a", 30);
    section("a", 20);
    finish();
    show("a");
}

static void run_crossing(void)
{
    use_gpu();
    sw_section_begin("a");
    touch(80);
    sw_section_begin("b");
    touch(50);
    sw_section_end("a");
    touch(60);
    sw_section_end("b");
    finish();
    show("a");
    show("b");
}

static void run_iterations(void)
{
    use_gpu();
    section("a", 100);
    finish();
    show("a");
    section("a", 10);
    finish();
    show("a");
    section("a", 5);
    finish();
    show("a");
    finish();
    show("a");
}

static void run_handles_and_scopes(void)
{
    use_gpu();
    const sw_name name = sw_register("handle");
    sw_section_begin_handle(name);
    touch(10);
    sw_section_end_handle(name);
    {
        SW_SCOPE("scope");
        touch(20);
        section("inside", 30);
    }
    finish();
    show("handle");
    show("scope");
    show("inside");
}

static void *hold_section(void *unused)
{
    sw_section_begin("held");
    wait_turn();
    wait_turn();
    sw_section_end("held");
    section("later", 5);
    return unused;
}

static void make_section(void)
{
    wait_turn();
    section("a", 100);
    wait_turn();
}

static void run_threads(void)
{
    use_gpu();
    run_beside(hold_section, make_section);
    finish();
    show("a");
    show("held");
    show("later");
}

static void *hold_section_over_the_edge(void *unused)
{
    sw_section_begin("held");
    touch(70);
    wait_turn();
    wait_turn();
    touch(20);
    sw_section_end("held");
    return unused;
}

static void finish_in_between(void)
{
    wait_turn();
    finish();
    show("held");
    wait_turn();
}

static void run_over_the_edge(void)
{
    use_gpu();
    run_beside(hold_section_over_the_edge, finish_in_between);
    finish();
    show("held");
}

static void run_reserved(void)
{
    use_gpu();
    gpu->occupy(0, 250);
    touch(100);
    finish_showing_all();
    touch(40);
    finish_showing_all();
}

static void run_snapshot(void)
{
    use_gpu();
    gpu->occupy(0, 250);
    allocate(30);
    sw_mem_snapshot("now");
    touch(100);
    finish();
    show_as("now_allocated_gpu_mb", "allocated");
    show_as("now_free_gpu_mb", "free");
}

static void run_pause(void)
{
    use_gpu();
    touch(10);
    sw_section_begin("open");
    sw_pause();
    touch(100);
    section("paused", 50);
    sw_resume();
    touch(20);
    sw_section_end("open");
    finish();
    show("open");
    show("paused");
}

static void run_begin(void)
{
    use_gpu();
    touch(100);
    sw_begin_iter();
    touch(10);
    finish();
}

// More marks in a row that are lower than the one before than can be kept.
static void run_many(void)
{
    enum { MANY = 70000 };
    use_gpu();
    allocate(MANY);
    sw_section_begin("outer");
    for (int i = 0; i < MANY; i++) {
        sw_section_begin("a");
        allocate(-1);
        sw_section_end("a");
    }
    sw_section_end("outer");
    section("after", MANY);
    finish();
    show("outer");
    show("after");
}

static void *make_sections(void *unused)
{
    for (int i = 0; i < 500; i++) {
        sw_section_begin("outer");
        section("inner", i % 7);
        sw_section_end("outer");
    }
    return unused;
}

static void run_storm(void)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    use_gpu();
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, make_sections, NULL) != 0)
            exit(EXIT_FAILURE);
    for (int i = 0; i < 100; i++) {
        sw_finish_iter();
        sw_pause();
        sw_resume();
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    sw_finish_iter();
    allocate(100);
    section("outer", 0);
    finish();
    show("outer");
}

static const scenario scenarios[] = {
    SCENARIO(nested),     SCENARIO(outer_peak_comes_first),
    SCENARIO(siblings),   SCENARIO(snapshot),
    SCENARIO(outside),    SCENARIO(recursion),
    SCENARIO(repeated),   SCENARIO(crossing),
    SCENARIO(iterations), SCENARIO(handles_and_scopes),
    SCENARIO(threads),    SCENARIO(over_the_edge),
    SCENARIO(reserved),   SCENARIO(pause),
    SCENARIO(begin),      SCENARIO(many),
    SCENARIO(storm),
};

int main(int argc, char **argv)
{
    return run_scenario(scenarios, sizeof scenarios / sizeof *scenarios, argc, argv);
}
