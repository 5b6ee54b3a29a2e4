// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A plugin that measures itself. It never closes the session: its host does not tell it when it is over.

#include <stepwatch/stepwatch.h>

void plugin_run(void);

void plugin_run(void)
{
    sw_init(NULL, NULL);
    for (int iteration = 0; iteration < 30; iteration++) {
        {
            SW_SCOPE("plugin");
        }
        sw_finish_iter();
    }
}
