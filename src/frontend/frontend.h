/* The front end: C files in, AfModule out.  The only room that knows libclang.
 *
 * In:  paths of the module's .c files and the compiler flags of the user.
 * Out: types, routines with locations and CFG, expressions, contract macro calls (not yet clauses).
 *
 * The text is parsed twice with AUTOFIX_FRONTEND defined, under which contracts/autofix/contract.h turns each macro
 * into a call of a marker function (afx__fe_require (c), ...), so that contracts are read as typed expressions with
 * their own places in the file.  The first pass learns each function's result type; for the second, the declaration of
 * the result variable is put after each opening brace, so that RESULT has its type.  All ranges refer to the user's
 * text. */
#pragma once

#include <gio/gio.h>

#include "model/module.h"

typedef struct {
  const char *const *sources; /* null-terminated, at least one */
  const char *const *flags;   /* null-terminated; the user's compiler flags, -I and -D among them */
  const char *include_dir;    /* that holds autofix/contract.h */
  const char *const *with;    /* null-terminated; sources among what the module is linked with; null: none */
} AfFrontendOptions;

/* Null with AF_ERROR_IO (missing file), AF_ERROR_USAGE (broken .autofix.conf), or AF_ERROR_SOURCE with the first
 * diagnostic's position and text. A routine that cannot be handled is kept with `skipped` set; the rest goes on. */
AfModule *af_frontend_load (const AfFrontendOptions *options, GError **error);
/* For a changed copy of @original in another place: its failure hooks count, and no .autofix.conf. */
AfModule *af_frontend_load_copy (const AfFrontendOptions *options, const AfModule *original, GError **error);
/* As af_frontend_load for a program that is built with just these flags: NDEBUG takes the asserts away, and there are
 * no failure hooks, since the program's own checks speak for themselves.  What is an error to libclang alone, as a call
 * of what is not declared, is let pass: whoever builds the program has taken it. */
AfModule *af_frontend_load_as_built (const AfFrontendOptions *options, GError **error);
/* As af_frontend_load, for one function of a file that lacks headers or what its build would say: what is wrong outside
 * of @part (of the one source) does not count, and what is read there may be wrong, too; within it calls need no
 * declaration. */
AfModule *af_frontend_load_part (const AfFrontendOptions *options, AfRange part, GError **error);
/* From now on a variable whose address goes into a call is assigned by that, as in `scanf ("%d", &n)`: true of programs
 * that were written to be run, not of what random tests call. */
void af_frontend_trust_calls (AfModule *module);
/* Headers that the sources include and that are not found, each name once, in order: array of char *, owned by the
 * caller.  Function bodies are skipped.  What a header that is missing includes cannot be known.  Null as
 * af_frontend_load. */
GPtrArray *af_frontend_missing_headers (const AfFrontendOptions *options, GError **error);
