// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The profiler on a GPU, as told by the argument: `checks` prints a line for each thing that is checked. See tests/gpu/run.

#include <thread>

#include <dlfcn.h>

#include "checks.cuh"

namespace
{

constexpr size_t mb = 1 << 20;

void begin_session(const sw_profiler_options &options)
{
    if (sw_profiler_enable(&options) != SW_OK)
        std::exit(EXIT_FAILURE);
}

void end_session()
{
    sw_finalize();
    cudaDeviceSynchronize();
}

double metric(const char *name)
{
    double value = -1;
    (void)sw_get_metric(name, &value);
    return value;
}

void *allocate(size_t size)
{
    void *memory = nullptr;
    cudaMallocAsync(&memory, size * mb, nullptr);
    return memory;
}

void release(void *memory)
{
    cudaFreeAsync(memory, nullptr);
}

void touch(size_t size)
{
    release(allocate(size));
}

// The pool counts in blocks of its own.
void check_mb(const char *name, double expected)
{
    const double value = metric(name);
    check(value >= expected && value < expected + 4, name, value, "MB");
}

void check_memory()
{
    touch(1);
    begin_session({});
    sw_section_begin("outer");
    void *memory = allocate(100);
    sw_section_begin("inner");
    touch(50);
    sw_section_end("inner");
    touch(10);
    sw_section_end("outer");
    release(memory);
    sw_section_begin("later");
    touch(20);
    sw_section_end("later");
    cudaDeviceSynchronize();
    sw_finish_iter();
    check_mb("max_gpu_mb", 150);
    check_mb("outer_max_gpu_mb", 150);
    check_mb("inner_max_gpu_mb", 150);
    check_mb("later_max_gpu_mb", 20);
    check(metric("reserved_gpu_mb") >= 150, "reserved_gpu_mb", metric("reserved_gpu_mb"), "MB");
    check(metric("device_used_gpu_mb") > 0, "device_used_gpu_mb", metric("device_used_gpu_mb"), "MB");
    touch(30);
    sw_finish_iter();
    check_mb("max_gpu_mb", 30);
    check(cudaGetLastError() == cudaSuccess, "  and there is no error", 0, "(error)");
    end_session();
}

void check_waits()
{
    begin_session({});
    sw_section_begin("launch");
    launch();
    sw_section_end("launch");
    sw_finish_iter();
    check(metric("launch_time_sec") * 1e3 < short_ms, "without a wait, a section is the launch of its kernel",
          metric("launch_time_sec") * 1e3, "ms");
    end_session();

    sw_profiler_options options = {};
    options.do_cuda_sync = SW_CUDA_SYNC_DEVICE;
    begin_session(options);
    sw_section_begin("kernel");
    launch();
    sw_section_end("kernel");
    launch();
    sw_finish_iter();
    check(metric("kernel_time_sec") * 1e3 >= long_ms, "with a wait, a section is its kernel",
          metric("kernel_time_sec") * 1e3, "ms");
    check(metric("gpu_wait_sec") * 1e3 >= long_ms - short_ms, "what is queued at the end is waited for",
          metric("gpu_wait_sec") * 1e3, "ms");
    end_session();
}

void check_capture(sw_cuda_sync sync, const char *what)
{
    sw_profiler_options options = {};
    options.do_cuda_sync = sync;
    cudaStream_t stream;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    cudaStreamCreate(&stream);
    touch(1);
    begin_session(options);
    sw_section_begin("before");
    sw_section_end("before");
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    sw_section_begin("captured");
    empty_kernel<<<1, 1, 0, stream>>>();
    sw_section_end("captured");
    sw_finish_iter();
    sw_section_begin("captured");
    sw_section_end("captured");
    const cudaError_t ended = cudaStreamEndCapture(stream, &graph);
    const cudaError_t made = ended == cudaSuccess ? cudaGraphInstantiate(&executable, graph, 0) : ended;
    check(made == cudaSuccess && cudaGetLastError() == cudaSuccess, what, made, "(error of the graph)");
    end_session();
    cudaStreamDestroy(stream);
}

using get_current_context = int (*)(void **);
using get_primary_state = int (*)(int, unsigned *, int *);
using initialise = int (*)(unsigned);

template <typename function> function driver(const char *name)
{
    void *library = dlopen("libcuda.so.1", RTLD_LAZY);
    void *address = library ? dlsym(library, name) : nullptr;
    if (!address)
        std::exit(EXIT_FAILURE);
    return reinterpret_cast<function>(address);
}

void check_other_thread()
{
    touch(1);
    begin_session({});
    std::thread([] {
        void *context = nullptr;
        sw_section_begin("elsewhere");
        sw_section_end("elsewhere");
        driver<get_current_context>("cuCtxGetCurrent")(&context);
        check(!context, "a thread without a context is given none by its sections", context != nullptr, "contexts");
    }).join();
    sw_finish_iter();
    check(metric("elsewhere_max_gpu_mb") >= 0, "  and they have their memory", metric("elsewhere_max_gpu_mb"), "MB");
    end_session();
}

int run_checks()
{
    empty_kernel<<<1, 1>>>();
    cudaDeviceSynchronize();
    check_memory();
    check_waits();
    check_capture(SW_CUDA_SYNC_NONE, "a graph captured around sections instantiates");
    check_capture(SW_CUDA_SYNC_DEVICE, "the same with waits");
    check_other_thread();
    return all_ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

// A program that has a GPU at hand, and does not use it.
int run_untouched()
{
    int active = 0;
    unsigned flags = 0;
    driver<initialise>("cuInit")(0);
    begin_session({});
    sw_section_begin("a");
    sw_section_end("a");
    sw_finish_iter();
    driver<get_primary_state>("cuDevicePrimaryCtxGetState")(0, &flags, &active);
    check(!active, "the profiler makes no context where there is none", active, "contexts");
    check(metric("max_gpu_mb") == 0 && metric("a_max_gpu_mb") == 0, "  and there is no memory", metric("max_gpu_mb"),
          "MB");
    sw_finalize();
    return all_ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

// Of three iterations the second one is recorded.
int run_cycle()
{
    sw_profiler_options options = {};
    options.mode = SW_PROFILER_NVIDIA;
    options.warmup = options.active = 1;
    begin_session(options);
    for (int i = 0; i < 3; i++) {
        if (i == 1)
            inside_the_gate<<<1, 1>>>(1);
        else
            outside_the_gate<<<1, 1>>>(1);
        cudaDeviceSynchronize();
        sw_finish_iter();
    }
    sw_finalize();
    return EXIT_SUCCESS;
}

} // namespace

int main(int argc, char **argv)
{
    static const command commands[] = {{"checks", run_checks}, {"untouched", run_untouched}, {"cycle", run_cycle}};
    return run_command(commands, argc, argv);
}
