// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A program that leaves main() without sw_finalize(), after a child that it forked has done the same.

#include <sys/wait.h>
#include <unistd.h>

#include <stepwatch/stepwatch.h>

int main(void)
{
    sw_init(NULL, NULL);
    SW_SCOPE("step");
    const pid_t child = fork();
    if (child == 0)
        return 0;
    waitpid(child, NULL, 0);
    sw_finish_iter();
    return 0;
}
