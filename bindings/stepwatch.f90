! SPDX-License-Identifier: Apache-2.0
! Copyright the stepwatch authors
!
! stepwatch for Fortran 2018:
!
!     use stepwatch
!     type(sw_name) :: solve
!     type(sw_scope) :: scope
!
!     call sw_init("config/run_profiles.yaml")     ! STEPWATCH_PROFILE says which profile
!     solve = sw_register("solve")                 ! a handle, for the loop
!     do step = 1, steps
!         call sw_start_meas("assemble")
!         call assemble()
!         call sw_end_meas("assemble")
!         call sw_scope_begin(scope, solve)        ! what SW_SCOPE is in C
!         call solve_system()
!         call sw_scope_end(scope)
!         call sw_finish_iter_items(unknowns)
!     end do
!     call sw_finalize()                           ! the summary
!
! Compile stepwatch_c.f90, this file and the program, in this order, and link with -lstepwatch. The calls have the names
! that they have in C, and the headers say what they do: include/stepwatch/*.h. What differs:
!
! - A call has a last argument `status`, which may be left out: 0, or what went wrong. sw_status_text() has the text.
! - Trailing blanks do not belong to a name. Each call makes a C string of its name, on the stack. By handle there is
!   nothing to convert, so hot loops take those: docs/languages.md has the costs.
! - Measurements, ranges, sections and scopes are started and ended by a name or by a handle, with the same calls.
! - A message does not know the line of a call: it shows the name.
! - What C prints to a FILE goes to a Fortran unit, standard output if none is given.

module stepwatch
    use, intrinsic :: iso_c_binding
    use stepwatch_c
    implicit none
    private

    public :: sw_name, sw_range, sw_scope, sw_meas_stats, SW_OK, SW_ERR_ARGUMENT, SW_ERR_NO_MEMORY, SW_NOT_RECORDED
    public :: sw_status_text, sw_last_error, sw_register, sw_name_text, sw_version
    public :: sw_init, sw_finalize, sw_begin_iter, sw_finish_iter, sw_finish_iter_items, sw_pause, sw_resume
    public :: sw_config_print, sw_print_summary, sw_get_summary_value
    public :: sw_scope_begin, sw_scope_end
    public :: sw_stopwatch_is_enabled, sw_start_meas, sw_end_meas, sw_add_meas, sw_value, sw_get_meas_stats
    public :: sw_start_one_time_measurement, sw_end_one_time_measurement, sw_set_cpu_usage_meas_name
    public :: sw_get_num_nonwarmup_iters_measured, sw_print_eval_times
    public :: sw_nvtx_is_enabled, sw_range_push, sw_range_pop, sw_range_start, sw_range_end, sw_mark
    public :: sw_cuda_profiler_start, sw_cuda_profiler_stop
    public :: sw_profiler_is_enabled, sw_profiler_is_recording, sw_section_begin, sw_section_end, sw_get_metric

    interface sw_start_meas
        procedure start_meas_by_name, start_meas_by_handle
    end interface
    interface sw_end_meas
        procedure end_meas_by_name, end_meas_by_handle
    end interface
    interface sw_range_push
        procedure range_push_by_name, range_push_by_handle
    end interface
    interface sw_range_pop
        procedure range_pop_by_name, range_pop_by_handle
    end interface
    interface sw_section_begin
        procedure section_begin_by_name, section_begin_by_handle
    end interface
    interface sw_section_end
        procedure section_end_by_name, section_end_by_handle
    end interface
    interface sw_scope_begin
        procedure scope_begin_by_name, scope_begin_by_handle
    end interface
    interface sw_finish_iter_items
        procedure finish_iter_items_32, finish_iter_items_64
    end interface
    interface sw_value
        procedure value_of_double, value_of_float
    end interface

contains

    !> The text of a status.
    function sw_status_text(status) result(text)
        integer(c_int), intent(in) :: status
        character(:), allocatable :: text
        text = from_c(c_status_text(status))
    end function

    integer(c_int) function sw_last_error() result(status)
        status = c_last_error()
    end function

    function sw_version() result(text)
        character(:), allocatable :: text
        text = from_c(c_version())
    end function

    function sw_register(name) result(handle)
        character(*), intent(in) :: name
        type(sw_name) :: handle
        character(len_trim(name) + 1, c_char) :: text
        call terminate(name, text)
        handle = c_register(text)
    end function

    function sw_name_text(name) result(text)
        type(sw_name), intent(in) :: name
        character(:), allocatable :: text
        text = from_c(c_name_text(name))
    end function

    !> A blank path or profile is none.
    subroutine sw_init(path, profile, status)
        character(*), intent(in), optional :: path, profile
        integer(c_int), intent(out), optional :: status
        character(:, c_char), allocatable :: c_path, c_profile
        if (present(path)) then
            if (path /= "") c_path = trim(path) // c_null_char
        end if
        if (present(profile)) then
            if (profile /= "") c_profile = trim(profile) // c_null_char
        end if
        call give(c_init(c_path, c_profile), status) ! what is not allocated is not present
    end subroutine

    subroutine sw_finalize(status)
        integer(c_int), intent(out), optional :: status
        call give(c_finalize(), status)
    end subroutine

    subroutine sw_begin_iter(status)
        integer(c_int), intent(out), optional :: status
        call give(c_begin_iter(), status)
    end subroutine

    subroutine sw_finish_iter(status)
        integer(c_int), intent(out), optional :: status
        call give(c_finish_iter(), status)
    end subroutine

    subroutine finish_iter_items_64(items, status)
        integer(c_int64_t), intent(in) :: items
        integer(c_int), intent(out), optional :: status
        call give(c_finish_iter_items(max(items, 0_c_int64_t)), status)
    end subroutine

    subroutine finish_iter_items_32(items, status)
        integer(c_int32_t), intent(in) :: items
        integer(c_int), intent(out), optional :: status
        call finish_iter_items_64(int(items, c_int64_t), status)
    end subroutine

    subroutine sw_pause(status)
        integer(c_int), intent(out), optional :: status
        call give(c_pause(), status)
    end subroutine

    subroutine sw_resume(status)
        integer(c_int), intent(out), optional :: status
        call give(c_resume(), status)
    end subroutine

    !> Prints to a unit, which is standard output if it is left out.
    subroutine sw_config_print(unit, status)
        integer, intent(in), optional :: unit
        integer(c_int), intent(out), optional :: status
        call print_to_unit(c_config_print, unit, status)
    end subroutine

    subroutine sw_print_summary(unit, status)
        integer, intent(in), optional :: unit
        integer(c_int), intent(out), optional :: status
        call print_to_unit(c_print_summary, unit, status)
    end subroutine

    subroutine sw_print_eval_times(unit, status)
        integer, intent(in), optional :: unit
        integer(c_int), intent(out), optional :: status
        call print_to_unit(c_print_eval_times, unit, status)
    end subroutine

    !> `x` stays as it is unless the status is SW_OK.
    subroutine sw_get_summary_value(name, x, status)
        character(*), intent(in) :: name
        real(c_double), intent(inout) :: x
        integer(c_int), intent(out), optional :: status
        call give_value(c_get_summary_value, name, x, status)
    end subroutine

    !> Opens what SW_SCOPE opens in C: whatever the run profile has on. The scope may be used again once it was ended.
    subroutine scope_begin_by_name(scope, name)
        type(sw_scope), intent(out) :: scope
        character(*), intent(in) :: name
        character(len_trim(name) + 1, c_char) :: text
        call terminate(name, text)
        scope = c_scope_begin(text, c_null_ptr, 0_c_intptr_t, SCOPE_MODULES)
    end subroutine

    subroutine scope_begin_by_handle(scope, name)
        type(sw_scope), intent(out) :: scope
        type(sw_name), intent(in) :: name
        scope = c_scope_begin_handle(name, c_null_ptr, 0_c_intptr_t, SCOPE_MODULES)
    end subroutine

    !> Closes what the scope opened, exactly; a second call does nothing.
    subroutine sw_scope_end(scope)
        type(sw_scope), intent(inout) :: scope
        if (scope%name /= 0) call c_scope_end(scope)
        scope = sw_scope()
    end subroutine

    logical function sw_stopwatch_is_enabled() result(enabled)
        enabled = c_stopwatch_is_enabled()
    end function

    subroutine start_meas_by_name(name, status)
        character(*), intent(in) :: name
        integer(c_int), intent(out), optional :: status
        call give_named(c_start_meas, name, status)
    end subroutine

    subroutine end_meas_by_name(name, status)
        character(*), intent(in) :: name
        integer(c_int), intent(out), optional :: status
        call give_named(c_end_meas, name, status)
    end subroutine

    subroutine start_meas_by_handle(name, status)
        type(sw_name), intent(in) :: name
        integer(c_int), intent(out), optional :: status
        call give(c_start_meas_handle(name), status)
    end subroutine

    subroutine end_meas_by_handle(name, status)
        type(sw_name), intent(in) :: name
        integer(c_int), intent(out), optional :: status
        call give(c_end_meas_handle(name), status)
    end subroutine

    subroutine sw_start_one_time_measurement(name, status)
        character(*), intent(in) :: name
        integer(c_int), intent(out), optional :: status
        call give_named(c_start_one_time, name, status)
    end subroutine

    subroutine sw_end_one_time_measurement(name, status)
        character(*), intent(in) :: name
        integer(c_int), intent(out), optional :: status
        call give_named(c_end_one_time, name, status)
    end subroutine

    subroutine sw_set_cpu_usage_meas_name(name, status)
        character(*), intent(in) :: name
        integer(c_int), intent(out), optional :: status
        call give_named(c_set_cpu_usage_meas_name, name, status)
    end subroutine

    !> A negative time is refused with SW_ERR_ARGUMENT.
    subroutine sw_add_meas(name, ns, status)
        character(*), intent(in) :: name
        integer(c_int64_t), intent(in) :: ns
        integer(c_int), intent(out), optional :: status
        character(len_trim(name) + 1, c_char) :: text
        call terminate(name, text)
        if (ns >= 0) then
            call give(c_add_meas(text, ns), status)
        else
            call give(merge(SW_ERR_ARGUMENT, SW_OK, sw_stopwatch_is_enabled()), status)
        end if
    end subroutine

    subroutine value_of_double(name, x, status)
        character(*), intent(in) :: name
        real(c_double), intent(in) :: x
        integer(c_int), intent(out), optional :: status
        character(len_trim(name) + 1, c_char) :: text
        call terminate(name, text)
        call give(c_value(text, x), status)
    end subroutine

    subroutine value_of_float(name, x, status)
        character(*), intent(in) :: name
        real(c_float), intent(in) :: x
        integer(c_int), intent(out), optional :: status
        call value_of_double(name, real(x, c_double), status)
    end subroutine

    integer(c_int64_t) function sw_get_num_nonwarmup_iters_measured() result(count)
        count = c_num_nonwarmup_iters()
    end function

    subroutine sw_get_meas_stats(name, stats, status)
        character(*), intent(in) :: name
        type(sw_meas_stats), intent(out) :: stats
        integer(c_int), intent(out), optional :: status
        character(len_trim(name) + 1, c_char) :: text
        call terminate(name, text)
        call give(c_get_meas_stats(text, stats, int(c_sizeof(stats), c_int32_t)), status)
    end subroutine

    logical function sw_nvtx_is_enabled() result(enabled)
        enabled = c_nvtx_is_enabled()
    end function

    subroutine range_push_by_name(name, status)
        character(*), intent(in) :: name
        integer(c_int), intent(out), optional :: status
        call give_named(c_range_push, name, status)
    end subroutine

    subroutine range_push_by_handle(name, status)
        type(sw_name), intent(in) :: name
        integer(c_int), intent(out), optional :: status
        call give(c_range_push_handle(name), status)
    end subroutine

    !> Without a name the innermost range is closed, unchecked.
    subroutine range_pop_by_name(expected, status)
        character(*), intent(in), optional :: expected
        integer(c_int), intent(out), optional :: status
        if (present(expected)) then
            call give_named(c_range_pop, expected, status)
        else
            call give(c_range_pop(), status)
        end if
    end subroutine

    subroutine range_pop_by_handle(expected, status)
        type(sw_name), intent(in) :: expected
        integer(c_int), intent(out), optional :: status
        call give(c_range_pop_handle(expected), status)
    end subroutine

    function sw_range_start(name) result(range)
        character(*), intent(in) :: name
        type(sw_range) :: range
        character(len_trim(name) + 1, c_char) :: text
        call terminate(name, text)
        range = c_range_start(text)
    end function

    subroutine sw_range_end(range, status)
        type(sw_range), intent(in) :: range
        integer(c_int), intent(out), optional :: status
        call give(c_range_end(range), status)
    end subroutine

    subroutine sw_mark(name, status)
        character(*), intent(in) :: name
        integer(c_int), intent(out), optional :: status
        call give_named(c_mark, name, status)
    end subroutine

    subroutine sw_cuda_profiler_start(status)
        integer(c_int), intent(out), optional :: status
        call give(c_cuda_profiler_start(), status)
    end subroutine

    subroutine sw_cuda_profiler_stop(status)
        integer(c_int), intent(out), optional :: status
        call give(c_cuda_profiler_stop(), status)
    end subroutine

    !> Whether it is on, in another mode than null.
    logical function sw_profiler_is_enabled() result(enabled)
        enabled = c_profiler_is_enabled()
    end function

    !> Whether the current iteration is recorded.
    logical function sw_profiler_is_recording() result(recording)
        recording = c_profiler_is_recording()
    end function

    subroutine section_begin_by_name(name, status)
        character(*), intent(in) :: name
        integer(c_int), intent(out), optional :: status
        call give_named(c_section_begin, name, status)
    end subroutine

    subroutine section_begin_by_handle(name, status)
        type(sw_name), intent(in) :: name
        integer(c_int), intent(out), optional :: status
        call give(c_section_begin_handle(name), status)
    end subroutine

    !> Without a name the section that was begun last is ended.
    subroutine section_end_by_name(name, status)
        character(*), intent(in), optional :: name
        integer(c_int), intent(out), optional :: status
        if (present(name)) then
            call give_named(c_section_end, name, status)
        else
            call give(c_section_end(), status)
        end if
    end subroutine

    subroutine section_end_by_handle(name, status)
        type(sw_name), intent(in) :: name
        integer(c_int), intent(out), optional :: status
        call give(c_section_end_handle(name), status)
    end subroutine

    !> `x` stays as it is unless the status is SW_OK.
    subroutine sw_get_metric(name, x, status)
        character(*), intent(in) :: name
        real(c_double), intent(inout) :: x
        integer(c_int), intent(out), optional :: status
        call give_value(c_get_metric, name, x, status)
    end subroutine

end module stepwatch
