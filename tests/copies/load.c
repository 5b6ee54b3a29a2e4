// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Loads objects that have the library in them, and lets them make their calls:
//     load a.so b.so 0:init 1:init race fork 1:init
// Each step prints its status. `race` lets all of them open a session at the same moment, again and again, and prints how
// often exactly one got it; `fork` leaves the steps behind it to a child. The object "" is this program.

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "copy.h"

enum { MOST_OBJECTS = 8, RACES = 100 };

typedef struct object {
    int (*run)(const char *step, const char *name);
} object;

static object objects[MOST_OBJECTS];
static unsigned object_count;
static pthread_barrier_t start;
static unsigned winners[RACES];

static void load(const char *path)
{
    void *handle = dlopen(*path ? path : NULL, RTLD_NOW | RTLD_LOCAL);
    if (handle)
        *(void **)&objects[object_count].run = dlsym(handle, "copy_do");
    if (!handle || !objects[object_count++].run) {
        fprintf(stderr, "%s\n", dlerror());
        exit(EXIT_FAILURE);
    }
}

static void *open_and_close(void *argument)
{
    object *o = argument;
    for (int i = 0; i < RACES; i++) {
        pthread_barrier_wait(&start);
        if (o->run("enable", "") == 0)
            __atomic_fetch_add(&winners[i], 1, __ATOMIC_RELAXED);
        pthread_barrier_wait(&start);
        o->run("finalize", "");
    }
    return NULL;
}

static void race(void)
{
    pthread_t threads[MOST_OBJECTS];
    unsigned single = 0;
    pthread_barrier_init(&start, NULL, object_count);
    for (unsigned i = 0; i < object_count; i++)
        if (pthread_create(&threads[i], NULL, open_and_close, &objects[i]) != 0)
            exit(EXIT_FAILURE);
    for (unsigned i = 0; i < object_count; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < RACES; i++)
        single += winners[i] == 1;
    printf("race %u of %d\n", single, RACES);
}

static void leave_to_child(void)
{
    int status = 0;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0)
        return;
    waitpid(child, &status, 0);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE);
}

static void take_step(const char *step)
{
    const unsigned number = (unsigned)(*step - '0');
    char name[24];
    if (strcmp(step, "race") == 0)
        race();
    else if (strcmp(step, "fork") == 0)
        leave_to_child();
    else if (number < object_count && step[1] == ':') {
        snprintf(name, sizeof name, "scope %u", number);
        printf("%s %d\n", step, objects[number].run(step + 2, name));
    }
}

int main(int argc, char **argv)
{
    int i = 1;
    for (; i < argc && object_count < MOST_OBJECTS && (!*argv[i] || strchr(argv[i], '/')); i++)
        load(argv[i]);
    for (; i < argc; i++)
        take_step(argv[i]);
    return EXIT_SUCCESS;
}
