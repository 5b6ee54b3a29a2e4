// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The objects of stepwatch.hpp: prints, for each way out of a block, how many intervals and ranges of a name there are.

#include <stepwatch/stepwatch.hpp>

#include <stdexcept>
#include <string>
#include <type_traits>

static_assert(!std::is_copy_constructible_v<sw::scope> && !std::is_move_constructible_v<sw::scope>);

static void print(const char *name)
{
    sw_meas_stats meas = {};
    sw_range_stats ranges = {};
    sw_get_meas_stats(name, &meas);
    sw_get_range_stats(name, &ranges);
    std::printf("%s: %d measured, %d running, %d ranges, %d leaked\n", name, static_cast<int>(meas.count),
                static_cast<int>(meas.running), static_cast<int>(ranges.pushed), static_cast<int>(ranges.leaked));
}

static void print_sections(const char *metric)
{
    double count = 0;
    sw_get_metric(metric, &count);
    std::printf("%s %g\n", metric, count);
}

static int leave_by_return()
{
    const sw::scope scope("return");
    return 1;
}

static void throw_at(int depth)
{
    sw::scope scope{"exception"};
    sw::measurement measurement("exception, measured");
    sw::range range("exception, a range");
    sw::section section("exception, a section");
    if (depth == 0)
        throw std::runtime_error("out");
    throw_at(depth - 1);
}

static void leave_by_exception()
{
    try {
        throw_at(2);
    } catch (const std::runtime_error &) {
        sw::scope scope("catch");
    }
}

static void use_handles(sw_name name)
{
    auto scope = sw::scope(name);
    sw::measurement measurement(name); // runs already, and is left alone
    sw::range range(name);
}

static void make_names(int layers)
{
    for (int i = 0; i < layers; i++) {
        const std::string text = "layer " + std::to_string(i % 2);
        sw::scope scope(text.c_str());
    }
}

static int leak()
{
    sw::range range("leaking");
    sw_range_push("leaked");
    return __LINE__ - 2;
}

int main()
{
    if (sw_init(nullptr, nullptr) != SW_OK)
        return 1;
    leave_by_return();
    leave_by_exception();
    use_handles(sw_register("handle"));
    make_names(4);
    for (const char *name :
         {"return", "exception", "exception, measured", "exception, a range", "catch", "handle", "layer 0", "layer 1"})
        print(name);
    std::printf("range of line %d is closed\n", leak());
    const bool finished = sw_finish_iter() == SW_OK;
    print_sections("exception_count");
    print_sections("exception, measured_count");
    print_sections("exception, a section_count");
    return finished ? 0 : 1;
}
