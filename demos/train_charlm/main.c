// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// train_charlm: trains a small language model on text, character by character, and shows how a training program is
// instrumented with stepwatch.
//
//     build/demos/train_charlm --profile evaluation
//
// What to read, to learn how it is done:
//     main.c        sw_init() and sw_finalize(), once per program
//     runner.c      iterations, a pause for evaluation, values, one-time measurements
//     model.c       scopes around the forward and the backward pass; more of them inside, in attention.c, mlp.c, ...
//     attention.c   a measurement by handle, where it runs thousands of times a second
//     optimizer.c   ranges, with the names that their pops expect
//     prefetch.c    a measurement on a second thread
//     linear.c      operators, with shapes and FLOPs; those of them that cost most are printed by operators.c
//
// None of these files passes anything about stepwatch to another one. What the calls do is decided by the run profile,
// in config/run_profiles.yaml: `training` records nothing, `operators` shows which of them cost most, `debugging` finds the
// range that --plant-mismatch leaks.

#include <cblas.h>
#include <ctype.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <stepwatch/stepwatch.h>

#include "../common/command_line.h"
#include "operators.h"
#include "runner.h"

enum { MAX_STEPS = 10000000 };

struct arguments {
    const char *config;
    const char *profile; ///< NULL: STEPWATCH_PROFILE, or else the config file, decides
    struct run_options run;
};

static const struct arguments DEFAULTS = {
    .config = "config/run_profiles.yaml",
    .run = {.text_path = "/usr/share/common-licenses", .steps = 450, .seed = 1},
};

static _Noreturn void show_help(void)
{
    printf("usage: train_charlm [options] [PATH]\n"
           "Trains a small language model on the text at PATH, a file or a folder of files\n"
           "(default: %s).\n"
           "\n"
           "  --profile NAME    the run profile: training, evaluation, profiling, operators,\n"
           "                    debugging, or one of your own (default: what the config file says)\n"
           "  --config PATH     the file of run profiles (default: %s)\n"
           "  --steps N         training steps (default: %" PRIu64 ", about 20 seconds on a slow core)\n"
           "  --seed N          start of the random numbers (default: %" PRIu64 ")\n"
           "  --plant-mismatch  leak a range half-way; the profile `debugging` finds it\n"
           "  --help            show this text\n",
           DEFAULTS.run.text_path, DEFAULTS.config, DEFAULTS.run.steps, DEFAULTS.run.seed);
    exit(EXIT_SUCCESS);
}

static struct arguments parse_arguments(int argc, char **argv)
{
    static const struct option OPTIONS[] = {
        {"profile", required_argument, NULL, 'p'},
        {"config", required_argument, NULL, 'c'},
        {"steps", required_argument, NULL, 'n'},
        {"seed", required_argument, NULL, 's'},
        {"plant-mismatch", no_argument, NULL, 'm'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    struct arguments parsed = DEFAULTS;
    for (int option; (option = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1;)
        switch (option) {
        case 'p':
            parsed.profile = optarg;
            break;
        case 'c':
            parsed.config = optarg;
            break;
        case 'n':
            parsed.run.steps = command_line_number("--steps", optarg, 1, MAX_STEPS);
            break;
        case 's':
            parsed.run.seed = command_line_number("--seed", optarg, 0, UINT64_MAX);
            break;
        case 'm':
            parsed.run.plant_mismatch = true;
            break;
        case 'h':
            show_help();
        default:
            command_line_fail_option();
        }
    if (optind < argc)
        parsed.run.text_path = argv[optind++];
    if (optind < argc)
        command_line_fail("too many arguments: '%s'; one PATH is enough", argv[optind]);
    return parsed;
}

static void print_result(const struct run_result *result)
{
    printf("loss in nats per character: %.3f over the first %" PRIu64 " steps, %.3f over the last (%.2f of it), "
           "%.3f on held-out text\n",
           result->first_loss, result->averaged, result->last_loss, result->last_loss / result->first_loss,
           result->held_out_loss);
    puts("a sample of what it writes:");
    for (const char *character = result->sample; *character != '\0'; character++)
        putchar(isprint((unsigned char)*character) || *character == '\n' ? *character : ' ');
    putchar('\n');
    fflush(stdout); // before the summary, which goes to stderr
}

int main(int argc, char **argv)
{
    const struct arguments arguments = parse_arguments(argc, argv);
    // OpenBLAS has a worker for each core, and its workers spin while they wait: between products this small they would
    // keep all cores busy and blur the times. With one thread set, they spin for a moment longer and then go to sleep.
    openblas_set_num_threads(1);
    sw_init(arguments.config, arguments.profile); // a mistake in the file is reported, and the run goes on without it
    report_operators();
    struct run_result result;
    struct failure failure;
    const bool trained = run_training(&arguments.run, &result, &failure);
    if (trained)
        print_result(&result);
    else
        fprintf(stderr, "train_charlm: %s\n", failure.text);
    sw_finalize();
    return trained ? EXIT_SUCCESS : EXIT_FAILURE;
}
