! SPDX-License-Identifier: Apache-2.0
! Copyright the stepwatch authors
!
! What a start and end of a measurement cost in Fortran, by name and by handle, off and on.

program fortran_cost
    use, intrinsic :: iso_c_binding
    use stepwatch
    implicit none
    integer, parameter :: PAIRS = 10000, ROUNDS = 150
    character(32) :: padded = "padded to 32 characters"
    type(sw_name) :: handle

    abstract interface
        subroutine work()
        end subroutine
    end interface
    interface
        integer(c_int) function setenv(name, value, overwrite) bind(c)
            import :: c_char, c_int
            character(kind=c_char), intent(in) :: name(*), value(*)
            integer(c_int), value :: overwrite
        end function

        integer(c_int) function close(file) bind(c)
            import :: c_int
            integer(c_int), value :: file
        end function
    end interface

    print '(/a52, a14)', [character(52) :: "A start and end in Fortran"], "ns"
    handle = sw_register("by handle")
    call measure_all("off")
    if (setenv("STEPWATCH_SET" // c_null_char, "stopwatch.enable=true" // c_null_char, 1) /= 0) error stop
    call sw_init()
    call measure_all("on")
    if (close(2) /= 0) error stop ! the summary is of no interest here

contains

    subroutine measure_all(state)
        character(*), intent(in) :: state
        call measure(state // ", by handle", by_handle)
        call measure(state // ", by name", by_name)
        call measure(state // ", by name, with blanks at its end", by_padded_name)
        call measure(state // ", scope by handle", by_scope)
    end subroutine

    subroutine measure(what, make_pairs)
        character(*), intent(in) :: what
        procedure(work) :: make_pairs
        integer(c_int64_t) :: begin, end, rate
        real(c_double) :: best
        integer :: round
        best = huge(best)
        do round = 1, ROUNDS
            call system_clock(begin, rate)
            call make_pairs()
            call system_clock(end)
            best = min(best, real(end - begin, c_double) / rate / PAIRS * 1d9)
        end do
        print '(2x, a50, f14.2)', [character(50) :: what], best
    end subroutine

    subroutine by_handle()
        integer :: i
        do i = 1, PAIRS
            call sw_start_meas(handle)
            call sw_end_meas(handle)
        end do
    end subroutine

    subroutine by_name()
        integer :: i
        do i = 1, PAIRS
            call sw_start_meas("by name")
            call sw_end_meas("by name")
        end do
    end subroutine

    subroutine by_padded_name()
        integer :: i
        do i = 1, PAIRS
            call sw_start_meas(padded)
            call sw_end_meas(padded)
        end do
    end subroutine

    subroutine by_scope()
        type(sw_scope) :: scope
        integer :: i
        do i = 1, PAIRS
            call sw_scope_begin(scope, handle)
            call sw_scope_end(scope)
        end do
    end subroutine
end program
