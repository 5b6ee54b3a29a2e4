// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "public_names.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

enum { LONGEST_LINE = 1024 };

void names_add(name_list *list, const char *name, size_t length)
{
    CU_ASSERT_FATAL(list->count < MOST_NAMES);
    list->names[list->count++] = strndup(name, length);
}

bool names_have(const name_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->names[i], name) == 0)
            return true;
    return false;
}

void names_free(name_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->names[i]);
    list->count = 0;
}

name_list names_listed(void)
{
    name_list list = {0};
    FILE *file = fopen("tests/exports.txt", "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    char line[LONGEST_LINE];
    while (fgets(line, sizeof line, file))
        names_add(&list, line, strcspn(line, "\n"));
    fclose(file);
    return list;
}

// The name that a line of a header declares: `SW_API int name(...`, `SW_API int(name)(...` or `SW_API extern int name;`.
static void add_declared_name(name_list *list, const char *line)
{
    const char *end = strstr(line, ")(");
    if (!end)
        end = line + strcspn(line, "(;");
    const char *begin = end;
    while (begin > line && !strchr(" *(", begin[-1]))
        begin--;
    names_add(list, begin, (size_t)(end - begin));
}

static void add_declared_in(name_list *list, const char *pattern, const char *declaration)
{
    glob_t headers = {0};
    CHECK_EQUAL(glob(pattern, 0, NULL, &headers), 0);
    for (size_t i = 0; i < headers.gl_pathc; i++) {
        FILE *file = fopen(headers.gl_pathv[i], "r");
        CU_ASSERT_PTR_NOT_NULL_FATAL(file);
        char line[LONGEST_LINE];
        while (fgets(line, sizeof line, file))
            if (strncmp(line, declaration, strlen(declaration)) == 0)
                add_declared_name(list, line);
        fclose(file);
    }
    globfree(&headers);
}

name_list names_declared(void)
{
    name_list list = {0};
    add_declared_in(&list, "include/stepwatch/*.h", "SW_API ");
    add_declared_in(&list, "include/stepwatch/enabled/*.h", "SW_API ");
    return list;
}

name_list names_callable(void)
{
    name_list all = names_listed();
    add_declared_in(&all, "include/stepwatch/*.h", "static inline ");
    name_list list = {0};
    for (size_t i = 0; i < all.count; i++)
        if (strncmp(all.names[i], "sw__", strlen("sw__")) != 0)
            names_add(&list, all.names[i], strlen(all.names[i]));
    names_free(&all);
    return list;
}
