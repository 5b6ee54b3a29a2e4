# SPDX-License-Identifier: Apache-2.0
# Copyright the stepwatch authors
#
# Makes the man pages from the comments of the public headers, so that what is said about a call stands in one place:
#     awk -v version=0.1.0 -v date=2025-01-31 -v folder=DIR -f scripts/man_pages.awk include/stepwatch/*.h
#
# A page is a `///` comment with the declarations that follow it without a blank line. The comment on an `sw__x` is about
# the inline `sw_x` that calls it. The `//` comment at the head of a file goes into stepwatch(3), which lists all pages.
# In a comment, indented lines are shown as they stand. A word, two blanks and a text are an item of a list, or, if the word
# begins with SW_, a return value.

FNR == 1 {
    header = FILENAME
    sub(/.*include\//, "", header)
    headers[++header_count] = header
    at_head = 1
}
/^\/\/ (SPDX|Copyright)/ { next }
at_head && $0 == "//" && overview[header] == "" { next }
at_head && /^\/\// { overview[header] = overview[header] substr($0, 4) "\n"; next }
{ at_head = 0 }

declaration != "" { read_declaration($0); next }
/^\/\/\/ / || $0 == "///" {
    if (!in_comment)
        begin_comment()
    comment = comment substr($0, 5) "\n"
    next
}
{ in_comment = 0 }
comment != "" && /^(SW_API|typedef|static inline|#define) / { read_declaration($0); next }
/^$/ && page { comment = "" }

END {
    for (i = 1; i <= pages; i++)
        write_page(i)
    write_overview()
}

# ---- Reading

function begin_comment() {
    in_comment = 1
    comment = awaited = ""
    page = 0
}

function read_declaration(line) {
    declaration = declaration (declaration == "" ? "" : "\n") line
    if (is_whole(declaration, line)) {
        declaration = shown(declaration)
        add_declaration(declared_name(declaration), declaration)
        declaration = ""
    }
}

function is_whole(text, last_line) {
    if (text ~ /^#define/)
        return last_line !~ /\\$/
    if (text ~ /^typedef [^;]*[{]/)
        return last_line ~ /^}/
    return last_line ~ /;$/ || last_line == "{"
}

# A declaration without what only the compiler needs. Of the macros only a list, that of the status codes, shows its body.
function shown(text) {
    sub(/^(SW_API|static inline|#define) /, "", text)
    sub(/\n[{]$/, ";", text)
    if (match(text, /\(sw_[a-z_]+\)\(/)) # a function in parentheses, so that its macro does not match
        text = substr(text, 1, RSTART - 1) " " substr(text, RSTART + 1, RLENGTH - 3) substr(text, RSTART + RLENGTH - 1)
    gsub(/\n#[^\n]*/, "", text)
    gsub(/\/\/\/<?/, "//", text)
    gsub(/ *\\\n/, "\n", text)
    if (text !~ /\n *X\(/ && match(text, /^SW_[A-Z_]+(\([^)]*\))?/))
        text = substr(text, 1, RLENGTH)
    return text
}

function declared_name(text) {
    if (text ~ /^typedef/ && match(text, /\(\*sw_[a-z_]+\)/))
        return substr(text, RSTART + 2, RLENGTH - 3)
    sub(/^typedef.*}/, "", text)
    sub(/[(;].*/, "", text)
    match(text, /[A-Za-z0-9_]+$/)
    return substr(text, RSTART)
}

function add_declaration(name, text) {
    if (awaited == "" && name ~ /^sw__/) {
        awaited = name
        sub(/^sw__/, "sw_", awaited)
    }
    if (awaited != "" && awaited != name)
        return
    if (!page) {
        page = ++pages
        header_of[page] = header
        comment_of[page] = comment
    }
    page_of[name] = page
    first_name[page] = first_name[page] ? first_name[page] : name
    names[page] = names[page] (names[page] ? ", " : "") name
    synopsis[page] = synopsis[page] text "\n"
}

# ---- Writing

# A line of text in roff; what stands in backquotes is set off.
function roff(line) {
    gsub(/\\/, "\\e", line)
    gsub(/--/, "\\-\\-", line)
    while (match(line, /`[^`]*`/))
        line = substr(line, 1, RSTART - 1) "\\fI" substr(line, RSTART + 1, RLENGTH - 2) "\\fP" substr(line, RSTART + RLENGTH)
    return line ~ /^[.']/ ? "\\&" line : line
}

function as_it_stands(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    return ".nf\n" text ".fi\n"
}

# Sets `described` and `returned` from a comment.
function format_comment(text,    lines, count, i, literal, in_item, is_return, word, part) {
    described = returned = literal = ""
    count = split(text, lines, "\n")
    for (i = 1; i <= count; i++) {
        if (!in_item && lines[i] ~ /^    /) {
            literal = literal lines[i] "\n"
            continue
        }
        if (literal != "") {
            described = described ".PP\n" as_it_stands(literal)
            literal = ""
        }
        part = ""
        if (match(lines[i], /^[A-Za-z_]+  +/)) {
            word = lines[i]
            sub(/ .*/, "", word)
            is_return = word ~ /^SW_/
            in_item = 1
            part = ".TP\n.B " word "\n" roff(substr(lines[i], RLENGTH + 1)) "\n"
        } else if (lines[i] == "") {
            in_item = is_return = 0
            part = i < count && lines[i + 1] !~ /^(    |[A-Za-z_]+  )/ && described != "" ? ".PP\n" : ""
        } else {
            sub(/^ +/, "", lines[i])
            part = roff(lines[i]) "\n"
        }
        if (is_return)
            returned = returned part
        else
            described = described part
    }
}

function first_sentence(text) {
    sub(/\n\n.*/, "", text)
    gsub(/\n/, " ", text)
    sub(/( \(|[.:;]( |$)).*/, "", text)
    return text
}

# The other pages whose names stand in the text, and the two beside this one in its header.
function see_also(number, text,    i, seen, list, name) {
    seen[number] = 1
    for (i = number - 1; i <= number + 1; i += 2)
        if (header_of[i] == header_of[number])
            text = text " " first_name[i]
    while (match(text, /(sw|SW)_[A-Za-z_]+/)) {
        name = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (name in page_of && !(page_of[name] in seen)) {
            seen[page_of[name]] = 1
            list = list ".BR " name " (3),\n"
        }
    }
    return list ".BR stepwatch (3)\n"
}

function head(name, all_names, about, include, declarations) {
    return sprintf(".TH %s 3 %s \"stepwatch %s\" stepwatch\n", name, date, version) \
        sprintf(".SH NAME\n%s \\- %s\n", all_names, roff(about)) \
        sprintf(".SH SYNOPSIS\n.B #include <%s>\n.PP\n%scc file.c \\-lstepwatch\n", include, declarations)
}

function write_file(name, text,    file) {
    file = folder "/" name ".3"
    printf "%s", text > file
    close(file)
}

function write_page(number,    name, count, i, about, text) {
    format_comment(comment_of[number])
    text = ".SH DESCRIPTION\n" described
    if (returned != "")
        text = text ".SH RETURN VALUE\nSW_OK, or one of these, which sw_status_text() puts into words:\n" returned
    text = text ".SH SEE ALSO\n" see_also(number, synopsis[number] comment_of[number])
    about = first_sentence(comment_of[number])
    count = split(names[number], name, ", ")
    for (i = 1; i <= count; i++)
        write_file(name[i], head(name[i], names[number], about, header_of[number], \
            as_it_stands(synopsis[number]) ".PP\n") text)
}

function write_overview(    i, page, text) {
    text = ".SH DESCRIPTION\n"
    for (i = 1; i <= header_count; i++) {
        if (headers[i] == "stepwatch/stepwatch.h")
            continue
        format_comment(overview[headers[i]])
        text = text ".SS <" headers[i] ">\n" described
        for (page = 1; page <= pages; page++)
            if (header_of[page] == headers[i])
                text = text ".TP\n.BR " first_name[page] " (3)\n" roff(first_sentence(comment_of[page])) "\n"
    }
    i = "stepwatch/stepwatch.h"
    write_file("stepwatch", head("stepwatch", "stepwatch", first_sentence(overview[i]), i, "") text)
}
