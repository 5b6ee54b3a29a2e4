! SPDX-License-Identifier: Apache-2.0
! Copyright the stepwatch authors
!
! A Fortran program with everything in it that the module has. What that does is decided by its environment.

program fortran_steps
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: output_unit
    use stepwatch
    implicit none
    integer, parameter :: STEPS = 10, UNKNOWNS = 100
    type(sw_name) :: solve
    integer(c_int) :: status
    integer :: step
    logical :: recording

    call sw_init(status=status)
    call say("sw_init", status)
    call sw_start_one_time_measurement("set-up")
    solve = sw_register("solve")
    print '(a)', "handle of " // sw_name_text(solve)
    call sw_end_one_time_measurement("set-up")
    do step = 1, STEPS
        call iterate(step)
    end do
    call look_at_sections()
    call use_names()
    call use_ranges()
    call make_mistakes()
    call look()
    call sw_finalize(status)
    call say("sw_finalize", status)

contains

    subroutine say(what, status)
        character(*), intent(in) :: what
        integer(c_int), intent(in) :: status
        print '(a)', what // ": " // sw_status_text(status)
    end subroutine

    subroutine iterate(step)
        integer, intent(in) :: step
        type(sw_scope) :: scope
        call sw_begin_iter()
        call sw_start_meas("assemble")
        call sw_end_meas("assemble")
        call sw_scope_begin(scope, solve)
        call sw_start_meas(sw_register("inner"))
        call sw_end_meas(sw_register("inner"))
        call sw_scope_end(scope)
        call sw_scope_end(scope) ! nothing is left to be ended
        call sw_scope_begin(scope, "update")
        call sw_scope_end(scope)
        call sw_section_begin("section")
        call sw_section_begin(solve)
        call sw_section_end(solve)
        call sw_section_end()
        call sw_value("residual", 1.0d0 / step)
        call sw_value("residual in single precision", 1.0 / step)
        call sw_add_meas("on another machine", 2000_c_int64_t)
        recording = sw_profiler_is_recording()
        call sw_finish_iter_items(UNKNOWNS)
    end subroutine

    ! Blanks at the end are not a part of a name, a name may be long, and each is the same from wherever it comes.
    subroutine use_names()
        character(16) :: padded
        character(:), allocatable :: long
        padded = "padded"
        long = repeat("long ", 100) // "name"
        call sw_start_meas(padded)
        call sw_end_meas("padded")
        call sw_start_meas(long, status)
        call sw_end_meas(long // "   ", status)
        call say("long name", status)
        call sw_pause()
        call sw_start_meas("in a pause")
        call sw_end_meas("in a pause")
        call sw_resume()
    end subroutine

    subroutine use_ranges()
        type(sw_range) :: across
        call sw_range_push("ranged")
        call sw_range_push(solve)
        call sw_range_pop(solve)
        call sw_range_pop()
        across = sw_range_start("across")
        call sw_mark("mark")
        call sw_range_end(across)
        call sw_range_pop("ranged", status)
        call say("pop of a range that is not open", status)
    end subroutine

    subroutine look_at_sections()
        real(c_double) :: sections, solved
        sections = -1
        solved = -1
        call sw_get_metric("section_count", sections, status)
        call sw_get_metric("solve_count", solved)
        print '(a, l1, 1x, l1, 2(1x, f0.1))', "sections ", sw_profiler_is_enabled(), recording, sections, solved
        call say("metric", status)
    end subroutine

    subroutine make_mistakes()
        type(sw_scope) :: scope
        call sw_end_meas("never started", status)
        call say("end without a start", status)
        call say("last error", sw_last_error())
        call sw_start_meas("   ", status)
        call say("blank name", status)
        call sw_scope_begin(scope, "")
        call sw_scope_end(scope)
        call sw_add_meas("on another machine", -1_c_int64_t, status)
        call say("negative time", status)
    end subroutine

    subroutine look()
        type(sw_meas_stats) :: stats
        real(c_double) :: iterations
        print '(a, l1, 1x, l1)', "enabled ", sw_stopwatch_is_enabled(), sw_nvtx_is_enabled()
        print '(a, i0)', "iterations ", sw_get_num_nonwarmup_iters_measured()
        call sw_get_meas_stats("on another machine", stats, status)
        print '(a, i0, 1x, f0.1, 1x, f0.1, 1x, i0)', "statistics ", stats%count, stats%total_ns, stats%max_ns, &
            stats%captured
        call say("statistics", status)
        iterations = -1
        call sw_get_summary_value("iterations", iterations, status)
        print '(a, f0.1)', "value ", iterations
        print '(a, i0)', "size ", c_sizeof(stats)
        call sw_print_eval_times(output_unit, status)
        call say("printed", status)
    end subroutine
end program
