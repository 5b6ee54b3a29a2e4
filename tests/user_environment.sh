# SPDX-License-Identifier: Apache-2.0
# Copyright the stepwatch authors
#
# What tests/install_support.c reads into a shell, in the folder of the sources, before it runs a user's commands: the user's
# folder, where the library is installed, and how to find it there. It sets $build, and in $flags the sanitizers that the
# library was built with, which are for all that is linked with it.
# shellcheck shell=sh

set -eu

# What a make that runs the tests was told is not for those that the user runs.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL DESTDIR LIBDIR INCLUDEDIR DATADIR MANDIR STEPWATCH_SET

sources=$PWD
user=$(realpath "${build:?}")/tests/user
prefix=$user/installed

export PATH="${CUDA_HOME:-/usr/local/cuda}/bin:$PATH"
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig" LD_LIBRARY_PATH="$prefix/lib"
export STEPWATCH_CONFIG="$prefix/share/stepwatch/run_profiles.yaml" STEPWATCH_PROFILE=evaluation

# The library stays as it is, whatever flags it was made with: -o says that it is up to date.
make_sources() {
    make -s -C "$sources" BUILD="$build" -o "$build/lib/libstepwatch.so" -o "$build/lib/libstepwatch.a" \
        -o "$build/lib/libstepwatch_blas.so" "$@" >/dev/null
}

# Makes the user's folder anew. The README's program is made short.
set_up() {
    rm -rf "$user"
    mkdir -p "$user"
    cd "$user"
    cp "$sources"/tests/outside/* .
    sed 's/STEPS = 1000, POINTS = 150000/STEPS = 30, POINTS = 100/' "$sources/demos/quick_start.c" >train.c
    cp train.c train.cpp
    make_sources install PREFIX="$prefix"
}

test ! -d "$user" || cd "$user"
