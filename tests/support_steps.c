// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "support_steps.h"

#include <signal.h>
#include <stddef.h>
#include <ucontext.h>

#include "support_recording.h"

#if defined(__x86_64__)

#define TRAP_FLAG 0x100

// With the trap flag set the processor raises SIGTRAP behind each instruction; the kernel clears the flag for the handler.
// The stack pointer is moved first, since a function may have data below it.
static inline void begin_steps(void)
{
    __asm__ volatile("lea -128(%%rsp), %%rsp; pushfq; orq $0x100, (%%rsp); popfq; lea 128(%%rsp), %%rsp" ::
                         : "memory", "cc");
}

static inline void end_steps(void)
{
    __asm__ volatile("lea -128(%%rsp), %%rsp; pushfq; andq $-0x101, (%%rsp); popfq; lea 128(%%rsp), %%rsp" ::
                         : "memory", "cc");
}

static void end_steps_of(void *context)
{
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
}

// The thread sanitizer's own code would be interrupted, too, and cannot bear that.
bool can_step(void)
{
    return !UNDER_TSAN;
}

#else

static inline void begin_steps(void)
{
}

static inline void end_steps(void)
{
}

static void end_steps_of(void *context)
{
    (void)context;
}

bool can_step(void)
{
    return false;
}

#endif

static struct {
    void (*action)(void);
    unsigned left;
    bool done;
} steps;

static void on_step(int signal_number, siginfo_t *info, void *context)
{
    (void)signal_number;
    (void)info;
    if (steps.left--)
        return;
    end_steps_of(context);
    steps.done = true;
    steps.action();
}

bool interrupt_at(unsigned at, void (*work)(void), void (*action)(void))
{
    struct sigaction before;
    const struct sigaction during = {.sa_sigaction = on_step, .sa_flags = SA_SIGINFO};
    steps.action = action;
    steps.left = at;
    steps.done = false;
    sigaction(SIGTRAP, &during, &before);
    begin_steps();
    work();
    end_steps();
    sigaction(SIGTRAP, &before, NULL);
    return steps.done;
}

unsigned next_instruction(unsigned at)
{
    enum { DENSE = SANITIZED ? 40 : 400, SPARSE = SANITIZED ? 6 : 16 };
    return at + 1 + (at > DENSE ? (at - DENSE) / SPARSE : 0);
}
