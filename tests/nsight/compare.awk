# SPDX-License-Identifier: Apache-2.0
# Copyright the stepwatch authors
#
# Holds nsys's summary of the ranges against stepwatch's own tables, all of them CSV files:
#     awk -v domain=NAME -f compare.awk [NAME.times.csv NAME.spread.csv] NAME.ranges.csv NAME.nsys.csv
# Names and counts must be equal. Where a name was measured, too, nsys must have seen what was measured, and of its own
# push and pop at most 20 us around it. A total may be 10 ms more than that, as a thread may lose its core in between; the
# two clocks may differ by 0.1 %.

BEGIN {
    FS = ","
    CLOCKS = 0.001
    RANGE_NS = 20e3
    LOST_CORE_NS = 10e6
    key_columns["total_ns"] = "times"
    key_columns["min_ns"] = "spread"
    key_columns["pushed"] = "ranges"
    key_columns["Instances"] = "nsys"
}

function fail(text) {
    print "FAILED: " text
    failures++
}

function field(name) {
    return $column[name]
}

function is_longer_by_at_most(seen, measured, allowance) {
    return seen >= measured * (1 - CLOCKS) && seen <= measured * (1 + CLOCKS) + allowance
}

{ sub(/\r$/, "") }

/"/ { fail(FILENAME ": a quoted field is beyond this comparison: " $0); next }

FNR == 1 { table = "" }

# The header tells which table this is. What nsys may say above it is of no interest.
!table {
    delete column
    for (i = 1; i <= NF; i++)
        column[$i] = i
    for (known in key_columns)
        if (known in column)
            table = key_columns[known]
    next
}

table == "times" { measured[$1] = field("count"); total[$1] = field("total_ns") }

table == "spread" { shortest[$1] = field("min_ns") }

table == "ranges" {
    if (field("pushed")) counted["PushPop", $1] = field("pushed")
    if (field("started")) counted["StartEnd", $1] = field("started")
}

table == "nsys" && NF > 1 {
    name = field("Range")
    if (index(name, domain ":") != 1) {
        fail("\"" name "\" is not in the domain " domain)
        next
    }
    key = field("Style") SUBSEP substr(name, length(domain) + 2)
    order[++seen_count] = key
    seen[key] = field("Instances")
    seen_total[key] = field("Total Time (ns)")
    seen_shortest[key] = field("Min (ns)")
}

function check_times(key, name) {
    if (measured[name] != seen[key])
        fail("\"" name "\": nsys saw " seen[key] ", measured were " measured[name])
    if (!is_longer_by_at_most(seen_shortest[key], shortest[name], RANGE_NS))
        fail(sprintf("\"%s\": the shortest took %.0f ns for nsys, and %.0f ns as measured", name, seen_shortest[key],
                     shortest[name]))
    if (!is_longer_by_at_most(seen_total[key], total[name], seen[key] * RANGE_NS + LOST_CORE_NS))
        fail(sprintf("\"%s\": all took %.3f ms for nsys, and %.3f ms as measured", name, seen_total[key] / 1e6,
                     total[name] / 1e6))
}

function print_row(key, name) {
    printf "  %-20s %6d %9.2f ms", name, seen[key], seen_total[key] / 1e6
    if (name in total)
        printf " %9.2f ms %10.2f us", total[name] / 1e6, (seen_total[key] - total[name]) / seen[key] / 1e3
    printf "\n"
}

END {
    printf "  %-20s %6s %12s %12s %13s\n", "range", "count", "nsys total", "measured", "more, each"
    for (i = 1; i <= seen_count; i++) {
        key = order[i]
        split(key, part, SUBSEP)
        print_row(key, part[2])
        if (!(key in counted))
            fail("\"" part[2] "\" (" part[1] ") is unknown to stepwatch")
        else if (counted[key] != seen[key])
            fail("\"" part[2] "\": nsys saw " seen[key] ", stepwatch counted " counted[key])
        if (part[2] in total && part[1] == "PushPop")
            check_times(key, part[2])
    }
    for (key in counted) {
        split(key, part, SUBSEP)
        if (!(key in seen))
            fail("nsys saw no \"" part[2] "\" (" part[1] ")")
    }
    if (!seen_count)
        fail("nsys saw no ranges at all")
    if (!failures)
        print "ok: nsys saw the same ranges" (length(total) ? ", and the times that were measured" : "")
    exit failures > 0
}
