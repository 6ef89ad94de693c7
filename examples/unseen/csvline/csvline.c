#include "csvline.h"

#include <stdlib.h>
#include <string.h>

static void *checked(void *p)
{
    if (p == NULL)
        abort();
    return p;
}

CsvLine *csv_new(void)
{
    ENSURE(RESULT->count == 0);
    CsvLine *line = checked(malloc(sizeof *line));

    line->fields = NULL;
    line->count = 0;
    line->room = 0;
    return line;
}

void csv_free(CsvLine *line)
{
    CONSUME(line);
    if (line == NULL)
        return;
    for (size_t i = 0; i < line->count; i++)
        free(line->fields[i]);
    free(line->fields);
    free(line);
}

bool csv_valid(const CsvLine *line)
{
    if (line->count > line->room)
        return false;
    for (size_t i = 0; i < line->count; i++)
        if (line->fields[i] == NULL)
            return false;
    return true;
}

size_t csv_count(const CsvLine *line)
{
    REQUIRE(line != NULL);
    return line->count;
}

const char *csv_field(const CsvLine *line, size_t i)
{
    REQUIRE(line != NULL);
    ENSURE((RESULT != NULL) == (i < line->count));
    return i < line->count ? line->fields[i] : NULL;
}

static bool all_digits(const char *text)
{
    if (*text == '\0')
        return false;
    while (*text >= '0' && *text <= '9')
        text++;
    return *text == '\0';
}

size_t csv_count_kind(const CsvLine *line, CsvKind kind)
{
    REQUIRE(line != NULL);
    REQUIRE(kind == CSV_ANY || kind == CSV_EMPTY || kind == CSV_DIGITS || kind == CSV_OTHER);
    ENSURE(RESULT <= line->count);
    ENSURE(IMPLIES(kind == CSV_ANY, RESULT == line->count));
    size_t n = 0;

    for (size_t i = 0; i < line->count; i++) {
        const char *text = line->fields[i];
        bool counts = false;

        switch (kind) {
        case CSV_ANY:
            counts = true;
            break;
        case CSV_EMPTY:
            counts = *text == '\0';
            break;
        case CSV_DIGITS:
            counts = all_digits(text);
            break;
        case CSV_OTHER:
            counts = *text != '\0' && !all_digits(text);
            break;
        }
        if (counts)
            n++;
    }
    return n;
}

/* Takes the text over. */
static void append_taken(CsvLine *line, char *text)
{
    if (line->count == line->room) {
        line->room = line->room == 0 ? 4 : 2 * line->room;
        line->fields = checked(realloc(line->fields, line->room * sizeof *line->fields));
    }
    line->fields[line->count++] = text;
}

void csv_append(CsvLine *line, const char *text)
{
    REQUIRE(line != NULL && text != NULL);
    ENSURE(line->count == OLD(line->count) + 1);
    ENSURE(strcmp(line->fields[line->count - 1], text) == 0);
    char *copy = checked(malloc(strlen(text) + 1));

    strcpy(copy, text);
    append_taken(line, copy);
}

bool csv_remove(CsvLine *line, size_t i)
{
    REQUIRE(line != NULL);
    ENSURE(RESULT == (i < OLD(line->count)));
    ENSURE(line->count == OLD(line->count) - (RESULT ? 1 : 0));
    if (i >= line->count)
        return false;
    free(line->fields[i]);
    line->count--;
    for (; i < line->count; i++)
        line->fields[i] = line->fields[i + 1];
    return true;
}

void csv_trim(CsvLine *line, size_t i)
{
    REQUIRE(line != NULL && i < line->count);
    ENSURE(*csv_field(line, i) != ' ');
    char *text = line->fields[i];
    size_t start = 0;
    size_t end = strlen(text);

    while (text[start] == ' ')
        start++;
    while (end > start && text[end - 1] == ' ')
        end--;
    memmove(text, text + start, end - start);
    text[end - start] = '\0';
}

/* Reads a field from *at on into out, which has room, and moves *at behind it; false if a quotation is broken. */
static bool read_field(const char **at, char *out)
{
    const char *p = *at;

    if (*p != '"') {
        while (*p != '\0' && *p != ',')
            *out++ = *p++;
    } else {
        p++;
        while (*p != '"' || p[1] == '"') {
            if (*p == '\0')
                return false;
            if (*p == '"')
                p++;
            *out++ = *p++;
        }
        p++;
        if (*p != '\0' && *p != ',')
            return false;
    }
    *out = '\0';
    *at = p;
    return true;
}

CsvLine *csv_parse(const char *text)
{
    REQUIRE(text != NULL);
    ENSURE(RESULT == NULL || RESULT->count >= 1);
    CsvLine *line = csv_new();

    for (;;) {
        char *field = checked(malloc(strlen(text) + 1));

        if (!read_field(&text, field)) {
            free(field);
            csv_free(line);
            return NULL;
        }
        append_taken(line, field);
        if (*text == '\0')
            break;
        text++;
    }
    return line;
}

static bool needs_quotes(const char *text)
{
    return strchr(text, '"') != NULL || strchr(text, ',') != NULL;
}

char *csv_join(const CsvLine *line)
{
    REQUIRE(line != NULL);
    ENSURE(RESULT != NULL);
    size_t size = 1;
    char *all, *out;

    for (size_t i = 0; i < line->count; i++)
        size += 2 * strlen(line->fields[i]) + 3;
    all = out = checked(malloc(size));
    for (size_t i = 0; i < line->count; i++) {
        bool quoted = needs_quotes(line->fields[i]);

        if (i > 0)
            *out++ = ',';
        if (quoted)
            *out++ = '"';
        for (const char *p = line->fields[i]; *p != '\0'; p++) {
            if (*p == '"')
                *out++ = '"';
            *out++ = *p;
        }
        if (quoted)
            *out++ = '"';
    }
    *out = '\0';
    return all;
}
