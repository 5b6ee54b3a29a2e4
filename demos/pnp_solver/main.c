// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// pnp_solver: restores a blurred image, and shows how an iterative solver is profiled with stepwatch: each iteration prints
// how good the image is, and where the time of that iteration went.
//
//     build/demos/pnp_solver --profiler-mode custom
//     build/demos/pnp_solver --profiler-mode custom --solver unrolled --output restored.pgm photo.pgm
//
// What to read, to learn how it is done:
//     profiled_run.c      the loop: iterations, the score inside of them, a pause for what is no part of them
//     iteration_table.c   the metrics of an iteration, by their names
//     plug_and_play.c     sections by scopes
//     unrolled.c          sections alone, by handle, several times an iteration
//     profiler_options.c  options of the command line on top of a run profile
//
// Both solvers are behind one interface, solver.h, and neither knows whether it is profiled.

#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <stepwatch/stepwatch.h>

#include "../common/command_line.h"
#include "arguments.h"
#include "pgm.h"

static void print_problem(const struct arguments *arguments, const struct problem *problem)
{
    const char *path = arguments->problem.image_path;
    printf("%s, %d x %d pixels, %s blur of %g pixels, noise %g: PSNR %.2f dB\n",
           path != NULL ? path : "Shepp-Logan phantom", problem->truth.width, problem->truth.height, problem->blur_name,
           problem->blur_width, problem->noise, image_psnr(&problem->observed, &problem->truth));
    if (!arguments->asks_profiler && !sw_profiler_is_enabled())
        puts("The run profile has no profiler, so there are no metrics; try --profiler-mode custom");
}

static void print_result(const struct arguments *arguments, const struct problem *problem, double psnr)
{
    const double before = image_psnr(&problem->observed, &problem->truth);
    printf("restored: %.2f dB", psnr);
    if (isfinite(before))
        printf(", %+.2f dB", psnr - before);
    putchar('\n');
    if (arguments->run.output_path != NULL)
        printf("written to %s\n", arguments->run.output_path);
    fflush(stdout); // before the summary, which goes to stderr
}

static bool solve(const struct arguments *arguments, struct problem *problem, struct failure *failure)
{
    double psnr;
    sw_start_one_time_measurement("create_problem");
    const bool created = problem_create(problem, &arguments->problem, failure);
    sw_end_one_time_measurement("create_problem");
    if (!created)
        return false;
    print_problem(arguments, problem);
    if (arguments->observed_path != NULL && !pgm_write(arguments->observed_path, &problem->observed, failure))
        return false;
    if (!profiled_run(&arguments->run, problem, &psnr, failure))
        return false;
    print_result(arguments, problem, psnr);
    return true;
}

int main(int argc, char **argv)
{
    const struct arguments arguments = arguments_parse(argc, argv);
    // OpenBLAS has a worker for each core, and its workers spin while they wait: between products this small they would
    // keep all cores busy and blur the times. With one thread set, they spin for a moment longer and then go to sleep.
    openblas_set_num_threads(1);
    // A mistake in the file is reported, and the run goes on without it; one on the command line is not what was asked for.
    if (sw_init(arguments.config, arguments.profile) != SW_OK && arguments.asks_profiler)
        return EXIT_USAGE;
    struct problem problem;
    struct failure failure;
    const bool solved = solve(&arguments, &problem, &failure);
    if (!solved)
        fprintf(stderr, "pnp_solver: %s\n", failure.text);
    problem_free(&problem);
    sw_finalize();
    return solved ? EXIT_SUCCESS : EXIT_FAILURE;
}
