// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "kept_text.h"

#include <stdlib.h>
#include <string.h>

const char *sw__kept_text_add(sw__kept_text **list, const char *text, size_t length)
{
    sw__kept_text *kept = malloc(sizeof *kept + length + 1);
    if (!kept)
        return NULL;
    memcpy(kept->text, text, length);
    kept->text[length] = '\0';
    kept->next = *list;
    *list = kept;
    return kept->text;
}

void sw__kept_text_free(sw__kept_text *list)
{
    while (list) {
        sw__kept_text *next = list->next;
        free(list);
        list = next;
    }
}
