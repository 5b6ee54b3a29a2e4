// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "table_support.h"

#include "test.h"

void check_table(sw__table *table, const char *expected)
{
    sw__buffer out = {0};
    sw__table_write_text(&out, table);
    CU_ASSERT_FALSE(out.failed);
    CHECK_TEXT(out.text, expected);
    sw__buffer_free(&out);
    sw__table_free(table);
}
