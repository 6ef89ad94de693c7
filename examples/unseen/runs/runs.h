#ifndef RUNS_H
#define RUNS_H

#include <stdbool.h>

#include <autofix/contract.h>

#define RUNS_MAX_TOTAL 1000000
#define RUNS_MAX_PACKED 255

typedef struct Run {
    unsigned char value;
    int length;
} Run;

/* A sequence of bytes, kept as runs of equal ones.  Runs are not empty, and neighbours
 * differ; total is how many bytes there are. */
typedef struct Runs {
    Run *run;
    int count;
    int cap;
    int total;
} Runs;

Runs *runs_create(void);
void runs_destroy(Runs *r);

INVARIANT bool runs_valid(const Runs *r);

QUERY int runs_count(const Runs *r);
QUERY int runs_total(const Runs *r);
QUERY unsigned char runs_at(const Runs *r, int pos);
/* How many of the n bytes from there on, or of as many as there are, have that value. */
QUERY int runs_occurrences(const Runs *r, int from, int n, unsigned char value);

/* These return false, with nothing changed, when there would be more than RUNS_MAX_TOTAL
 * bytes or there is no memory. */
bool runs_append(Runs *r, unsigned char value, int n);
/* Appends the bytes of other, which may be r itself. */
bool runs_append_all(Runs *r, const Runs *other);
bool runs_set(Runs *r, int pos, unsigned char value);

/* Keeps the first total bytes. */
void runs_truncate(Runs *r, int total);

/* Writes the bytes from there on, at most room; returns how many. */
int runs_expand(const Runs *r, int from, unsigned char *dst, int room);
/* Writes pairs of a length, 1 to 255, and a value; returns the number of bytes written,
 * or -1 when there is not room enough. */
int runs_pack(const Runs *r, unsigned char *dst, int room);
/* Appends what runs_pack has written.  Stops at what cannot be a pair, and returns how
 * many bytes of src were used. */
int runs_unpack(Runs *r, const unsigned char *src, int n);

#endif
