// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Scopes in C++: prints how many intervals each way out of a block has closed, and what is still running.

#include <stepwatch/stepwatch.h>

#include <cstdio>
#include <stdexcept>

static unsigned long long running;

static void print(const char *name)
{
    sw_meas_stats stats = {};
    sw_get_meas_stats(name, &stats);
    std::printf("%s %llu\n", name, static_cast<unsigned long long>(stats.count));
    running += stats.running;
}

static int leave_by_return()
{
    SW_SCOPE("return");
    return 1;
}

static void leave_by_exception(int depth)
{
    SW_SCOPE_HANDLE(sw_register("exception"));
    if (depth == 0)
        throw std::runtime_error("out");
    SW_SCOPE("exception");
    leave_by_exception(depth - 1);
}

static bool catch_it()
{
    try {
        leave_by_exception(3);
    } catch (const std::runtime_error &) {
        return true;
    }
    return false;
}

int main()
{
    sw_set_message_handler([](sw_status, const char *text, void *) { std::printf("%s\n", text); }, nullptr);
    if (sw_stopwatch_enable(nullptr) != SW_OK)
        return 1;
    {
        SW_SCOPE("end");
    }
    const auto function = [] { SW_SCOPE("lambda"); };
    function();
    if (leave_by_return() != 1 || !catch_it() || !catch_it())
        return 1;
    for (const char *name : {"end", "return", "exception", "lambda"})
        print(name);
    std::printf("running %llu\n", running);
    return sw_finish_iter() == SW_OK ? 0 : 1;
}
