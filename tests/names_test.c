// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Names: equal texts are one name wherever they lie, different ones are not, and long ones are cut.

#include "support_recording.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/names.h"

enum { THREADS = 8, SHARED = 1000, MIB = 1 << 20 };

static uint32_t intern(const char *text)
{
    return sw__intern(text, strlen(text));
}

// A name of `length` bytes, all of one kind; the caller frees.
static char *name_of(size_t length, char fill)
{
    char *name = malloc(length + 1);
    memset(name, fill, length);
    name[length] = '\0';
    return name;
}

static void test_the_same_text_from_different_places_is_one_name(void)
{
    char first[] = "names: same text";
    char second[] = "names: same text";
    CU_ASSERT_NOT_EQUAL(intern(first), 0);
    CHECK_EQUAL(intern(first), intern(second));
    CHECK_EQUAL(sw_register(first).id, sw_register(second).id);
}

static void test_different_texts_are_different_names(void)
{
    CU_ASSERT_NOT_EQUAL(intern("names: a"), intern("names: b"));
    CU_ASSERT_NOT_EQUAL(intern("names: a"), intern("names: a "));
}

static void test_the_text_of_a_name_outlives_its_buffer(void)
{
    char buffer[] = "names: outlived";
    const sw_name name = sw_register(buffer);
    memset(buffer, 'x', sizeof buffer - 1);
    CHECK_TEXT(sw_name_text(name), "names: outlived");
}

static void test_any_bytes_can_be_in_a_name(void)
{
    CHECK_TEXT(sw_name_text(sw_register("a\"b\\c\n\x01\xff\xc3\xa9")), "a\"b\\c\n\x01\xff\xc3\xa9");
}

static void test_null_and_empty_names_are_no_names(void)
{
    CHECK_EQUAL(sw_register(NULL).id, 0);
    CHECK_EQUAL(sw_register("").id, 0);
    CHECK_TEXT(sw_name_text((sw_name){0}), "");
}

static void test_a_name_is_found_only_after_it_was_added(void)
{
    const char *text = "names: looked for";
    CHECK_EQUAL(sw__name_find(text, strlen(text)), 0);
    const uint32_t id = intern(text);
    CHECK_EQUAL(sw__name_find(text, strlen(text)), id);
}

static void test_a_text_need_not_be_terminated(void)
{
    CHECK_EQUAL(sw__intern("names: prefix and more", 13), intern("names: prefix"));
}

static void test_a_reused_buffer_with_a_new_text_is_a_new_name(void)
{
    static const char *const texts[] = {
        "reuse: one", "reuse: two", "reuse", "reuse: a name of many more bytes", "reuse: one of about as many bytes",
    };
    char buffer[64];
    session_open(0);
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < 5; i++) {
            strcpy(buffer, texts[i]);
            CHECK_EQUAL(sw_start_meas(buffer), SW_OK);
            CHECK_EQUAL(sw_end_meas(buffer), SW_OK);
        }
    for (int i = 0; i < 5; i++)
        CHECK_EQUAL(stats_of_meas(texts[i]).count, 3);
    session_close();
}

static void test_a_buffer_that_changes_between_start_and_end_names_another(void)
{
    char buffer[32] = "changed: before";
    session_open(0);
    CHECK_EQUAL(sw_start_meas(buffer), SW_OK);
    strcpy(buffer, "changed: after");
    CHECK_EQUAL(sw_end_meas(buffer), SW_ERR_UNKNOWN_NAME);
    CHECK_EQUAL(sw_end_meas("changed: before"), SW_OK);
    session_close();
}

static void check_emptied_buffer(const char *text)
{
    char buffer[64] = "";
    strcpy(buffer, text);
    CHECK_EQUAL(sw_start_meas(buffer), SW_OK);
    memset(buffer, 0, sizeof buffer);
    CHECK_EQUAL(sw_end_meas(buffer), SW_ERR_NAME);
    CHECK_EQUAL(sw_start_meas(buffer), SW_ERR_NAME);
    CHECK_EQUAL(stats_of_meas(text).running, 1);
    CHECK_EQUAL(sw_end_meas(text), SW_OK);
    CHECK_EQUAL(sw_start_meas(buffer), SW_ERR_NAME);
    CHECK_EQUAL(stats_of_meas(text).running, 0);
}

// On a real clock: what a call takes on its shortest way is at stake.
static void test_an_emptied_buffer_is_no_name(void)
{
    session_open_real(NULL);
    check_emptied_buffer("emptied: short");
    check_emptied_buffer("emptied: of some length more");
    check_emptied_buffer("emptied: a name that is longer than four words of memory");
    session_close();
}

static void check_length(size_t length)
{
    char *name = name_of(length, 'l');
    char *longer = name_of(length + 1, 'l');
    char *other = name_of(length, 'l');
    other[length - 1] = 'm';
    const uint32_t id = intern(name);
    CHECK_EQUAL(intern(name), id);
    CU_ASSERT_NOT_EQUAL(intern(longer), id);
    CU_ASSERT_NOT_EQUAL(intern(other), id);
    if (length <= SW__NAME_LENGTH)
        CHECK_TEXT(sw__name_text(id), name);
    make_pairs(name, 2);
    make_pairs(other, 3);
    make_pairs_by_handle(name, 1);
    CHECK_EQUAL(stats_of_meas(name).count, 3);
    CHECK_EQUAL(stats_of_meas(other).count, 3);
    free(name);
    free(longer);
    free(other);
}

static void test_names_of_all_lengths_are_told_apart(void)
{
    static const size_t lengths[] = {1, 7, 8, 15, 16, 17, 30, 31, 32, 33, 1000, 1001, MIB};
    session_open_real(NULL);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        check_length(lengths[i]);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_a_long_name_is_cut_and_marked(void)
{
    char *name = name_of(MIB, 'c');
    const char *text = sw_name_text(sw_register(name));
    CU_ASSERT_TRUE(strlen(text) < SW__NAME_LENGTH + 100);
    CHECK_EQUAL(strspn(text, "c"), SW__NAME_LENGTH);
    CHECK_HAS(text, "1048576");
    free(name);
}

static void test_long_names_with_the_same_beginning_stay_apart(void)
{
    char *one = name_of(MIB, 's');
    char *two = name_of(MIB, 's');
    two[MIB - 1] = 't';
    CU_ASSERT_NOT_EQUAL(intern(one), intern(two));
    CU_ASSERT_NOT_EQUAL(strcmp(sw__name_text(intern(one)), sw__name_text(intern(two))), 0);
    free(one);
    free(two);
}

static void check_at_page_end(char *end, size_t length)
{
    char *name = end - length - 1;
    memset(name, 'p', length);
    name[length] = '\0';
    CHECK_EQUAL(sw_start_meas(name), SW_OK);
    CHECK_EQUAL(sw_end_meas(name), SW_OK);
    CHECK_EQUAL(sw_start_meas(name), SW_OK);
    CHECK_EQUAL(sw_end_meas(name), SW_OK);
    CHECK_EQUAL(stats_of_meas(name).count, 2);
}

static void test_names_are_not_read_beyond_the_end_of_their_page(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CU_ASSERT_FATAL(pages != MAP_FAILED && mprotect(pages + page, page, PROT_NONE) == 0);
    session_open_real(NULL);
    for (size_t length = 1; length <= 70; length++)
        check_at_page_end(pages + page, length);
    session_close();
    munmap(pages, 2 * page);
}

static void *intern_shared(void *argument)
{
    uint32_t *ids = argument;
    char text[32];
    for (int i = 0; i < SHARED; i++) {
        snprintf(text, sizeof text, "shared name %d", i);
        ids[i] = intern(text);
    }
    return NULL;
}

static void test_threads_that_add_the_same_names_get_the_same(void)
{
    static uint32_t ids[THREADS][SHARED];
    char text[32];
    run_on_threads(THREADS, intern_shared, ids, sizeof ids[0]);
    for (int t = 1; t < THREADS; t++)
        CHECK_EQUAL(memcmp(ids[t], ids[0], sizeof ids[0]), 0);
    for (int i = 0; i < SHARED; i++) {
        snprintf(text, sizeof text, "shared name %d", i);
        CHECK_TEXT(sw__name_text(ids[0][i]), text);
    }
}

CU_TestInfo names_tests[] = {
    {"the same text from different places is one name", test_the_same_text_from_different_places_is_one_name},
    {"different texts are different names", test_different_texts_are_different_names},
    {"the text of a name outlives its buffer", test_the_text_of_a_name_outlives_its_buffer},
    {"any bytes can be in a name", test_any_bytes_can_be_in_a_name},
    {"NULL and empty names are no names", test_null_and_empty_names_are_no_names},
    {"a name is found only after it was added", test_a_name_is_found_only_after_it_was_added},
    {"a text need not be terminated", test_a_text_need_not_be_terminated},
    {"a reused buffer with a new text is a new name", test_a_reused_buffer_with_a_new_text_is_a_new_name},
    {"a buffer that changes between start and end names another",
     test_a_buffer_that_changes_between_start_and_end_names_another},
    {"an emptied buffer is no name", test_an_emptied_buffer_is_no_name},
    {"names of all lengths are told apart", test_names_of_all_lengths_are_told_apart},
    {"a long name is cut and marked", test_a_long_name_is_cut_and_marked},
    {"long names with the same beginning stay apart", test_long_names_with_the_same_beginning_stay_apart},
    {"names are not read beyond the end of their page", test_names_are_not_read_beyond_the_end_of_their_page},
    {"threads that add the same names get the same", test_threads_that_add_the_same_names_get_the_same},
    CU_TEST_INFO_NULL,
};
