// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "support_op_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

char *op_table_now(const sw_op_table_options *options)
{
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CHECK_EQUAL(sw_print_op_table(file, options), SW_OK);
    fclose(file);
    return text;
}

void check_op_table(const sw_op_table_options *options, const char *expected)
{
    char *text = op_table_now(options);
    CHECK_TEXT(text, expected);
    free(text);
}

void check_op_table_has(const sw_op_table_options *options, const char *part)
{
    char *text = op_table_now(options);
    CHECK_HAS(text, part);
    free(text);
}

double op_cell(const char *op, const char *column)
{
    for (size_t row = 0; row < report_rows("operators"); row++)
        if (strcmp(report_text("operators", row, "op"), op) == 0)
            return report_cell("operators", row, column);
    FAIL("there is no op %s", op);
    return NAN;
}
