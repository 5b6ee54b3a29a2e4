// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "arguments.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../common/command_line.h"
#include "profiler_options.h"

enum { MIN_SIZE = 16, MAX_SIZE = 4096, MAX_ITERATIONS = 1000000 };

static const double MIN_BLUR_WIDTH = 0.1, MAX_NOISE = 1.0, MAX_STRENGTH = 10.0;

static const char SHIPPED_CONFIG[] = "config/run_profiles.yaml";

static const struct solver *const SOLVERS[] = {&plug_and_play_solver, &unrolled_solver};

enum option_value {
    SOLVER = 256,
    ITERATIONS,
    SIZE,
    BLUR,
    BLUR_WIDTH,
    NOISE,
    STRENGTH,
    SEED,
    OUTPUT,
    OUTPUT_BLURRED,
    SAVE_EVERY,
    PROFILE,
    CONFIG,
    FIRST_OF_PROFILER,
};

static const struct option OWN_OPTIONS[] = {
    {"solver", required_argument, NULL, SOLVER},
    {"iterations", required_argument, NULL, ITERATIONS},
    {"size", required_argument, NULL, SIZE},
    {"blur", required_argument, NULL, BLUR},
    {"blur-width", required_argument, NULL, BLUR_WIDTH},
    {"noise", required_argument, NULL, NOISE},
    {"strength", required_argument, NULL, STRENGTH},
    {"seed", required_argument, NULL, SEED},
    {"output", required_argument, NULL, OUTPUT},
    {"output-blurred", required_argument, NULL, OUTPUT_BLURRED},
    {"save-every", required_argument, NULL, SAVE_EVERY},
    {"profile", required_argument, NULL, PROFILE},
    {"config", required_argument, NULL, CONFIG},
    {"help", no_argument, NULL, 'h'},
};

enum { OWN_COUNT = sizeof OWN_OPTIONS / sizeof *OWN_OPTIONS };

static _Noreturn void show_help(void)
{
    printf("usage: pnp_solver [options] [IMAGE]\n"
           "Blurs an image, adds noise, and restores it. IMAGE is a PGM file; without one it is the\n"
           "Shepp-Logan phantom.\n"
           "\n"
           "  --solver NAME             pnp: plug-and-play iterations, or unrolled: training of\n"
           "                            unrolled ones, an epoch an iteration (pnp)\n"
           "  --iterations N            how many (%d, or %d epochs)\n"
           "  --size N                  of the phantom, in pixels each way (256)\n"
           "  --blur NAME               gaussian, or motion (gaussian)\n"
           "  --blur-width X            its deviation, or length, in pixels (1.5, or 9)\n"
           "  --noise X                 its deviation; white is 1 (0.01)\n"
           "  --strength X              how much pnp denoises (by the noise)\n"
           "  --seed N                  start of the random numbers (1)\n"
           "  --output FILE             write the restored image, as a PGM\n"
           "  --output-blurred FILE     write the blurred image\n"
           "  --save-every N            write the restored image after every N iterations, too\n"
           "\n"
           "What is measured is decided by a run profile, and by these options, which win over it:\n"
           "\n"
           "  --profile NAME            the run profile (what the config file says)\n"
           "  --config FILE             the file of run profiles (%s, if there is one)\n",
           plug_and_play_solver.iterations, unrolled_solver.iterations, SHIPPED_CONFIG);
    profiler_options_help();
    puts("  -h, --help                show this text");
    exit(EXIT_SUCCESS);
}

static const struct solver *solver_of(const char *name)
{
    for (size_t i = 0; i < sizeof SOLVERS / sizeof *SOLVERS; i++)
        if (strcmp(SOLVERS[i]->name, name) == 0)
            return SOLVERS[i];
    command_line_fail("--solver: '%s'; it is pnp or unrolled", name);
}

static bool is_motion(const char *name)
{
    if (strcmp(name, "gaussian") != 0 && strcmp(name, "motion") != 0)
        command_line_fail("--blur: '%s'; it is gaussian or motion", name);
    return *name == 'm';
}

static int whole(const char *option, uint64_t minimum, uint64_t maximum)
{
    return (int)command_line_number(option, optarg, minimum, maximum);
}

/// Takes an option that says what is to be solved; false if it is another one.
static bool take_problem_option(int value, struct problem_options *problem)
{
    switch (value) {
    case SIZE:
        problem->size = whole("--size", MIN_SIZE, MAX_SIZE);
        return true;
    case BLUR:
        problem->motion = is_motion(optarg);
        return true;
    case BLUR_WIDTH:
        problem->blur_width = command_line_real("--blur-width", optarg, MIN_BLUR_WIDTH, KERNEL_MAX_LENGTH);
        return true;
    case NOISE:
        problem->noise = command_line_real("--noise", optarg, 0.0, MAX_NOISE);
        return true;
    case STRENGTH:
        problem->strength = command_line_real("--strength", optarg, 0.0, MAX_STRENGTH);
        return true;
    case SEED:
        problem->seed = command_line_number("--seed", optarg, 0, UINT64_MAX);
        return true;
    default:
        return false;
    }
}

static void take_option(int value, struct arguments *arguments)
{
    struct run_options *run = &arguments->run;
    if (take_problem_option(value, &arguments->problem))
        return;
    switch (value) {
    case SOLVER:
        run->solver = solver_of(optarg);
        break;
    case ITERATIONS:
        run->iterations = whole("--iterations", 1, MAX_ITERATIONS);
        break;
    case OUTPUT:
        run->output_path = optarg;
        break;
    case OUTPUT_BLURRED:
        arguments->observed_path = optarg;
        break;
    case SAVE_EVERY:
        run->save_every = whole("--save-every", 1, MAX_ITERATIONS);
        break;
    case PROFILE:
        arguments->profile = optarg;
        break;
    case CONFIG:
        arguments->config = optarg;
        break;
    case 'h':
        show_help();
    default:
        command_line_fail_option();
    }
}

/// What no single option can see.
static void check(const struct arguments *arguments)
{
    if (arguments->run.save_every > 0 && arguments->run.output_path == NULL)
        command_line_fail("--save-every needs --output");
    if (!arguments->problem.motion && arguments->problem.blur_width > KERNEL_MAX_DEVIATION)
        command_line_fail("--blur-width: %g; a gaussian has room for %g at most", arguments->problem.blur_width,
                          KERNEL_MAX_DEVIATION);
}

struct arguments arguments_parse(int argc, char **argv)
{
    struct option options[OWN_COUNT + PROFILER_OPTIONS + 1] = {0};
    // A file that is named must be there. This one need not, so that the program runs in any folder.
    struct arguments arguments = {
        .config = access(SHIPPED_CONFIG, R_OK) == 0 ? SHIPPED_CONFIG : NULL,
        .problem = {.size = 256, .noise = 0.01, .seed = 1},
        .run = {.solver = &plug_and_play_solver},
    };
    memcpy(options, OWN_OPTIONS, sizeof OWN_OPTIONS);
    profiler_options_add(options + OWN_COUNT, FIRST_OF_PROFILER);
    for (int value; (value = getopt_long(argc, argv, "h", options, NULL)) != -1;)
        if (value >= FIRST_OF_PROFILER) {
            profiler_options_take(value - FIRST_OF_PROFILER, optarg);
            arguments.asks_profiler = true;
        } else {
            take_option(value, &arguments);
        }
    if (optind < argc)
        arguments.problem.image_path = argv[optind++];
    if (optind < argc)
        command_line_fail("too many arguments: '%s'; one IMAGE is enough", argv[optind]);
    check(&arguments);
    return arguments;
}
