/* The recorder as woven files know it. */
#ifndef AFRT_RECORD_H
#define AFRT_RECORD_H

#include "afrt-program.h"

/* Woven code of `autofix cc` (src/cc/unit.c) declares this once more, for want of a header. */
struct afrt_record_unit {
  const struct afrt_program_unit *unit;
  const char *here;   /* folder that the file's name is relative to */
  const char *folder; /* for faults */
  const char *source; /* hash of the text that was compiled: a record of another one is stale */
  struct afrt_record_unit *next;
};
void afrt_record_add (struct afrt_record_unit *unit);
/* All that were added. */
const struct afrt_record_unit *afrt_record_units (void);
/* Records what no woven code has noticed. */
void afrt_record_violation (const struct afrt_program_violation *violation);

/* --- afrt-lost.c --- */

/* Has lost memory recorded when the process exits, if a sanitizer is there that knows of it. */
void afrt_lost_watch (void);

#endif
