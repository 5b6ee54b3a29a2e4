// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Calls every public function, and prints what it returns, one a line. For builds with SW_DISABLE, as C and as C++.

#include <stepwatch/stepwatch.h>

#define SHOW(call) show(#call, (long long)(call))

static void show(const char *call, long long result)
{
    printf("%s: %lld\n", call, result);
}

#define SHOW_TEXT(call) show_text(#call, (call))

static void show_text(const char *call, const char *result)
{
    printf("%s: \"%s\"\n", call, result);
}

static void take_message(sw_status status, const char *text, void *user)
{
    (void)user;
    printf("message %d %s\n", status, text);
}

static void take_meas(const char *name, const sw_meas_stats *stats, void *user)
{
    (void)user;
    printf("measurement %s %llu\n", name, (unsigned long long)stats->count);
}

static void base(void)
{
    SHOW_TEXT(sw_status_text(SW_NOT_RECORDED));
    SHOW(sw_last_error());
    SHOW(sw_register("a").id);
    SHOW_TEXT(sw_name_text(sw_register("a")));
    SHOW((sw_set_message_handler(take_message, NULL), 0));
    SHOW_TEXT(sw_version());
}

static void session(void)
{
    double value = 1.0;
    SHOW(sw_init("no such file", "no such profile"));
    SHOW(sw_begin_iter());
    SHOW(sw_finish_iter());
    SHOW(sw_finish_iter_items(32));
    SHOW(sw_pause());
    SHOW(sw_resume());
    SHOW(sw_config_print(stdout));
    SHOW(sw_print_summary(stdout));
    SHOW(sw_get_summary_value("iterations", &value));
}

static void stopwatch(sw_name name)
{
    static sw_stopwatch_options options;
    sw_meas_stats stats;
    sw_cpu_usage usage;
    SHOW(sw_stopwatch_enable(&options));
    SHOW(sw_stopwatch_is_enabled());
    SHOW((sw_set_cuda_stream(NULL), 0));
    SHOW(sw_start_meas("a"));
    SHOW(sw_end_meas("a"));
    SHOW(sw_start_meas_handle(name));
    SHOW(sw_end_meas_handle(name));
    SHOW(sw_start_one_time_measurement("b"));
    SHOW(sw_end_one_time_measurement("b"));
    SHOW(sw_set_cpu_usage_meas_name("a"));
    SHOW(sw_add_meas("a", 1000));
    SHOW(sw_value("loss", 0.5));
    SHOW(sw_get_num_nonwarmup_iters_measured());
    SHOW(sw_get_meas_stats("a", &stats));
    SHOW(sw_for_each_meas(take_meas, NULL));
    SHOW(sw_get_cpu_usage(&usage));
    SHOW(sw_print_eval_times(stdout));
    printf("statistics %llu %g %g\n", (unsigned long long)stats.count, stats.total_ns, usage.cpu_ns);
}

static void ranges(sw_name name)
{
    sw_range_stats stats;
    SHOW(sw_nvtx_enable(NULL));
    SHOW(sw_nvtx_is_enabled());
    SHOW(sw_range_push("a"));
    SHOW(sw_range_pop("a"));
    SHOW(sw_range_push_handle(name));
    SHOW(sw_range_pop_handle(name));
    SHOW(sw_range_start("a").id);
    SHOW(sw_range_end(sw_range_start("a")));
    SHOW(sw_mark("a"));
    SHOW(sw_cuda_profiler_start());
    SHOW(sw_cuda_profiler_stop());
    SHOW(sw_get_range_stats("a", &stats));
    printf("counts %llu\n", (unsigned long long)stats.pushed);
}

static void take_metric(const char *name, double value, void *user)
{
    (void)user;
    printf("metric %s %g\n", name, value);
}

static void take_cycle(const sw_cycle *cycle, void *user)
{
    (void)user;
    printf("cycle %u\n", cycle->number);
}

static void profiler(sw_name name)
{
    double value = 1.0;
    sw_profiler_mode mode = SW_PROFILER_TORCH;
    SHOW(sw_profiler_enable(NULL));
    SHOW(sw_profiler_is_enabled());
    SHOW(sw_profiler_is_recording());
    SHOW(sw_profiler_mode_of("nvidia", &mode));
    SHOW(sw_section_begin("a"));
    SHOW(sw_section_end("a"));
    SHOW(sw_section_begin_handle(name));
    SHOW(sw_section_end_handle(name));
    SHOW(sw_mem_snapshot("a"));
    SHOW(sw_get_metric("a_count", &value));
    SHOW(sw_for_each_metric(take_metric, NULL));
    SHOW((sw_set_cycle_handler(take_cycle, NULL), 0));
    SHOW(sw_print_section_table(stdout));
    printf("metric %g, mode %d\n", value, mode);
}

static void ops(sw_name name)
{
    static sw_op_info info;
    info.flops = 1;
    SHOW(sw_op_is_enabled());
    SHOW(sw_op_begin("a", &info));
    SHOW(sw_op_end("a"));
    SHOW(sw_op_begin_handle(name, NULL));
    SHOW(sw_op_end_handle(name));
    SHOW(sw_print_op_table(stdout, NULL));
    SHOW(sw_set_peak_flops(1e9));
    SHOW(sw_mem_alloc(&info, 1));
    SHOW(sw_mem_free(&info));
}

static void formulas(void)
{
    SHOW(sw_gemm_flops(40, 243, 33));
    SHOW(sw_complex_gemm_flops(1, 2, 3));
    SHOW(sw_gemm_batch_flops(4, 1, 2, 3));
    SHOW(sw_gemv_flops(2, 3));
    SHOW(sw_complex_gemv_flops(2, 3));
    SHOW(sw_symm_flops(2, 3));
    SHOW(sw_complex_symm_flops(2, 3));
    SHOW(sw_syrk_flops(2, 3));
    SHOW(sw_complex_syrk_flops(2, 3));
    SHOW(sw_syr2k_flops(2, 3));
    SHOW(sw_complex_syr2k_flops(2, 3));
    SHOW(sw_trmm_flops(2, 3));
    SHOW(sw_complex_trmm_flops(2, 3));
    SHOW(sw_trsm_flops(2, 3));
    SHOW(sw_complex_trsm_flops(2, 3));
    SHOW(sw_conv_flops(1, 3, 64, 112 * 112, 7 * 7, 1));
    SHOW(sw_spmv_flops(5));
    SHOW(sw_complex_spmv_flops(5));
    SHOW(sw_fft_flops(1024));
    SHOW(sw_real_fft_flops(1024));
    SHOW(sw_gemm_bytes(1, 2, 3, 4));
    SHOW(sw_gemv_bytes(2, 3, 8));
    SHOW(sw_spmv_bytes(2, 3, 5, 8, 4));
}

int main(void)
{
    const sw_name name = sw_register("a");
    SW_SCOPE("a");
    SW_SCOPE_HANDLE(name);
    base();
    session();
    stopwatch(name);
    ranges(name);
    profiler(name);
    ops(name);
    formulas();
    SHOW(sw_finalize());
    return 0;
}
