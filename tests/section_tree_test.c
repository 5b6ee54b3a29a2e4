// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The tree of the sections, of many that nest at random.

#include "support_profiler.h"

#include "base/clock.h"
#include "profiler/section_tree.h"

// Sections on a clock that steps between two calls by 0 to 7 ns, at random from a fixed seed.
static void nest_at_random(unsigned calls)
{
    static const char *const names[] = {"a", "b", "c"};
    uint64_t now = 0, random = 88172645463325252;
    unsigned depth = 0;
    for (unsigned i = 0; i < calls || depth; i++) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        now += random % 8;
        sw__clock_set(now);
        const bool begins = i < calls && depth < 12 && (depth == 0 || random >> 32 & 1);
        CHECK_EQUAL(begins ? sw_section_begin(names[random >> 40 & 1 ? random % 3 : 0]) : sw_section_end(NULL), SW_OK);
        depth += begins ? 1 : -1U;
    }
}

static void test_no_section_is_shorter_than_what_lies_inside(void)
{
    sw__reading reading;
    sw__section_tree tree;
    uint64_t pairs = 0;
    profile(NULL);
    nest_at_random(20000);
    CHECK_EQUAL(sw__reading_take(&reading), SW_OK);
    const sw__cycles cycles = sw__cycles_now();
    CU_ASSERT_TRUE_FATAL(sw__section_tree_take(&tree, &reading, &cycles));
    for (uint32_t i = 0; i < tree.count; i++) {
        double inside = 0;
        for (uint32_t child = i + 1; child < tree.count && tree.nodes[child].depth > tree.nodes[i].depth; child++)
            inside += tree.nodes[child].parent == i ? tree.nodes[child].run.row.total_ns : 0;
        CU_ASSERT_TRUE(tree.nodes[i].run.row.total_ns >= inside);
        CHECK_NEAR(tree.nodes[i].run.inside_ns, inside, 0);
        pairs += tree.nodes[i].run.row.count;
    }
    CU_ASSERT_TRUE(pairs >= 10000 && tree.count > 100);
    sw__section_tree_free(&tree);
    sw__reading_free(&reading);
    session_close();
}

CU_TestInfo section_tree_tests[] = {
    {"no section is shorter than what lies inside", test_no_section_is_shorter_than_what_lies_inside},
    CU_TEST_INFO_NULL,
};
