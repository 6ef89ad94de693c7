/* Errors of the user's kind: GError with a position in the user's file and a hint.
 *
 * In:  what went wrong, where, and what the user can do about it.
 * Out: a GError of domain AF_ERROR whose message is ready to print:
 *          sorted_set.c:12:5: contract of 'sset_count' has a side effect
 *            hint: call the query before the contract, or drop the '++'
 *
 * Three kinds of trouble exist.  The user's (these), findings (results, never errors), and
 * our own mistakes (g_assert, exit status 70).  Messages say what first, quote the subject,
 * begin in lower case and end without a full stop. */
#pragma once

#include <glib.h>

#define AF_ERROR (af_error_quark ())
GQuark af_error_quark (void);

typedef enum {
  AF_ERROR_USAGE,      /* command line or configuration file; exit status 1 */
  AF_ERROR_IO,         /* a file cannot be read or written; exit status 1 */
  AF_ERROR_SOURCE,     /* the module does not parse, or a contract is broken; exit status 4 */
  AF_ERROR_BUILD,      /* the module does not compile or link; exit status 4 */
  AF_ERROR_SUBJECT,    /* the running subject broke the protocol or could not be put into the sandbox; exit status 70 */
  AF_ERROR_BUDGET,     /* time ended before the plan did; exit status 3 */
  AF_ERROR_INTERRUPTED /* Ctrl-C or SIGTERM; exit status 130 */
} AfErrorCode;

/* Sets @error (nullable).  @path (nullable: no position), @line and @column count from 1, 0 is
 * unknown; @hint (nullable) becomes an indented second line. */
void af_error_at (GError **error, AfErrorCode code, const char *path, guint line, guint column, const char *hint,
                  const char *format, ...) G_GNUC_PRINTF (7, 8);

/* Text as a terminal may see it, for what comes from the user's files can hold anything: control characters but line
 * ends and tabs become \x1b, bytes that are no UTF-8 likewise; a carriage return before a line end is left out.  Owned
 * by the caller. */
char *af_printable (const char *text);

/* How far an error reaches: what cannot go on.  README.md has the policy. */
typedef enum {
  AF_REACH_CANDIDATE, /* SOURCE, BUILD: the text at hand; of a changed version of the module no more than that falls */
  AF_REACH_FAULT,     /* USAGE, IO, BUDGET: the work on the fault, which is noted there; other faults go on */
  AF_REACH_RUN        /* INTERRUPTED, SUBJECT, and whatever is not of our domain, which is a mistake of ours */
} AfErrorReach;

AfErrorReach af_error_reach (const GError *error);

/* The same as af_error_at without position and hint. */
void af_error (GError **error, AfErrorCode code, const char *format, ...) G_GNUC_PRINTF (3, 4);
