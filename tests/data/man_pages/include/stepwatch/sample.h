// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What a public header can have in it. It is not compiled.

#ifndef STEPWATCH_SAMPLE_H
#define STEPWATCH_SAMPLE_H

/// What sw_sample_read() fills.
typedef struct sw_sample {
    uint64_t count; ///< how many
} sw_sample;

/// Begins, or ends, a sample. More is not said.
SW_API sw_status(sw_sample_begin)(const char *name);
SW_API sw_status(sw_sample_end)(const char *name);

/// A variable that programs leave alone.
SW_API extern uint64_t sw__sample_count;

/// Reads `sample` with --all options; see sw_sample_begin().
///
/// name    its name, of any length, so that
///         this goes on
///
///     as    it   stands-
///
/// 'Quoted' at the beginning.
///
/// SW_ERR_ARGUMENT   sample is NULL, or it
///                   is not
/// SW_NOT_RECORDED   there is none
SW_API sw_status sw__sample_read(const char *name, sw_sample *sample, uint32_t size);

static inline sw_status sw_sample_read(const char *name, sw_sample *sample)
{
    return sw__sample_read(name, sample, sizeof *sample);
}

#define sw_sample_begin(name) sw__sample_begin_at((name), __FILE__, __LINE__)

#endif
