// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// One session a process, although the library may be in it several times: linked statically into plugins that know nothing
// of each other, or into one beside libstepwatch.so. Copies cannot see each other's variables, so each has a note in its
// object file that tells where its claim is, and looks at the claims of all others before it switches anything on. Only
// copies in another namespace of the loader (dlmopen) are not found.

#ifndef SW_SESSION_ONLY_COPY_H
#define SW_SESSION_ONLY_COPY_H

#include <stdbool.h>

/// Claims the session for this copy. False: another copy has it, and a message says which. Of copies that try at once
/// exactly one gets it. The session's lock is held.
bool sw__only_copy_claim(void);

/// Whether this copy has it. The state word alone does not tell: copies that were linked with -Bsymbolic-functions keep
/// their functions, but share the word, which then is on for the one that has the session.
bool sw__only_copy_has(void);

/// Leaves it to whichever copy comes next.
void sw__only_copy_withdraw(void);

#endif
