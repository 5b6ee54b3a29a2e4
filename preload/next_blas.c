// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "next_blas.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "own_session.h"

// RTLD_NEXT sees what the program is linked with, but not the BLAS of a plugin, as in Python's packages: that one is among
// what the caller itself was linked with. The handle stays open, as the function is kept.
static void *find_near(const char *name, uintptr_t caller)
{
    Dl_info object;
    struct link_map *map = NULL;
    if (!dladdr1((void *)caller, &object, (void **)&map, RTLD_DL_LINKMAP) || !map)
        return NULL;
    void *handle = dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD);
    return handle ? dlsym(handle, name) : NULL;
}

// What the loader does of a program that lacks a symbol.
static _Noreturn void lack(const char *name)
{
    fprintf(stderr, "stepwatch: libstepwatch_blas.so: the program calls %s, and no library that it uses has that\n",
            name);
    abort();
}

sw__blas_function *sw__find_next_blas(const char *name, uintptr_t caller)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, sw__own_session_open);
    union {
        void *address;
        sw__blas_function *function;
    } next = {dlsym(RTLD_NEXT, name)};
    if (!next.address)
        next.address = find_near(name, caller);
    if (!next.address)
        lack(name);
    return next.function;
}
