// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "only_copy.h"

#include <errno.h>
#include <link.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/message.h"

// Copies of different versions read each other's note and claim: their form never changes. A new one takes a new type.
enum { NOTE_TYPE = 1 };
static const char note_name[] = "stepwatch";

// 0: this copy does not have the session. The id of the process: it has. The negative id: it is about to. What a forked
// child inherits has another id and means nothing. Not static, for the note; hidden, so that each copy has its own.
__attribute__((visibility("hidden"), used)) int32_t sw__claim;

// The distance from where it stands itself is the same wherever the object is loaded: nothing is left to the loader.
__asm__(".pushsection .note.stepwatch, \"a\", %note\n"
        ".balign 4\n"
        ".4byte 2f - 1f, 4f - 3f, 1\n"
        "1: .asciz \"stepwatch\"\n"
        "2: .balign 4\n"
        "3: .8byte sw__claim - .\n"
        "4: .popsection\n");

typedef struct search {
    int32_t process;
    bool taken;       // another copy has the session
    bool contested;   // another copy is about to, and comes after this one
    sw__buffer own;   // the file of this copy
    sw__buffer other; // the file of the one that has it
} search;

static void name_object(sw__buffer *name, const struct dl_phdr_info *object)
{
    name->length = 0;
    sw__buffer_text(name, *object->dlpi_name ? object->dlpi_name : program_invocation_name);
}

// Of two copies that try at once the one at the lower address goes on, and waits until the other has seen that.
static void look_at_claim(search *s, const struct dl_phdr_info *object, const int32_t *claim)
{
    if (claim == &sw__claim) {
        name_object(&s->own, object);
        return;
    }
    // Sequentially consistent, as is the store of what is looked for: one of the two copies sees the other.
    const int32_t other = __atomic_load_n(claim, __ATOMIC_SEQ_CST);
    const bool tries = other == -s->process;
    if (other == s->process || (tries && (uintptr_t)claim < (uintptr_t)&sw__claim)) {
        s->taken = true;
        name_object(&s->other, object);
    }
    s->contested |= tries;
}

// A header may name what was not loaded.
static bool is_loaded(const struct dl_phdr_info *object, uintptr_t address, size_t size, uint32_t flags)
{
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        const uintptr_t offset = address - object->dlpi_addr - segment->p_vaddr;
        if (segment->p_type == PT_LOAD && (segment->p_flags & flags) == flags && offset < segment->p_memsz &&
            size <= segment->p_memsz - offset)
            return true;
    }
    return false;
}

static void look_at_note(search *s, const struct dl_phdr_info *object, const ElfW(Nhdr) * note, const char *name,
                         const char *content)
{
    int64_t distance;
    if (note->n_type != NOTE_TYPE || note->n_namesz != sizeof note_name || note->n_descsz != sizeof distance ||
        memcmp(name, note_name, sizeof note_name) != 0)
        return;
    memcpy(&distance, content, sizeof distance);
    const uintptr_t claim = (uintptr_t)content + (uintptr_t)distance;
    if (is_loaded(object, claim, sizeof sw__claim, PF_R | PF_W))
        look_at_claim(s, object, (const int32_t *)claim);
}

static size_t padded(size_t size, size_t alignment)
{
    return (size + alignment - 1) / alignment * alignment;
}

static void look_at_notes(search *s, const struct dl_phdr_info *object, const char *notes, size_t size,
                          size_t alignment)
{
    ElfW(Nhdr) note;
    for (size_t at = 0; at + sizeof note <= size;) {
        memcpy(&note, notes + at, sizeof note);
        const size_t name = at + sizeof note;
        const size_t content = padded(name + note.n_namesz, alignment);
        if (content + note.n_descsz > size)
            return;
        look_at_note(s, object, &note, notes + name, notes + content);
        at = padded(content + note.n_descsz, alignment);
    }
}

static int look_at_object(struct dl_phdr_info *object, size_t size, void *context)
{
    (void)size;
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        const uintptr_t notes = object->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_NOTE && is_loaded(object, notes, segment->p_memsz, PF_R))
            look_at_notes(context, object, (const char *)notes, segment->p_memsz, segment->p_align == 8 ? 8 : 4);
    }
    return 0;
}

static void search_free(search *s)
{
    sw__buffer_free(&s->own);
    sw__buffer_free(&s->other);
}

static search look_at_all(int32_t process)
{
    search s = {.process = process};
    while (dl_iterate_phdr(look_at_object, &s), s.contested && !s.taken) {
        search_free(&s);
        s.contested = false;
        sched_yield();
    }
    return s;
}

static void tell(const search *s)
{
    sw__say(
        SW_ERR_SECOND_COPY,
        "there are two copies of stepwatch in this process: the one in %s has the session, the one in %s stays off; "
        "link everything with libstepwatch.so instead of libstepwatch.a",
        s->other.text ? s->other.text : "?", s->own.text ? s->own.text : "?");
}

bool sw__only_copy_claim(void)
{
    static bool told; // guarded by the session's lock
    if (sw__only_copy_has())
        return true;
    const int32_t process = getpid();
    __atomic_store_n(&sw__claim, -process, __ATOMIC_SEQ_CST);
    search s = look_at_all(process);
    __atomic_store_n(&sw__claim, s.taken ? 0 : process, __ATOMIC_SEQ_CST);
    if (s.taken && !told)
        tell(&s);
    told = s.taken;
    search_free(&s);
    return !s.taken;
}

bool sw__only_copy_has(void)
{
    return __atomic_load_n(&sw__claim, __ATOMIC_RELAXED) > 0;
}

void sw__only_copy_withdraw(void)
{
    // Release: whoever claims the session next sees what was done in this one.
    __atomic_store_n(&sw__claim, 0, __ATOMIC_RELEASE);
}
