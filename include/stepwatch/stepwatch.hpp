// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// All of stepwatch for C++17 and later, and objects that are open from their declaration to the end of their block:
//
//     sw::scope step("train_step");           // as SW_SCOPE: whatever the run profile has on
//     sw::measurement load("load_batch");     // a measurement alone
//     sw::range optimizer("optimizer");       // a range alone
//     sw::section forward("forward");         // a section alone
//
// They close on every way out, an exception too, and exactly what they opened. They may recurse: then the measurement
// times the outermost one. Each belongs to the thread and the block that made it, so it can be neither copied nor moved.
//
// Where C++ differs from C:
//   - SW_SCOPE("forward") works as in C, and closes when an exception passes. An object has a name that has to be
//     thought of; without one, sw::scope("forward"); is closed at the same semicolon, which compilers warn about.
//   - A jump past a scope into its block is an error, not a warning. longjmp() past one is undefined.
//   - A name is a C string: sw::scope layer(text.c_str()) for a std::string. It is read during the call only.
//   - Options are filled in by name before C++20, too: sw_stopwatch_options options = {}; options.num_warmup_iters = 10;
//   - A message handler, or a visitor of measurements, may be a lambda that captures nothing. It must not throw.
//   - The calls that know their place, such as sw_start_meas(), are macros; (sw_start_meas) is the function.

#ifndef STEPWATCH_STEPWATCH_HPP
#define STEPWATCH_STEPWATCH_HPP

#include <stepwatch/stepwatch.h>

namespace sw
{

/// What the names below stand for. Always inline, so that no copy of it is shared by files with SW_DISABLE and without.
template <uint64_t modules> class basic_scope
{
  public:
    /// `file` and `line`, for messages, are those of the declaration; `file` has to live as long as the process.
    [[nodiscard, gnu::always_inline]] explicit basic_scope(const char *name, const char *file = __builtin_FILE(),
                                                           uintptr_t line = __builtin_LINE()) noexcept
        : opened(sw__scope_begin_at(name, file, line, modules))
    {
    }

    /// The same by handle, for hot loops.
    [[nodiscard, gnu::always_inline]] explicit basic_scope(sw_name name, const char *file = __builtin_FILE(),
                                                           uintptr_t line = __builtin_LINE()) noexcept
        : opened(sw__scope_begin_handle_at(name, file, line, modules))
    {
    }

    [[gnu::always_inline]] ~basic_scope()
    {
        sw__scope_end_at(&opened);
    }

    basic_scope(const basic_scope &) = delete;
    basic_scope &operator=(const basic_scope &) = delete;

  private:
    sw_scope opened;
};

using scope = basic_scope<SW__SCOPE_BITS>;
using measurement = basic_scope<SW__STOPWATCH_BITS>;
using range = basic_scope<SW__NVTX_BITS>;
using section = basic_scope<SW__PROFILER_BITS>;

} // namespace sw

#endif
