// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "rank.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// The rank and the number of ranks, where the launcher tells it. The program's own launcher comes before the one in which
// that one may have been started.
static const struct {
    const char *rank;
    const char *size;
} launchers[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
    {"PMI_RANK", "PMI_SIZE"},
    {"PMIX_RANK", NULL},
    {"SLURM_PROCID", "SLURM_NTASKS"},
    {"RANK", "WORLD_SIZE"},
};

// Only digits: this becomes a part of paths.
static bool read_number(const char *variable, uint64_t *number)
{
    const char *text = variable ? getenv(variable) : NULL;
    if (!text || !*text || text[strspn(text, "0123456789")] || strlen(text) > 18)
        return false;
    *number = strtoull(text, NULL, 10);
    return true;
}

sw__rank sw__rank_now(void)
{
    sw__rank rank = {.alone = true};
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers && !rank.known; i++) {
        uint64_t size;
        rank.known = read_number(launchers[i].rank, &rank.number);
        if (rank.known)
            rank.alone = read_number(launchers[i].size, &size) && size == 1;
    }
    return rank;
}
