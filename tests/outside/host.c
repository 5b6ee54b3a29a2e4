// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A program that knows nothing of stepwatch. It loads a plugin that uses it, and closes it again before the thread ends that
// the plugin ran on:
//     host PLUGIN

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static void (*run_plugin)(void);
static pthread_barrier_t step;

static void *work(void *unused)
{
    run_plugin();
    pthread_barrier_wait(&step); // the plugin is used no more
    pthread_barrier_wait(&step); // it is closed
    return unused;
}

int main(int argc, char **argv)
{
    void *plugin = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    run_plugin = plugin ? (void (*)(void))dlsym(plugin, "plugin_run") : NULL;
    if (!run_plugin) {
        fprintf(stderr, "host: %s\n", dlerror());
        return 1;
    }
    pthread_t worker;
    pthread_barrier_init(&step, NULL, 2);
    pthread_create(&worker, NULL, work, NULL);
    pthread_barrier_wait(&step);
    const int failed = dlclose(plugin);
    pthread_barrier_wait(&step);
    pthread_join(worker, NULL);
    return failed;
}
