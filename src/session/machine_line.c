// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "machine_line.h"

#include <string.h>

#include "base/utf8.h"
#include "report/units.h"

// Most kernels name the processor; where one does not, that is unknown, like a count.
static void add_model(sw__buffer *out, const char *model)
{
    if (*model)
        sw__utf8_show(out, model, strlen(model));
    else
        sw__buffer_text(out, "--");
}

static void add_count(sw__buffer *out, int count, const char *thing)
{
    if (count == SW__UNKNOWN)
        sw__buffer_printf(out, ", -- %ss", thing);
    else
        sw__buffer_printf(out, ", %d %s%s", count, thing, count == 1 ? "" : "s");
}

static void add_limit(sw__buffer *out, const sw__cpu_limit *limit)
{
    char allowed[SW__UNIT_TEXT] = "--";
    if (limit->allowed > 0)
        sw__format_number(allowed, limit->allowed);
    sw__buffer_printf(out, "; may use %s %s", allowed, limit->allowed == 1 ? "CPU" : "CPUs");
    if (limit->allowed > 0 && limit->quota < limit->affinity)
        sw__buffer_printf(out, " (a quota; the affinity has %d)", (int)limit->affinity);
}

static void add_part(sw__buffer *out, const char *before, const char *thing, int number)
{
    if (number != SW__UNKNOWN)
        sw__buffer_printf(out, "%s%s %d", before, thing, number);
}

static void add_place(sw__buffer *out, const sw__machine *machine)
{
    if (machine->cpu == SW__UNKNOWN) {
        sw__buffer_text(out, "; main thread on CPU --");
        return;
    }
    sw__buffer_printf(out, "; main thread on CPU %d", machine->cpu);
    add_part(out, ", ", "core", machine->core);
    add_part(out, ", ", "package", machine->package);
    add_part(out, ", ", "node", machine->node);
}

void sw__machine_line(sw__buffer *out, const sw__machine *machine, const sw__cpu_limit *limit)
{
    sw__buffer_text(out, "  machine     ");
    add_model(out, machine->model);
    add_count(out, machine->packages, "package");
    add_count(out, machine->cores, "core");
    add_count(out, machine->units, "processing unit");
    add_count(out, machine->nodes, "NUMA node");
    add_limit(out, limit);
    add_place(out, machine);
    sw__buffer_text(out, "\n");
}

static sw__cell count_of(int number)
{
    return number == SW__UNKNOWN ? sw__absent() : sw__count((uint64_t)number);
}

static void add_facts(sw__facts *facts, const sw__machine *machine, const sw__cpu_limit *limit)
{
    const struct {
        const char *key;
        int number;
    } numbers[] = {
        {"machine_packages", machine->packages}, {"machine_cores", machine->cores}, {"machine_units", machine->units},
        {"machine_nodes", machine->nodes},       {"main_thread_cpu", machine->cpu},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sw__facts_add(facts, numbers[i].key, SW__CELL_COUNT, count_of(numbers[i].number), NULL, NULL);
    sw__facts_add(facts, "allowed_cpus", SW__CELL_NUMBER,
                  limit->allowed > 0 ? sw__number(limit->allowed) : sw__absent(), NULL, NULL);
}

void sw__machine_facts(sw__report *report)
{
    hwloc_topology_t topology = sw__topology();
    sw__machine machine = sw__machine_of(topology, sw__main_thread_cpu(topology));
    sw__cpu_limit limit = sw__cpu_limit_now();
    sw__buffer line = {0}, model = {0};
    sw__machine_line(&line, &machine, &limit);
    sw__buffer_text(&model, machine.model);
    // The line of the header ends with those of the other facts.
    if (line.length)
        line.text[--line.length] = '\0';
    const char *kept = sw__report_keep(report, &model);
    sw__facts_add(&report->head, NULL, SW__CELL_TEXT, sw__text(sw__report_keep(report, &line)), "\n", NULL);
    sw__facts_add(&report->head, "machine_model", SW__CELL_TEXT, sw__text(kept && *kept ? kept : NULL), NULL, NULL);
    add_facts(&report->head, &machine, &limit);
}
