// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The memory of the GPU at its highest, in iterations and in sections. CUDA has one mark of it for all threads. It is taken,
// and begins anew, at each edge of a section on any thread, and each time counts for all that is open then: so a section
// inside another one leaves the outer one its own peak, and the iteration's depends on no section.

#ifndef SW_PROFILER_GPU_PEAKS_H
#define SW_PROFILER_GPU_PEAKS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sw__bytes {
    bool known;
    uint64_t number;
} sw__bytes;

/// Of an iteration.
typedef struct sw__gpu_memory {
    bool used; ///< the process uses a GPU
    sw__bytes peak;
    sw__bytes reserved;
    sw__bytes device; ///< at its end, by all processes
} sw__gpu_memory;

// On the threads that finish iterations, one at a time.

/// A session begins.
void sw__gpu_peaks_reset(void);

/// A recorded iteration begins. Returns whether sections are to tell of their edges: the program uses the pool of a GPU.
bool sw__gpu_peaks_begin_iteration(void);
sw__gpu_memory sw__gpu_peaks_end_iteration(void);

// Any thread; with the lane entered or not.

/// The iteration begins here, and not where the last one ended.
void sw__gpu_peaks_begin_iteration_anew(void);

/// What is allocated in between belongs to sections that are open, but not to the iteration.
void sw__gpu_peaks_pause(void);
void sw__gpu_peaks_resume(void);

/// A section begins; `begin` is to be kept for its end. False: nothing is known of its memory, and there is no end.
bool sw__gpu_peaks_begin_section(uint64_t *begin);
void sw__gpu_peaks_end_section(uint32_t name, uint64_t begin, uint32_t epoch);

/// Of the sections of a name that ended in an epoch.
sw__bytes sw__gpu_peaks_of_sections(uint32_t name, uint32_t epoch);

/// Not a peak, but what is there now. Any thread.
typedef struct sw__gpu_now {
    sw__bytes allocated; ///< in the pool
    sw__bytes free;      ///< of the device
} sw__gpu_now;

sw__gpu_now sw__gpu_memory_now(void);

/// In the child of a fork().
void sw__gpu_peaks_after_fork(void);

#endif
