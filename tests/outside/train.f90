! SPDX-License-Identifier: Apache-2.0
! Copyright the stepwatch authors
!
! A training loop in Fortran.

program train
    use stepwatch
    implicit none
    type(sw_scope) :: scope
    integer :: step

    call sw_init()
    do step = 1, 30
        call sw_scope_begin(scope, "train_step")
        call sw_scope_end(scope)
        call sw_finish_iter()
    end do
    call sw_finalize()
end program
