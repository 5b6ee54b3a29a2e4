// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A solver whose parts are in libraries that know nothing of each other.

#include <stepwatch/stepwatch.h>

void assemble(void);
void solve(void);

int main(void)
{
    sw_init(NULL, NULL);
    for (int iteration = 0; iteration < 30; iteration++) {
        assemble();
        solve();
        sw_finish_iter();
    }
    sw_finalize();
    return 0;
}
