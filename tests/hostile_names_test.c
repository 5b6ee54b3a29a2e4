// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Names of all kinds through every output, in a program that uses them in every way, tests/programs/hostile_names.c:
// a terminal gets no control characters, a parser gets each name back, and nobody sees another row or line than with
// tame names. A new output takes a line in one of the two tables, `shown` or `parsed`.

#include "base/buffer.h"
#include "comma_locale.h"
#include "process.h"
#include "python.h"
#include "session_support.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

#define FOLDER BUILD_DIR "/hostile_names"
// What the config file is called, and its run profile: a name of a profile has no control characters.
#define CONFIG FOLDER "/\x1b[31m a,b\n\"c\" \xff.yaml"
#define PROFILE "gr\xc3\xb6\xc3\x9ft, \\\"\xe6\xbc\xa2"

typedef struct output {
    const char *name;
    const char *file;
} output;

// For people: what the program, or the library in it, has written to these files.
static const output shown[] = {{"messages and summary", FOLDER "/stderr"},
                               {"ten numbers and configuration", FOLDER "/stdout"}};

// For programs: each script finds the names in an output, and hands them to same().
static const struct {
    const char *name;
    const char *script;
} parsed[] = {
    {"JSON", "tables = json.load(read('run.json'))['tables']\n"
             "for table, column in TABLES:\n"
             "    same(table, [row[column] for row in tables[table]])\n"},
    {"CSV", "for table, column in TABLES:\n"
            "    rows = list(csv.DictReader(read('run.%s.csv' % table)))\n"
            "    assert all(None not in row and None not in row.values() for row in rows), rows\n"
            "    same(table, [row[column] for row in rows])\n"},
    {"facts in JSON and CSV", "facts, = csv.DictReader(read('run.facts.csv'))\n"
                              "for found in facts, json.load(read('run.json'))['facts']:\n"
                              "    assert found['config'] == config, found['config']\n"
                              "    assert found['run_profile'] == 'gr\\xf6\\xdft, \"\\u6f22', found['run_profile']\n"},
    {"ten numbers", "lines = read('stdout').read().split('# The settings')[0].split('\\n')[1:-1]\n"
                    "numbers = {name: float(number) for name, number in (line.split(' ') for line in lines)}\n"
                    "assert numbers['iterations'] == 1 and len(numbers) >= 8, numbers\n"},
    {"NVTX", "if os.path.exists(folder + '/nvtx'):\n"
             "    lines = read('nvtx').read().split('\\n')\n"
             "    found = [line.split(' ', 3)[3] for line in lines if line.startswith('string ')]\n"
             "    unescaped = [re.sub(r'\\\\x(..)', lambda m: chr(int(m[1], 16)), name) for name in found]\n"
             "    same('strings', unescaped)\n"},
};

// A byte that is no UTF-8 becomes one U+FFFD. The names that the library itself has are left out.
static const char prelude[] =
    "import codecs, csv, json, os, re, sys\n"
    "codecs.register_error('each', lambda e: ('\\ufffd', e.start + 1))\n"
    "folder, config = (os.fsencode(a).decode('utf-8', 'each') for a in sys.argv[1].split('|'))\n"
    "TABLES = (('times', 'measurement'), ('spread', 'measurement'), ('one_time', 'measurement'),\n"
    "          ('open', 'measurement'), ('values', 'value'), ('ranges', 'range'))\n"
    "OWN = ('iteration', 'outer')\n"
    "def read(file):\n"
    "    return open(folder + '/' + file, encoding='utf-8', newline='')\n"
    "names = [bytes.fromhex(line).decode('utf-8', 'each') for line in read('names')]\n"
    "def same(what, found):\n"
    "    found = sorted(name for name in found if name not in OWN)\n"
    "    missing, more = set(names) - set(found), set(found) - set(names)\n"
    "    assert found == sorted(names), (what, len(found), missing, more)\n";

static void write_file(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CHECK_EQUAL(fwrite(text, 1, length, file), length);
    fclose(file);
}

static void write_config(void)
{
    static const char text[] = "default: \"" PROFILE "\"\n"
                               "profiles:\n"
                               "  \"" PROFILE "\":\n"
                               "    report: {json: " FOLDER "/run.json, csv: " FOLDER "/run.csv}\n"
                               "    stopwatch: {enable: true, print_every_n_iters: 1, cpu_usage_meas: 'a\"b'}\n"
                               "    profiler: {mode: custom, active: 0}\n"
                               "    nvtx_range_wrapper:\n"
                               "      {enable: true, keep_track_of_range_order: true, domain: '\xc3\xa9,\"\\'}\n";
    CU_ASSERT_FATAL(mkdir(FOLDER, 0777) == 0 || errno == EEXIST);
    write_file(CONFIG, text, sizeof text - 1);
}

// Leaves all outputs in the folder. False: the program failed.
static bool run_anew(const char *names, const char *locale)
{
    const char *const argv[] = {BUILD_DIR "/tests/programs/hostile_names", names, FOLDER "/names", NULL};
    const char *const environment[] = {"STEPWATCH_CONFIG=" CONFIG,
                                       "STEPWATCH_PROFILE",
                                       "STEPWATCH_SET",
                                       "RANK",
                                       "NVTX_INJECTION64_PATH=" BUILD_DIR "/tests/libnvtx_consumer.so",
                                       "NVTX_CONSUMER_REPORT=" FOLDER "/nvtx",
                                       "LOCPATH=" BUILD_DIR "/tests",
                                       locale,
                                       NULL};
    CHECK_EQUAL(system("rm -rf '" FOLDER "'"), 0);
    write_config();
    process_result result = process_run(argv, environment, 100);
    write_file(FOLDER "/stdout", result.out, result.out_length);
    write_file(FOLDER "/stderr", result.err, result.err_length);
    const bool good = result.exit_status == 0;
    if (!good)
        FAIL("hostile_names: exit %d, signal %d, %s", result.exit_status, result.signal, result.err);
    process_free(&result);
    return good;
}

// The tests look at few runs, and several at the same one.
static bool run(const char *names, const char *locale)
{
    static char last[64];
    static bool good;
    char this[64];
    snprintf(this, sizeof this, "%s %s", names, locale);
    if (strcmp(last, this) != 0)
        good = run_anew(names, locale);
    strcpy(last, this);
    return good;
}

static char *content_of(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    char *text = calloc(1, 1 << 20);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    *length = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    return text;
}

// Control characters, and those that move what stands around them.
static bool is_harmful(wchar_t c)
{
    static const wchar_t harmful[][2] = {{0, 9},           {11, 31},         {127, 159},       {0x61c, 0x61c},
                                         {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfff9, 0xfffb}};
    for (size_t i = 0; i < sizeof harmful / sizeof *harmful; i++)
        if (c >= harmful[i][0] && c <= harmful[i][1])
            return true;
    return false;
}

// Where the text has something that a terminal must not get, or else its end.
static const char *first_harm(const char *text, const char *end)
{
    mbstate_t state = {0};
    while (text < end) {
        wchar_t c = 0;
        const size_t size = mbrtowc(&c, text, (size_t)(end - text), &state);
        if (size == 0 || size > 4 || is_harmful(c))
            return text;
        text += size;
    }
    return end;
}

static void check_harmless(const output *o)
{
    size_t length;
    char *text = content_of(o->file, &length);
    const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    const locale_t before = uselocale(utf8);
    const char *harm = first_harm(text, text + length);
    uselocale(before);
    freelocale(utf8);
    CU_ASSERT_TRUE(length > 0);
    if (harm < text + length) {
        const char *line = harm;
        while (line > text && line[-1] != '\n')
            line--;
        FAIL("%s: byte 0x%02x behind \"%.*s\"", o->name, (unsigned)(unsigned char)*harm, (int)(harm - line), line);
    }
    free(text);
}

static void test_terminal_gets_no_control_characters(void)
{
    if (!run("nasty", "LC_ALL=C"))
        return;
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        check_harmless(&shown[i]);
}

static void count_lines(unsigned lines[], const char *names)
{
    (void)run(names, "LC_ALL=C");
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        size_t length;
        char *text = content_of(shown[i].file, &length);
        lines[i] = times_in(text, "\n");
        free(text);
    }
}

static void test_people_see_as_many_lines_as_with_tame_names(void)
{
    enum { OUTPUTS = sizeof shown / sizeof *shown };
    unsigned with_nasty[OUTPUTS], with_tame[OUTPUTS];
    count_lines(with_nasty, "nasty");
    count_lines(with_tame, "tame");
    for (size_t i = 0; i < OUTPUTS; i++)
        CHECK_EQUAL(with_nasty[i], with_tame[i]);
}

static void check_parsed(void)
{
    sw__buffer script = {0};
    sw__buffer_text(&script, prelude);
    // What is printed is shown where something fails.
    for (size_t i = 0; i < sizeof parsed / sizeof *parsed; i++)
        sw__buffer_printf(&script, "print('%s')\n%s", parsed[i].name, parsed[i].script);
    python_check(script.text, FOLDER "|" CONFIG);
    sw__buffer_free(&script);
}

static void test_parsers_give_the_names_back(void)
{
    if (run("nasty", "LC_ALL=C"))
        check_parsed();
}

static bool has_foreign_numbers(void)
{
    size_t length;
    char *text = content_of(FOLDER "/stdout", &length);
    const bool foreign = strncmp(text, "# 1,5 i\n", 8) == 0;
    free(text);
    return foreign;
}

static void test_locale_changes_nothing(void)
{
    locale_make("turkish_locale");
    if (!run("nasty", "LC_ALL=turkish_locale"))
        return;
    if (!has_foreign_numbers()) {
        printf("(skipped: localedef made no locale) ");
        return;
    }
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        check_harmless(&shown[i]);
    check_parsed();
}

CU_TestInfo hostile_names_tests[] = {
    {"a terminal gets no control characters", test_terminal_gets_no_control_characters},
    {"parsers give the names back", test_parsers_give_the_names_back},
    {"people see as many lines as with tame names", test_people_see_as_many_lines_as_with_tame_names},
    {"a foreign locale changes nothing", test_locale_changes_nothing},
    CU_TEST_INFO_NULL,
};
