// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Takes memory, as many MiB as the argument says, and gives what an iteration's max_host_mb is; then execs itself, takes
// none, and gives it again.

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <stepwatch/stepwatch.h>

static int print_memory(const char *when)
{
    double mb = 0;
    if (sw_profiler_enable(NULL) != SW_OK || sw_finish_iter() != SW_OK || sw_get_metric("max_host_mb", &mb) != SW_OK)
        return EXIT_FAILURE;
    printf("%s %g\n", when, mb);
    fflush(stdout);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return print_memory("after exec");
    const size_t bytes = strtoul(argv[1], NULL, 10) << 20;
    const int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE;
    if (mmap(NULL, bytes, PROT_READ | PROT_WRITE, kind, -1, 0) == MAP_FAILED)
        return EXIT_FAILURE;
    if (print_memory("before exec") != EXIT_SUCCESS)
        return EXIT_FAILURE;
    execl("/proc/self/exe", argv[0], (char *)NULL);
    return EXIT_FAILURE;
}
