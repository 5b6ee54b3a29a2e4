! SPDX-License-Identifier: Apache-2.0
! Copyright the stepwatch authors
!
! What the C library declares, as Fortran sees it, and the ways between: of texts and of output. For stepwatch.f90, which
! programs use.

module stepwatch_c
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: output_unit
    implicit none

    !> A handle. As it is declared it is inert: starting and ending it does nothing.
    type, bind(c) :: sw_name
        integer(c_int32_t) :: id = 0
    end type

    !> A range across threads. As it is declared, ending it does nothing.
    type, bind(c) :: sw_range
        integer(c_int64_t) :: id = 0
    end type

    !> What sw_scope_begin() opened. As it is declared, ending it does nothing.
    type, bind(c) :: sw_scope
        integer(c_int64_t) :: started = 0
        integer(c_int32_t) :: name = 0
        integer(c_int32_t) :: range = 0
        integer(c_int32_t) :: section = 0
    end type

    !> Times are in nanoseconds; <stepwatch/stopwatch.h> says what each is.
    type, bind(c) :: sw_meas_stats
        integer(c_int64_t) :: count, iterations
        real(c_double) :: total_ns, per_iteration_ns, per_interval_ns, min_ns, max_ns
        integer(c_int64_t) :: max_iteration
        real(c_double) :: stddev_ns, p50_ns, p90_ns, p99_ns, share
        integer(c_int64_t) :: threads, straddled, running
        real(c_double) :: running_ns
        integer(c_int64_t) :: unfinished, captured
    end type

    ! The statuses that these modules return themselves, and that which is no mistake; <stepwatch/base.h> has all.
    integer(c_int), parameter :: SW_OK = 0, SW_ERR_ARGUMENT = -2, SW_ERR_NO_MEMORY = -21, SW_NOT_RECORDED = -23

    !> SW__SCOPE_BITS of <stepwatch/scope.h>: a scope feeds all of these modules.
    integer(c_int64_t), parameter :: SCOPE_MODULES = int(z'3f', c_int64_t)

    ! The kinds of calls.
    abstract interface
        integer(c_int) function plain() bind(c)
            import :: c_int
        end function

        integer(c_int) function by_name(name) bind(c)
            import :: c_char, c_int
            character(kind=c_char), intent(in), optional :: name(*)
        end function

        integer(c_int) function by_handle(name) bind(c)
            import :: c_int, sw_name
            type(sw_name), value :: name
        end function

        integer(c_int) function to_file(file) bind(c)
            import :: c_int, c_ptr
            type(c_ptr), value :: file
        end function

        integer(c_int) function value_of(name, x) bind(c)
            import :: c_char, c_double, c_int
            character(kind=c_char), intent(in) :: name(*)
            real(c_double), intent(inout) :: x
        end function

        logical(c_bool) function question() bind(c)
            import :: c_bool
        end function

        type(c_ptr) function text() bind(c)
            import :: c_ptr
        end function
    end interface

    procedure(plain), bind(c, name="sw_last_error") :: c_last_error
    procedure(text), bind(c, name="sw_version") :: c_version

    procedure(plain), bind(c, name="sw_finalize") :: c_finalize
    procedure(plain), bind(c, name="sw_begin_iter") :: c_begin_iter
    procedure(plain), bind(c, name="sw_finish_iter") :: c_finish_iter
    procedure(plain), bind(c, name="sw_pause") :: c_pause
    procedure(plain), bind(c, name="sw_resume") :: c_resume
    procedure(to_file), bind(c, name="sw_config_print") :: c_config_print
    procedure(to_file), bind(c, name="sw_print_summary") :: c_print_summary
    procedure(value_of), bind(c, name="sw_get_summary_value") :: c_get_summary_value

    procedure(question), bind(c, name="sw_stopwatch_is_enabled") :: c_stopwatch_is_enabled
    procedure(by_name), bind(c, name="sw_start_meas") :: c_start_meas
    procedure(by_name), bind(c, name="sw_end_meas") :: c_end_meas
    procedure(by_handle), bind(c, name="sw_start_meas_handle") :: c_start_meas_handle
    procedure(by_handle), bind(c, name="sw_end_meas_handle") :: c_end_meas_handle
    procedure(by_name), bind(c, name="sw_start_one_time_measurement") :: c_start_one_time
    procedure(by_name), bind(c, name="sw_end_one_time_measurement") :: c_end_one_time
    procedure(by_name), bind(c, name="sw_set_cpu_usage_meas_name") :: c_set_cpu_usage_meas_name
    procedure(to_file), bind(c, name="sw_print_eval_times") :: c_print_eval_times

    procedure(question), bind(c, name="sw_nvtx_is_enabled") :: c_nvtx_is_enabled
    procedure(by_name), bind(c, name="sw_range_push") :: c_range_push
    procedure(by_name), bind(c, name="sw_range_pop") :: c_range_pop
    procedure(by_handle), bind(c, name="sw_range_push_handle") :: c_range_push_handle
    procedure(by_handle), bind(c, name="sw_range_pop_handle") :: c_range_pop_handle
    procedure(by_name), bind(c, name="sw_mark") :: c_mark
    procedure(plain), bind(c, name="sw_cuda_profiler_start") :: c_cuda_profiler_start
    procedure(plain), bind(c, name="sw_cuda_profiler_stop") :: c_cuda_profiler_stop

    procedure(question), bind(c, name="sw_profiler_is_enabled") :: c_profiler_is_enabled
    procedure(question), bind(c, name="sw_profiler_is_recording") :: c_profiler_is_recording
    procedure(by_name), bind(c, name="sw_section_begin") :: c_section_begin
    procedure(by_name), bind(c, name="sw_section_end") :: c_section_end
    procedure(by_handle), bind(c, name="sw_section_begin_handle") :: c_section_begin_handle
    procedure(by_handle), bind(c, name="sw_section_end_handle") :: c_section_end_handle
    procedure(value_of), bind(c, name="sw_get_metric") :: c_get_metric

    interface
        type(c_ptr) function c_status_text(status) bind(c, name="sw_status_text")
            import :: c_int, c_ptr
            integer(c_int), value :: status
        end function

        type(sw_name) function c_register(name) bind(c, name="sw_register")
            import :: c_char, sw_name
            character(kind=c_char), intent(in) :: name(*)
        end function

        type(c_ptr) function c_name_text(name) bind(c, name="sw_name_text")
            import :: c_ptr, sw_name
            type(sw_name), value :: name
        end function

        integer(c_int) function c_init(path, profile) bind(c, name="sw_init")
            import :: c_char, c_int
            character(kind=c_char), intent(in), optional :: path(*), profile(*)
        end function

        integer(c_int) function c_finish_iter_items(items) bind(c, name="sw_finish_iter_items")
            import :: c_int, c_int64_t
            integer(c_int64_t), value :: items
        end function

        type(sw_scope) function c_scope_begin(name, file, line, modules) bind(c, name="sw__scope_begin_of")
            import :: c_char, c_int64_t, c_intptr_t, c_ptr, sw_scope
            character(kind=c_char), intent(in) :: name(*)
            type(c_ptr), value :: file
            integer(c_intptr_t), value :: line
            integer(c_int64_t), value :: modules
        end function

        type(sw_scope) function c_scope_begin_handle(name, file, line, modules) bind(c, name="sw__scope_begin_handle")
            import :: c_int64_t, c_intptr_t, c_ptr, sw_name, sw_scope
            type(sw_name), value :: name
            type(c_ptr), value :: file
            integer(c_intptr_t), value :: line
            integer(c_int64_t), value :: modules
        end function

        subroutine c_scope_end(scope) bind(c, name="sw__scope_end")
            import :: sw_scope
            type(sw_scope), intent(in) :: scope
        end subroutine

        integer(c_int) function c_add_meas(name, ns) bind(c, name="sw_add_meas")
            import :: c_char, c_int, c_int64_t
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int64_t), value :: ns
        end function

        integer(c_int) function c_value(name, x) bind(c, name="sw_value")
            import :: c_char, c_double, c_int
            character(kind=c_char), intent(in) :: name(*)
            real(c_double), value :: x
        end function

        integer(c_int64_t) function c_num_nonwarmup_iters() bind(c, name="sw_get_num_nonwarmup_iters_measured")
            import :: c_int64_t
        end function

        integer(c_int) function c_get_meas_stats(name, stats, size) bind(c, name="sw__get_meas_stats")
            import :: c_char, c_int, c_int32_t, sw_meas_stats
            character(kind=c_char), intent(in) :: name(*)
            type(sw_meas_stats), intent(out) :: stats
            integer(c_int32_t), value :: size
        end function

        type(sw_range) function c_range_start(name) bind(c, name="sw_range_start")
            import :: c_char, sw_range
            character(kind=c_char), intent(in) :: name(*)
        end function

        integer(c_int) function c_range_end(range) bind(c, name="sw_range_end")
            import :: c_int, sw_range
            type(sw_range), value :: range
        end function

        type(c_ptr) function open_memstream(text, length) bind(c)
            import :: c_ptr
            type(c_ptr), value :: text, length
        end function

        integer(c_int) function fclose(file) bind(c)
            import :: c_int, c_ptr
            type(c_ptr), value :: file
        end function

        integer(c_size_t) function strlen(text) bind(c)
            import :: c_ptr, c_size_t
            type(c_ptr), value :: text
        end function

        subroutine free(memory) bind(c)
            import :: c_ptr
            type(c_ptr), value :: memory
        end subroutine
    end interface

contains

    subroutine give(answer, status)
        integer(c_int), intent(in) :: answer
        integer(c_int), intent(out), optional :: status
        if (present(status)) status = answer
    end subroutine

    ! `text` has the trimmed length of `name` and one more.
    subroutine terminate(name, text)
        character(*), intent(in) :: name
        character(*, c_char), intent(out) :: text
        text = name
        text(len(text):) = c_null_char
    end subroutine

    subroutine give_named(call, name, status)
        procedure(by_name) :: call
        character(*), intent(in) :: name
        integer(c_int), intent(out), optional :: status
        character(len_trim(name) + 1, c_char) :: text
        call terminate(name, text)
        call give(call(text), status)
    end subroutine

    subroutine give_value(call, name, x, status)
        procedure(value_of) :: call
        character(*), intent(in) :: name
        real(c_double), intent(inout) :: x
        integer(c_int), intent(out), optional :: status
        character(len_trim(name) + 1, c_char) :: text
        call terminate(name, text)
        call give(call(text, x), status)
    end subroutine

    function from_c(text) result(copy)
        type(c_ptr), intent(in) :: text
        character(:), allocatable :: copy
        character(kind=c_char), pointer :: characters(:)
        integer :: i
        call c_f_pointer(text, characters, [strlen(text)])
        allocate (character(size(characters)) :: copy)
        do i = 1, size(characters)
            copy(i:i) = characters(i)
        end do
    end function

    ! Lets C print into memory, and writes that to a unit, so that it keeps its place among what the program writes.
    subroutine print_to_unit(print, unit, status)
        procedure(to_file) :: print
        integer, intent(in), optional :: unit
        integer(c_int), intent(out), optional :: status
        type(c_ptr), target :: text
        integer(c_size_t), target :: length
        type(c_ptr) :: file
        integer(c_int) :: answer, closed
        integer :: to
        text = c_null_ptr
        length = 0
        to = output_unit
        if (present(unit)) to = unit
        file = open_memstream(c_loc(text), c_loc(length))
        answer = SW_ERR_NO_MEMORY
        if (c_associated(file)) then
            answer = print(file)
            closed = fclose(file)
            if (closed /= 0) answer = SW_ERR_NO_MEMORY
            if (answer == SW_OK) call write_lines(to, text, length)
            call free(text)
        end if
        call give(answer, status)
    end subroutine

    subroutine write_lines(unit, text, length)
        integer, intent(in) :: unit
        type(c_ptr), intent(in) :: text
        integer(c_size_t), intent(in) :: length
        character(kind=c_char), pointer :: characters(:)
        integer(c_size_t) :: begin, end
        call c_f_pointer(text, characters, [length])
        begin = 1
        do end = 1, length
            if (characters(end) /= c_new_line) cycle
            write (unit, '(*(a))') characters(begin:end - 1)
            begin = end + 1
        end do
    end subroutine

end module stepwatch_c
