// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Stands in front of the loader's walk over all objects, and takes its time to come back from it: what a copy of the library
// saw of the others is not true for long. Not for builds with a sanitizer, which walks before the program is ready.

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

enum { DELAY_US = 100 };

typedef int visitor(struct dl_phdr_info *object, size_t size, void *context);

__attribute__((visibility("default"))) int dl_iterate_phdr(visitor *visit, void *context)
{
    int (*walk)(visitor *, void *);
    *(void **)&walk = dlsym(RTLD_NEXT, "dl_iterate_phdr");
    const int result = walk(visit, context);
    usleep(DELAY_US);
    return result;
}
