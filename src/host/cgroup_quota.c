// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cgroup_quota.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"

static FILE *open_file(const char *folder, const char *name)
{
    sw__buffer path = {0};
    sw__buffer_printf(&path, "%s/%s", folder, name);
    FILE *file = path.failed ? NULL : fopen(path.text, "re");
    sw__buffer_free(&path);
    return file;
}

// Reads up to two whole numbers; returns how many there were. The word "max" is none.
static int read_numbers(const char *folder, const char *name, long long *first, long long *second)
{
    FILE *file = open_file(folder, name);
    if (!file)
        return 0;
    int count = fscanf(file, "%lld %lld", first, second);
    fclose(file);
    return count;
}

// The quota that one folder of a hierarchy sets, in CPUs. Version 1 has two files, with -1 for no quota.
static double quota_of_folder(const char *folder, bool version_2)
{
    long long quota = -1;
    long long period = 0;
    long long unused;
    if (version_2)
        read_numbers(folder, "cpu.max", &quota, &period);
    else if (read_numbers(folder, "cpu.cfs_quota_us", &quota, &unused) >= 1)
        read_numbers(folder, "cpu.cfs_period_us", &period, &unused);
    return quota > 0 && period > 0 ? (double)quota / (double)period : INFINITY;
}

static bool list_has(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strncmp(at, word, length) == 0 && (at[length] == ',' || at[length] == '\0'))
            return true;
    return false;
}

// A line of /proc/self/mountinfo, as far as it matters.
typedef struct mount {
    char *root;  ///< the group that is mounted
    char *point; ///< where
    char *type;
    char *options; ///< of the file system: the controllers of version 1
} mount;

// Blanks and the like stand there as a backslash and three octal digits.
static void unescape(char *text)
{
    char *to = text;
    for (const char *from = text; *from; to++)
        if (*from == '\\' && strspn(from + 1, "01234567") >= 3) {
            *to = (char)((from[1] - '0') << 6 | (from[2] - '0') << 3 | (from[3] - '0'));
            from += 4;
        } else
            *to = *from++;
    *to = '\0';
}

static bool parse_mount(char *line, mount *m)
{
    enum { ROOT = 3, POINT = 4, FIRST_OPTIONAL = 6, FIELDS = 64 };
    char *fields[FIELDS];
    size_t count = 0;
    size_t dash = FIRST_OPTIONAL; // the end of the optional fields
    char *rest = NULL;
    for (char *field = strtok_r(line, " \n", &rest); field && count < FIELDS; field = strtok_r(NULL, " \n", &rest))
        fields[count++] = field;
    while (dash < count && strcmp(fields[dash], "-") != 0)
        dash++;
    if (dash + 3 >= count)
        return false;
    *m = (mount){fields[ROOT], fields[POINT], fields[dash + 1], fields[dash + 3]};
    unescape(m->root);
    unescape(m->point);
    return true;
}

// This process's group, as a path from its hierarchy's root; the caller frees. NULL: it is in none.
static char *group_path(const char *root, bool version_2)
{
    FILE *file = open_file(root, "proc/self/cgroup");
    char *path = NULL;
    char *line = NULL;
    size_t capacity = 0;
    while (file && !path && getline(&line, &capacity, file) > 0) {
        char *controllers = strchr(line, ':');
        char *name = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!name)
            continue;
        *name++ = '\0';
        if (version_2 ? controllers[1] == '\0' : list_has(controllers + 1, "cpu"))
            path = strndup(name, strcspn(name, "\n"));
    }
    free(line);
    if (file)
        fclose(file);
    return path;
}

// What is left of a group's path below the group that is mounted; NULL if it is not in there.
static const char *path_below(const char *path, const char *mounted)
{
    size_t length = strcmp(mounted, "/") == 0 ? 0 : strlen(mounted);
    if (strncmp(path, mounted, length) != 0 || (path[length] != '/' && path[length] != '\0'))
        return NULL;
    return path + length;
}

static double least_on_the_way_up(sw__buffer *folder, size_t top, bool version_2)
{
    double least = INFINITY;
    for (;;) {
        least = fmin(least, quota_of_folder(folder->text, version_2));
        char *slash = strrchr(folder->text + top, '/');
        if (!slash)
            return least;
        *slash = '\0';
    }
}

static double quota_of_mount(const char *root, const mount *m)
{
    bool version_2 = strcmp(m->type, "cgroup2") == 0;
    if (!version_2 && !(strcmp(m->type, "cgroup") == 0 && list_has(m->options, "cpu")))
        return INFINITY;
    char *path = group_path(root, version_2);
    const char *below = path ? path_below(path, m->root) : NULL;
    sw__buffer folder = {0};
    double quota = INFINITY;
    if (below) {
        sw__buffer_printf(&folder, "%s%s", root, m->point);
        size_t top = folder.length;
        sw__buffer_text(&folder, below);
        if (!folder.failed)
            quota = least_on_the_way_up(&folder, top, version_2);
    }
    sw__buffer_free(&folder);
    free(path);
    return quota;
}

double sw__cgroup_quota(const char *root)
{
    FILE *file = open_file(root, "proc/self/mountinfo");
    double least = INFINITY;
    char *line = NULL;
    size_t capacity = 0;
    mount m;
    while (file && getline(&line, &capacity, file) > 0)
        if (parse_mount(line, &m))
            least = fmin(least, quota_of_mount(root, &m));
    free(line);
    if (file)
        fclose(file);
    return least;
}
