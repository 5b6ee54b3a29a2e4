// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Steps on a GPU, as told by the argument: `checks` prints a line for each thing that is checked. See tests/gpu/run.

#include <thread>

#include "checks.cuh"

namespace
{

void begin_session(sw_cuda_sync sync)
{
    sw_stopwatch_options options = {};
    options.do_cuda_sync = sync;
    if (sw_stopwatch_enable(&options) != SW_OK)
        std::exit(EXIT_FAILURE);
}

void end_session()
{
    sw_finalize();
    sw_set_cuda_stream(nullptr);
    cudaDeviceSynchronize();
}

sw_meas_stats stats_of(const char *name)
{
    sw_meas_stats stats = {};
    (void)sw_get_meas_stats(name, &stats);
    return stats;
}

double ms_of(const char *name)
{
    return stats_of(name).total_ns / 1e6;
}

void measure_launch(const char *name, cudaStream_t stream = nullptr)
{
    sw_start_meas(name);
    launch(stream);
    sw_end_meas(name);
}

void check_spins()
{
    begin_session(SW_CUDA_SYNC_NONE);
    measure_launch("launch");
    check(ms_of("launch") < short_ms, "without a wait, a kernel of 50 ms is its launch", ms_of("launch"), "ms");
    end_session();

    begin_session(SW_CUDA_SYNC_DEVICE);
    measure_launch("kernel");
    check(ms_of("kernel") >= long_ms, "with a wait, a kernel of 50 ms is seen", ms_of("kernel"), "ms");
    launch();
    sw_start_meas("after");
    sw_end_meas("after");
    check(ms_of("after") < short_ms, "work that was queued before is not charged", ms_of("after"), "ms");
    sw_start_one_time_measurement("once");
    sw_end_one_time_measurement("once");
    end_session();
}

void check_streams()
{
    cudaStream_t busy, idle;
    cudaStreamCreateWithFlags(&busy, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&idle, cudaStreamNonBlocking);
    begin_session(SW_CUDA_SYNC_STREAM);
    sw_set_cuda_stream(idle);
    measure_launch("other", busy);
    check(ms_of("other") < short_ms, "the stream mode does not wait for another stream", ms_of("other"), "ms");
    cudaDeviceSynchronize();
    sw_set_cuda_stream(busy);
    measure_launch("own", busy);
    check(ms_of("own") >= long_ms, "the stream mode waits for the stream that was set", ms_of("own"), "ms");
    end_session();
    cudaStreamDestroy(busy);
    cudaStreamDestroy(idle);
}

void measure_in_capture(cudaStream_t stream, bool own_thread)
{
    const auto work = [stream] {
        sw_start_meas("captured");
        empty_kernel<<<1, 1, 0, stream>>>();
        sw_end_meas("captured");
    };
    const auto other_work = [] {
        sw_start_meas("captured");
        sw_end_meas("captured");
    };
    if (own_thread)
        work();
    else
        std::thread(other_work).join();
}

void check_capture(const char *what, unsigned flags, bool own_thread)
{
    cudaStream_t stream;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    cudaStreamCreateWithFlags(&stream, flags);
    begin_session(SW_CUDA_SYNC_DEVICE);
    sw_start_meas("before"); // CUDA is found here
    sw_end_meas("before");
    if (flags == cudaStreamNonBlocking)
        sw_set_cuda_stream(stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    empty_kernel<<<1, 1, 0, stream>>>();
    measure_in_capture(stream, own_thread);
    const cudaError_t ended = cudaStreamEndCapture(stream, &graph);
    const cudaError_t made = ended == cudaSuccess ? cudaGraphInstantiate(&executable, graph, 0) : ended;
    const bool launched = made == cudaSuccess && cudaGraphLaunch(executable, stream) == cudaSuccess &&
                          cudaStreamSynchronize(stream) == cudaSuccess;
    const bool no_error = cudaGetLastError() == cudaSuccess;
    check(launched && no_error, what, made, "(error of the graph)");
    check(stats_of("captured").captured == 1 && stats_of("before").captured == 0, "  and the sample is tagged",
          static_cast<double>(stats_of("captured").captured), "captured");
    end_session();
    cudaStreamDestroy(stream);
}

void check_gate()
{
    sw_nvtx_enable(nullptr);
    const sw_status started = sw_cuda_profiler_start();
    const sw_status stopped = sw_cuda_profiler_stop();
    check(started == SW_OK && stopped == SW_OK, "the gate opens and closes", started, "(status)");
    sw_finalize();
}

int run_checks()
{
    empty_kernel<<<1, 1>>>();
    cudaDeviceSynchronize();
    check_spins();
    check_streams();
    check_capture("a graph captured around a timer instantiates", cudaStreamDefault, true);
    check_capture("the same on a non-blocking stream that was set", cudaStreamNonBlocking, true);
    check_capture("the same with the timer on another thread", cudaStreamDefault, false);
    check_gate();
    return all_ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

int run_gate()
{
    sw_nvtx_enable(nullptr);
    outside_the_gate<<<1, 1>>>(1);
    cudaDeviceSynchronize();
    sw_cuda_profiler_start();
    inside_the_gate<<<1, 1>>>(1);
    cudaDeviceSynchronize();
    sw_cuda_profiler_stop();
    outside_the_gate<<<1, 1>>>(1);
    cudaDeviceSynchronize();
    sw_finalize();
    return EXIT_SUCCESS;
}

int run_exit()
{
    begin_session(SW_CUDA_SYNC_DEVICE);
    sw_nvtx_enable(nullptr);
    sw_cuda_profiler_start();
    sw_start_meas("left running");
    launch();
    return EXIT_SUCCESS;
}

int run_device()
{
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess && count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace

int main(int argc, char **argv)
{
    static const command commands[] = {
        {"checks", run_checks}, {"gate", run_gate}, {"exit", run_exit}, {"device", run_device}};
    return run_command(commands, argc, argv);
}
