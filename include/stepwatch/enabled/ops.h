// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Included by <stepwatch/ops.h>: its calls look at the state word, and go into the library if ops are recorded. Only then is
// what they say of an op evaluated, so that a formula for its FLOPs costs nothing when all is off. The macros add file and
// line.

#ifndef STEPWATCH_ENABLED_OPS_H
#define STEPWATCH_ENABLED_OPS_H

#ifdef __cplusplus
extern "C" {
#endif

SW_API sw_status sw__op_begin(const char *name, const sw_op_info *info, uint32_t size, const char *file,
                              uintptr_t line);
SW_API sw_status sw__op_begin_handle(sw_name name, const sw_op_info *info, uint32_t size, const char *file,
                                     uintptr_t line);
SW_API sw_status sw__op_end(const char *name, const char *file, uintptr_t line);
SW_API sw_status sw__op_end_handle(sw_name name, const char *file, uintptr_t line);
SW_API sw_status sw__mem_alloc(const void *memory, uint64_t bytes, const char *file, uintptr_t line);
SW_API sw_status sw__mem_free(const void *memory);

static inline sw_status sw__op_end_at(const char *name, const char *file, uintptr_t line)
{
    return sw__is_on(SW__OPS_BITS) ? sw__op_end(name, file, line) : SW_OK;
}

static inline sw_status sw__op_end_handle_at(sw_name name, const char *file, uintptr_t line)
{
    return sw__is_on(SW__OPS_BITS) ? sw__op_end_handle(name, file, line) : SW_OK;
}

static inline sw_status sw__mem_alloc_at(const void *memory, uint64_t bytes, const char *file, uintptr_t line)
{
    return sw__is_on(SW__MEMORY_BITS) ? sw__mem_alloc(memory, bytes, file, line) : SW_OK;
}

static inline sw_status sw__mem_free_if_on(const void *memory)
{
    return sw__is_on(SW__MEMORY_BITS) ? sw__mem_free(memory) : SW_OK;
}

// Variadic, as a compound literal has commas.
#define sw_op_begin(name, ...)                                                                                         \
    (sw__is_on(SW__OPS_BITS) ? sw__op_begin((name), (__VA_ARGS__), sizeof(sw_op_info), __FILE__, __LINE__)             \
                             : ((void)(name), SW_OK))
#define sw_op_begin_handle(name, ...)                                                                                  \
    (sw__is_on(SW__OPS_BITS) ? sw__op_begin_handle((name), (__VA_ARGS__), sizeof(sw_op_info), __FILE__, __LINE__)      \
                             : ((void)(name), SW_OK))
#define sw_op_end(name) sw__op_end_at((name), __FILE__, __LINE__)
#define sw_op_end_handle(name) sw__op_end_handle_at((name), __FILE__, __LINE__)
#define sw_mem_alloc(memory, bytes) sw__mem_alloc_at((memory), (bytes), __FILE__, __LINE__)
#define sw_mem_free(memory) sw__mem_free_if_on(memory)

#ifdef __cplusplus
}
#endif

#endif
