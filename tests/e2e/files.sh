#!/bin/sh
# Files that are opened and never closed are faults of the routine that loses them, whatever opened them; those that are
# returned, stored or handed over are none (tests/correct/files.c).
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > lost.h <<'C'
typedef struct Log Log;
long count_lines(const char *path);
int first_byte(const char *path);
int entries(const char *path);
Log *log_open(const char *path);
void log_free(Log *log);
C
cat > lost.c <<'C'
#include "lost.h"
#include <autofix/contract.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
struct Log {
    FILE *file;
};
long count_lines(const char *path)
{
    REQUIRE(path);
    FILE *file = fopen(path, "r");
    long n = 0;
    int c;
    if (!file)
        return -1;
    while ((c = getc(file)) != EOF)
        n += c == '\n';
    if (n == 0)
        return -2;
    fclose(file);
    return n;
}
int first_byte(const char *path)
{
    REQUIRE(path);
    char byte = 0;
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return -1;
    if (read(fd, &byte, 1) != 1)
        return -1;
    close(fd);
    return byte;
}
int entries(const char *path)
{
    REQUIRE(path);
    DIR *folder = opendir(path);
    int n = 0;
    if (!folder)
        return -1;
    while (n < 3 && readdir(folder))
        n++;
    if (n == 3)
        return n;
    closedir(folder);
    return n;
}
Log *log_open(const char *path)
{
    REQUIRE(path);
    Log *log = malloc(sizeof *log);
    if (!log)
        return NULL;
    log->file = fopen(path, "r");
    if (!log->file) {
        free(log);
        return NULL;
    }
    return log;
}
void log_free(Log *log)
{
    free(log);
}
C
expect 2 '^lost: 4 faults found' "$autofix" test --seed 1 lost.c
! grep 'dropped' "$scratch/output" >&2 || fail 'something is dropped'
for routine in count_lines first_byte entries log_free; do
  expect 0 "fault: '$routine' leaves a file open \[" "$autofix" report --format text
done
expect 0 'clause   no file stays open' "$autofix" report --format text

# The repair closes what the object holds.
sed -n '/^#include/p; /^struct/,/^};/p; /^Log/,$p' lost.c > log.c
sed -i 's/lost\.h/log.h/' log.c
sed '/path);$/{/^Log/!d}' lost.h > log.h
expect 2 'fclose\(log->file\);' "$autofix" run --seed 1 log.c
finish
