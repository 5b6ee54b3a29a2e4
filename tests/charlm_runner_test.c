// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What a run of the demo reads, in which pieces, and that it repeats itself.

#include "test.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../demos/train_charlm/corpus.h"
#include "../demos/train_charlm/prefetch.h"
#include "../demos/train_charlm/runner.h"

// A folder of its own below the build folder; the paths of files in it are made by path_in().
static char folder[256];

static const char *path_in(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void create_folder(void)
{
    snprintf(folder, sizeof folder, "%s/charlm_XXXXXX", BUILD_DIR);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
}

static void write_file(const char *name, const char *text, int times)
{
    FILE *file = fopen(path_in(name), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    for (int i = 0; i < times; i++)
        fputs(text, file);
    fclose(file);
}

static void test_folder_is_read_sorted_and_without_links(void)
{
    struct corpus corpus;
    struct failure failure = {""};
    create_folder();
    write_file("b", "xz", 30);
    write_file("a", "y", 7);
    CU_ASSERT(symlink("b", path_in("c")) == 0 && mkdir(path_in("d"), 0700) == 0);
    CU_ASSERT_FATAL(corpus_read(&corpus, folder, 4, &failure));
    CHECK_EQUAL(corpus.length, 67);
    CHECK_EQUAL(corpus.training_length, 61);
    CHECK_EQUAL(corpus.vocabulary, 3);
    static const uint8_t symbols[] = {1, 1, 1, 1, 1, 1, 1, 0, 2, 0, 2};
    CU_ASSERT(memcmp(corpus.symbols, symbols, sizeof symbols) == 0);
    CU_ASSERT(memcmp(corpus.characters, "xyz", 3) == 0);
    corpus_free(&corpus);
    unlink(path_in("a"));
    unlink(path_in("b"));
    unlink(path_in("c"));
    rmdir(path_in("d"));
    rmdir(folder);
}

static void check_corpus_fails(const char *path, const char *reason)
{
    struct corpus corpus;
    struct failure failure = {""};
    CU_ASSERT_FALSE(corpus_read(&corpus, path, 4, &failure));
    CHECK_HAS(failure.text, path);
    CHECK_HAS(failure.text, reason);
}

static void test_corpus_errors_name_the_path(void)
{
    create_folder();
    check_corpus_fails(path_in("missing"), "No such file or directory");
    check_corpus_fails(folder, "holds no regular file");
    write_file("short", "text", 12);
    check_corpus_fails(path_in("short"), "holds 48 characters; at least 50 are needed");
    write_file("same", "a", 100);
    check_corpus_fails(path_in("same"), "nothing to learn");
    CU_ASSERT(mkfifo(path_in("fifo"), 0600) == 0);
    check_corpus_fails(path_in("fifo"), "neither a file nor a folder");
    unlink(path_in("short"));
    unlink(path_in("same"));
    unlink(path_in("fifo"));
    rmdir(folder);
}

static void test_batches_are_pieces_of_the_training_part(void)
{
    enum { LENGTH = 4, COUNT = 20, TRAINING = 23 };
    uint8_t symbols[40];
    for (int i = 0; i < 40; i++)
        symbols[i] = (uint8_t)i;
    const struct corpus corpus = {.symbols = symbols, .length = 40, .training_length = TRAINING, .vocabulary = 40};
    struct prefetch *prefetch = prefetch_start(&corpus, 3, LENGTH, 1, COUNT);
    CU_ASSERT_PTR_NOT_NULL_FATAL(prefetch);
    int largest = 0;
    for (int i = 0; i < COUNT; i++) {
        const struct batch *batch = prefetch_next(prefetch);
        for (int j = 0; j < batch_characters(batch); j++) {
            CHECK_EQUAL(batch->inputs[j], batch->inputs[j - j % LENGTH] + j % LENGTH);
            CHECK_EQUAL(batch->targets[j], batch->inputs[j] + 1);
            largest = batch->targets[j] > largest ? batch->targets[j] : largest;
        }
    }
    CHECK_EQUAL(largest, TRAINING - 1);
    prefetch_stop(prefetch);
}

static void test_prefetch_can_be_stopped_in_the_middle(void)
{
    uint8_t symbols[40] = {0};
    const struct corpus corpus = {.symbols = symbols, .length = 40, .training_length = 36, .vocabulary = 1};
    struct prefetch *prefetch = prefetch_start(&corpus, 1, 4, 1, UINT64_MAX);
    CU_ASSERT_PTR_NOT_NULL_FATAL(prefetch);
    CU_ASSERT_PTR_NOT_NULL(prefetch_next(prefetch));
    prefetch_stop(prefetch);
}

static void run(struct run_result *result)
{
    const struct run_options options = {.text_path = path_in("text"), .steps = 2, .seed = 1};
    struct failure failure = {""};
    memset(result, 0, sizeof *result);
    if (!run_training(&options, result, &failure))
        FAIL("%s", failure.text);
}

static void test_runs_of_one_seed_are_the_same(void)
{
    struct run_result first, second;
    openblas_set_num_threads(1);
    create_folder();
    write_file("text", "the quick brown fox jumps over the lazy dog\n", 40);
    run(&first);
    run(&second);
    CU_ASSERT(memcmp(&first, &second, sizeof first) == 0);
    CHECK_EQUAL(strlen(first.sample), SAMPLE_CHARACTERS);
    unlink(path_in("text"));
    rmdir(folder);
}

static void test_run_without_text_says_why(void)
{
    const struct run_options options = {.text_path = "no/such/text", .steps = 1, .seed = 1};
    struct run_result result;
    struct failure failure = {""};
    CU_ASSERT_FALSE(run_training(&options, &result, &failure));
    CHECK_TEXT(failure.text, "cannot open no/such/text: No such file or directory");
}

CU_TestInfo charlm_runner_tests[] = {
    {"a folder is read sorted and without links", test_folder_is_read_sorted_and_without_links},
    {"corpus errors name the path", test_corpus_errors_name_the_path},
    {"batches are pieces of the training part", test_batches_are_pieces_of_the_training_part},
    {"prefetch can be stopped in the middle", test_prefetch_can_be_stopped_in_the_middle},
    {"runs of one seed are the same", test_runs_of_one_seed_are_the_same},
    {"a run without text says why", test_run_without_text_says_why},
    CU_TEST_INFO_NULL,
};
