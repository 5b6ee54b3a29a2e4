// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The smallest training loop with everything that stepwatch needs: a line is fitted to points by gradient descent.
//
//     STEPWATCH_PROFILE=evaluation build/demos/quick_start

#include <stdint.h>
#include <stdio.h>
#include <stepwatch/stepwatch.h>

enum { STEPS = 1000, POINTS = 150000 };

static float xs[POINTS], ys[POINTS], errors[POINTS];
static double slope, offset, slope_gradient, offset_gradient;

// Points around the line y = 3 x + 1, other ones in each step.
static void load_batch(int step)
{
    uint32_t bits = (uint32_t)step;
    for (int i = 0; i < POINTS; i++) {
        bits = bits * 1664525u + 1013904223u;
        xs[i] = (float)(bits >> 16) / 65536.0f;
        ys[i] = 3.0f * xs[i] + 1.0f + ((float)(bits & 0xffff) / 65536.0f - 0.5f);
    }
}

static double forward(void)
{
    SW_SCOPE("forward"); // a measurement and a range, to the end of the block
    double loss = 0.0;
    for (int i = 0; i < POINTS; i++) {
        errors[i] = (float)(slope * xs[i] + offset) - ys[i];
        loss += errors[i] * errors[i];
    }
    return loss / POINTS;
}

static void backward(void)
{
    SW_SCOPE("backward");
    slope_gradient = offset_gradient = 0.0;
    for (int i = 0; i < POINTS; i++) {
        slope_gradient += errors[i] * xs[i];
        offset_gradient += errors[i];
    }
}

static void train_step(void)
{
    SW_SCOPE("train_step");
    sw_value("loss", forward());
    backward();
    sw_range_push("optimizer"); // a range alone; its pop is checked in the debugging profile
    slope -= 1.0 * slope_gradient / POINTS;
    offset -= 1.0 * offset_gradient / POINTS;
    sw_range_pop("optimizer");
}

int main(void)
{
    sw_init("config/run_profiles.yaml", NULL); // STEPWATCH_PROFILE says which; a bad file is reported, and all is off
    sw_start_one_time_measurement("training");
    const sw_name load = sw_register("load_batch"); // a handle, for the loop
    for (int step = 0; step < STEPS; step++) {
        sw_start_meas_handle(load);
        load_batch(step);
        sw_end_meas_handle(load);
        train_step();
        sw_finish_iter_items(POINTS); // warm-up, printing every n, points per second
    }
    sw_end_one_time_measurement("training");
    printf("y = %.3f x + %.3f\n", slope, offset);
    sw_finalize(); // the summary
    return 0;
}
