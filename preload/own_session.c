// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "own_session.h"

#include <link.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <stepwatch/stepwatch.h>

static const char library[] = "libstepwatch.so";
static const char this_library[] = "libstepwatch_blas.so";
static const char note_of_copy[] = "stepwatch"; // each copy of stepwatch, static ones too, has a note of this name

static bool is_called(const char *file, const char *name)
{
    const char *slash = strrchr(file, '/');
    return strncmp(slash ? slash + 1 : file, name, strlen(name)) == 0;
}

// The texts that the dynamic section refers to. Most loaders have put an address there; what is less than where the object
// lies is an offset still.
static const char *texts_of(const struct dl_phdr_info *object, const ElfW(Dyn) * dynamic)
{
    for (; dynamic->d_tag != DT_NULL; dynamic++)
        if (dynamic->d_tag == DT_STRTAB) {
            const ElfW(Addr) at = dynamic->d_un.d_ptr;
            return (const char *)(at < object->dlpi_addr ? object->dlpi_addr + at : at);
        }
    return NULL;
}

static bool is_linked_with_library(const struct dl_phdr_info *object, const ElfW(Dyn) * dynamic)
{
    const char *texts = texts_of(object, dynamic);
    for (; texts && dynamic->d_tag != DT_NULL; dynamic++)
        if (dynamic->d_tag == DT_NEEDED && is_called(texts + dynamic->d_un.d_val, library))
            return true;
    return false;
}

static size_t padded(size_t size, size_t alignment)
{
    return (size + alignment - 1) / alignment * alignment;
}

static bool has_note_of_copy(const char *notes, size_t size, size_t alignment)
{
    ElfW(Nhdr) note;
    for (size_t at = 0; at + sizeof note <= size;) {
        memcpy(&note, notes + at, sizeof note);
        const size_t content = padded(sizeof note + note.n_namesz, alignment);
        if (note.n_namesz == sizeof note_of_copy && at + content <= size &&
            memcmp(notes + at + sizeof note, note_of_copy, sizeof note_of_copy) == 0)
            return true;
        at += padded(content + note.n_descsz, alignment);
    }
    return false;
}

static bool uses_stepwatch(const struct dl_phdr_info *object, const ElfW(Phdr) * segment)
{
    const char *begin = (const char *)(object->dlpi_addr + segment->p_vaddr);
    if (segment->p_type == PT_DYNAMIC)
        return is_linked_with_library(object, (const ElfW(Dyn) *)begin);
    return segment->p_type == PT_NOTE && has_note_of_copy(begin, segment->p_memsz, segment->p_align == 8 ? 8 : 4);
}

static int look_at_object(struct dl_phdr_info *object, size_t size, void *context)
{
    (void)size;
    (void)context;
    if (is_called(object->dlpi_name, library) || is_called(object->dlpi_name, this_library))
        return false;
    for (size_t i = 0; i < object->dlpi_phnum; i++)
        if (uses_stepwatch(object, &object->dlpi_phdr[i]))
            return true;
    return false;
}

static bool environment_asks(void)
{
    static const char *const variables[] = {"STEPWATCH_CONFIG", "STEPWATCH_PROFILE", "STEPWATCH_SET"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value)
            return true;
    }
    return false;
}

// Runs before the library's own exit handler, which prints the summary: that of iterations that were finished.
static void finish_run(void)
{
    (void)sw_finish_iter();
}

static void open_session(void)
{
    if (sw_init(NULL, NULL) == SW_OK && sw__is_on(SW__SESSION_BITS)) {
        (void)sw_begin_iter();
        atexit(finish_run);
    }
}

void sw__own_session_open(void)
{
    // A binding that has loaded the library at run time, as in Python, may have opened the session by now.
    if (environment_asks() && !sw__is_on(SW__SESSION_BITS) && !dl_iterate_phdr(look_at_object, NULL))
        open_session();
}
