// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The outer loop and the inner step. The measurements here cover the run as a whole; what happens inside a step is
// measured where it happens, in files that know nothing of this one.

#include "runner.h"

#include <math.h>
#include <stdlib.h>

#include <stepwatch/stepwatch.h>

#include "evaluation.h"
#include "model.h"
#include "optimizer.h"
#include "prefetch.h"
#include "progress.h"

enum { SEQUENCES = 16, LENGTH = 64, EVALUATION_INTERVAL = 100, EVALUATION_BATCHES = 4, WARMUP_STEPS = 40 };

static const float PEAK_LEARNING_RATE = 8e-3f;

struct trainer {
    const struct run_options *options;
    struct corpus corpus;
    struct model *model;
    struct optimizer optimizer;
    struct prefetch *prefetch;
    struct batch held_out;
    double *losses; ///< of each step
};

static bool create_model(struct trainer *trainer, struct failure *failure)
{
    const struct model_shape shape = {.vocabulary = trainer->corpus.vocabulary,
                                      .width = 64,
                                      .heads = 4,
                                      .blocks = 2,
                                      .sequences = SEQUENCES,
                                      .length = LENGTH};
    struct optimizer_options options = optimizer_default_options();
    if (trainer->options->plant_mismatch)
        options.leak_range_at_step = trainer->options->steps / 2 + 1;
    trainer->model = model_create(&shape, trainer->options->seed);
    if (trainer->model == NULL)
        return failure_set(failure, "no memory for the model");
    if (!optimizer_create(&trainer->optimizer, model_parameters(trainer->model), &options))
        return failure_set(failure, "no memory for the optimizer");
    return true;
}

static bool create_data(struct trainer *trainer, struct failure *failure)
{
    const struct run_options *options = trainer->options;
    trainer->losses = calloc(options->steps, sizeof *trainer->losses);
    if (trainer->losses == NULL || !batch_create(&trainer->held_out, SEQUENCES, LENGTH))
        return failure_set(failure, "no memory for %llu steps", (unsigned long long)options->steps);
    // A seed of its own: the order of the text must not follow the model's random weights.
    trainer->prefetch = prefetch_start(&trainer->corpus, SEQUENCES, LENGTH, ~options->seed, options->steps);
    if (trainer->prefetch == NULL)
        return failure_set(failure, "cannot start the thread that prepares the batches");
    return true;
}

static bool prepare(struct trainer *trainer, struct failure *failure)
{
    sw_start_one_time_measurement("read_corpus");
    const bool has_corpus = corpus_read(&trainer->corpus, trainer->options->text_path, LENGTH, failure);
    sw_end_one_time_measurement("read_corpus");
    if (!has_corpus)
        return false;
    sw_start_one_time_measurement("init_model");
    const bool has_model = create_model(trainer, failure);
    sw_end_one_time_measurement("init_model");
    return has_model && create_data(trainer, failure);
}

static void release(struct trainer *trainer)
{
    prefetch_stop(trainer->prefetch);
    batch_free(&trainer->held_out);
    free(trainer->losses);
    optimizer_free(&trainer->optimizer);
    model_free(trainer->model);
    corpus_free(&trainer->corpus);
}

/// Up in a straight line, then down along a cosine to a tenth of the peak.
static float learning_rate_at(uint64_t step, uint64_t steps)
{
    if (step < WARMUP_STEPS)
        return PEAK_LEARNING_RATE * (float)(step + 1) / WARMUP_STEPS;
    const double done = (double)(step - WARMUP_STEPS) / (double)(steps - WARMUP_STEPS);
    return PEAK_LEARNING_RATE * (float)(0.55 + 0.45 * cos(3.141592653589793 * done));
}

static double train_step(struct trainer *trainer, const struct batch *batch, float learning_rate)
{
    SW_SCOPE("train_step");
    parameters_zero_gradients(model_parameters(trainer->model));
    const double loss = model_forward(trainer->model, batch);
    model_backward(trainer->model, batch, trainer->optimizer.scaler.scale);
    optimizer_step(&trainer->optimizer, learning_rate);
    return loss;
}

/// Evaluation is no part of a training step: the pause keeps it out of the step's times.
static void evaluate_held_out(struct trainer *trainer)
{
    sw_pause();
    const double loss = evaluate(trainer->model, &trainer->corpus, &trainer->held_out, EVALUATION_BATCHES);
    sw_resume();
    sw_value("held_out_loss", loss);
}

static void train(struct trainer *trainer)
{
    const uint64_t steps = trainer->options->steps;
    struct progress progress = progress_start(steps);
    uint64_t characters = 0;
    for (uint64_t step = 0; step < steps; step++) {
        sw_start_meas("load_batch");
        const struct batch *batch = prefetch_next(trainer->prefetch);
        sw_end_meas("load_batch");
        const double loss = train_step(trainer, batch, learning_rate_at(step, steps));
        sw_value("loss", loss);
        trainer->losses[step] = loss;
        if ((step + 1) % EVALUATION_INTERVAL == 0)
            evaluate_held_out(trainer);
        characters += (uint64_t)batch_characters(batch);
        progress_update(&progress, step + 1, characters, loss);
        sw_finish_iter_items((uint64_t)batch_characters(batch));
    }
    progress_clear();
}

static double mean(const double *values, uint64_t count)
{
    double sum = 0.0;
    for (uint64_t i = 0; i < count; i++)
        sum += values[i];
    return sum / (double)count;
}

/// What the run came to. It lies behind the last iteration, so the pause keeps it out of the recording.
static void conclude(struct trainer *trainer, struct run_result *result)
{
    const uint64_t steps = trainer->options->steps;
    result->averaged = steps < AVERAGED_STEPS ? steps : AVERAGED_STEPS;
    result->first_loss = mean(trainer->losses, result->averaged);
    result->last_loss = mean(trainer->losses + steps - result->averaged, result->averaged);
    sw_pause();
    result->held_out_loss = evaluate(trainer->model, &trainer->corpus, &trainer->held_out, EVALUATION_BATCHES);
    write_sample(trainer->model, &trainer->corpus, &trainer->held_out, trainer->options->seed, result->sample,
                 SAMPLE_CHARACTERS);
    sw_resume();
}

bool run_training(const struct run_options *options, struct run_result *result, struct failure *failure)
{
    struct trainer trainer = {.options = options};
    const bool ready = prepare(&trainer, failure);
    if (ready) {
        sw_start_one_time_measurement("training");
        train(&trainer);
        sw_end_one_time_measurement("training");
        conclude(&trainer, result);
    }
    release(&trainer);
    return ready;
}
