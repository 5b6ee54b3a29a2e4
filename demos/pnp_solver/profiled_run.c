// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The order in an iteration decides which time belongs to it: the score lies in front of sw_finish_iter(), so that
// total_time_sec has it, as the solver and its user wait for it in each iteration. What lies behind, the printed row and
// the image that is saved now and then, would belong to the next iteration; the pause keeps it out.

#include "profiled_run.h"

#include <stepwatch/stepwatch.h>

#include "iteration_table.h"
#include "pgm.h"

/// The scoring callback.
static double score(const struct solver *solver, void *state, const struct problem *problem)
{
    return image_psnr(solver->restore(state), &problem->truth);
}

static bool save(const struct run_options *options, void *state, struct failure *failure)
{
    return options->output_path == NULL || pgm_write(options->output_path, options->solver->restore(state), failure);
}

static bool iterate(const struct run_options *options, void *state, const struct problem *problem, double *psnr,
                    struct failure *failure)
{
    const struct solver *solver = options->solver;
    const int iterations = options->iterations > 0 ? options->iterations : solver->iterations;
    const struct iteration_table table = iteration_table_begin(solver);
    bool ok = true;
    for (int i = 0; i < iterations && ok; i++) {
        const double loss = solver->step(state);
        *psnr = score(solver, state, problem);
        sw_value("psnr_db", *psnr);
        sw_finish_iter();
        sw_pause();
        iteration_table_row(&table, i, *psnr, loss);
        if (options->save_every > 0 && (i + 1) % options->save_every == 0)
            ok = save(options, state, failure);
        sw_resume();
    }
    return ok;
}

bool profiled_run(const struct run_options *options, const struct problem *problem, double *psnr,
                  struct failure *failure)
{
    sw_start_one_time_measurement("init_solver");
    void *state = options->solver->init(problem);
    sw_end_one_time_measurement("init_solver");
    if (state == NULL)
        return failure_set(failure, "no memory for the solver %s", options->solver->name);
    bool ok = iterate(options, state, problem, psnr, failure);
    sw_pause();
    ok = ok && save(options, state, failure);
    sw_resume();
    options->solver->free(state);
    return ok;
}
