/* What the compiler and the linker said, in the user's terms.
 *
 * In:  their messages.   Out: the candidates that are to blame, or one AF_ERROR_BUILD.
 *
 *     afx-candidate-12:1:8: error: ...             candidate 12 does not compile
 *     lib/stack.c:9:3: error: ...                  lib/stack.c:9:3: ...
 *     undefined reference to `log_line'            undefined symbol 'log_line', hint: --with FILE.c or --link ARG
 *
 * Lines of woven text are those of the user's text (columns are not); only its file name may have to be put right. */
#include "subject/subject-internal.h"

#include <signal.h>
#include <string.h>

#include "util/error.h"

/* Of a routine that would be fine if the one above it did not end in the middle of something. */
static gboolean is_consequence (const AfComplaint *complaint)
{
  return strstr (complaint->text, "invalid storage class for function")          /* GCC */
         || strstr (complaint->text, "function definition is not allowed here"); /* Clang */
}

static guint blame (const GPtrArray *complaints, gboolean also_consequences, GHashTable *ids)
{
  guint n = 0;
  for (guint i = 0; i < complaints->len; i++) {
    const AfComplaint *complaint = g_ptr_array_index (complaints, i);
    if (!g_str_has_prefix (complaint->file, "afx-candidate-") || (!also_consequences && is_consequence (complaint)))
      continue;
    const char *number = complaint->file + strlen ("afx-candidate-");
    g_hash_table_add (ids, GUINT_TO_POINTER ((guint)g_ascii_strtoull (number, NULL, 10)));
    n++;
  }
  return n;
}

guint af_diagnose_candidates (const char *messages, GHashTable *ids)
{
  g_autoptr (GPtrArray) complaints = af_weave_complaints (messages);
  guint n = blame (complaints, FALSE, ids);
  return n > 0 ? n : blame (complaints, TRUE, ids);
}

/* The first line that says "error", or the first line. */
static char *first_complaint (const char *messages)
{
  g_auto (GStrv) lines = g_strsplit (messages, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (strstr (lines[i], "error"))
      return g_strdup (lines[i]);
  return g_strdup (lines[0] ? lines[0] : "");
}

void af_diagnose_compile (const char *messages, const char *woven, const char *source, GError **error)
{
  g_autoptr (GRegex) regex =
    g_regex_new ("^([^\n:]+):([0-9]+):(?:[0-9]+:)? (?:fatal )?error: ([^\n]*)$", G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  if (!g_regex_match (regex, messages, 0, &match)) {
    g_autofree char *line = first_complaint (messages);
    af_error (error, AF_ERROR_BUILD, "the module does not compile: %s", line);
    return;
  }
  g_autofree char *path = g_match_info_fetch (match, 1);
  g_autofree char *line = g_match_info_fetch (match, 2);
  g_autofree char *text = g_match_info_fetch (match, 3);
  const char *name = source && strcmp (path, woven) == 0 ? source : path;
  af_error_at (error, AF_ERROR_BUILD, name, (guint)g_ascii_strtoull (line, NULL, 10), 0, NULL, "does not compile: %s",
               text);
}

static char *fetch_first (const char *pattern, const char *text)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  return g_regex_match (regex, text, 0, &match) ? g_match_info_fetch (match, 1) : NULL;
}

void af_diagnose_link (const char *messages, GError **error)
{
  g_autofree char *symbol =
    fetch_first ("(?:undefined reference to|undefined symbol:) [`'\"]?([A-Za-z0-9_.@]+)", messages);
  if (symbol) {
    af_error_at (error, AF_ERROR_BUILD, NULL, 0, 0, "name what defines it: --with FILE.c or --link ARG",
                 "the module does not link: undefined symbol '%s'", symbol);
    return;
  }
  g_autofree char *twice =
    fetch_first ("(?:multiple definition of|duplicate symbol:) [`'\"]?([A-Za-z0-9_.@]+)", messages);
  if (twice) {
    af_error_at (error, AF_ERROR_BUILD, NULL, 0, 0,
                 "leave one of the files out of --with; a variable that a header defines needs the flag -fcommon",
                 "the module does not link: '%s' is defined twice", twice);
    return;
  }
  if (strstr (messages, "recompile with -fPI")) {
    g_autofree char *file = fetch_first ("([^ \n]+): (?:warning: )?relocation", messages);
    af_error_at (error, AF_ERROR_BUILD, NULL, 0, 0, "compile it with -fPIC",
                 "the module does not link: '%s' can only be part of a program", file ? file : "what --link names");
    return;
  }
  /* the linker speaks first, the compiler that called it last */
  g_autofree char *line = g_strndup (messages, strcspn (messages, "\n"));
  af_error (error, AF_ERROR_BUILD, "the module does not link: %s", line);
}

GPtrArray *af_diagnose_clauses (const AfModule *module)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < module->clauses->len; i++) {
    const AfClause *clause = g_ptr_array_index (module->clauses, i);
    const AfRoutine *routine = clause->routine >= 0 && (guint)clause->routine < module->routines->len
                                 ? module->routines->pdata[clause->routine]
                                 : NULL;
    g_ptr_array_add (all, g_strdup_printf ("the contract '%s'%s%s%s (%s)", clause->text, routine ? " of '" : "",
                                           routine ? routine->name : "", routine ? "'" : "",
                                           af_clause_kind_name (clause->kind)));
  }
  return all;
}

void af_diagnose_loading (const struct afrt_ready *ready, const GPtrArray *clauses, GError **error)
{
  g_autofree char *what = NULL;
  int detail = (int)ready->load_detail;
  switch ((enum afrt_load_end)ready->load_end) {
  case AFRT_LOAD_VIOLATED:
    what = g_strdup_printf ("violates %s", clauses && detail >= 0 && (guint)detail < clauses->len
                                             ? (const char *)clauses->pdata[detail]
                                             : "a contract");
    break;
  case AFRT_LOAD_CRASHED:
    what = detail == SIGKILL ? g_strdup ("takes too much memory")
                             : g_strdup_printf ("dies of signal %d, %s", detail, g_strsignal (detail));
    break;
  case AFRT_LOAD_HUNG:
    what = g_strdup ("does not end");
    break;
  case AFRT_LOAD_FORBIDDEN:
    what = detail < 0 ? g_strdup ("makes a system call that the sandbox forbids")
                      : g_strdup_printf ("makes the system call '%s', which the sandbox forbids",
                                         af_subject_syscall_name (detail));
    break;
  case AFRT_LOAD_UNKNOWN:
  case AFRT_LOAD_DONE:
  case AFRT_LOAD_REFUSED:
  case AFRT_N_LOAD_ENDS:
    break;
  }
  af_error_at (error, AF_ERROR_BUILD, NULL, 0, 0, "leave that file out, or give a stand-in for it: --with FILE.c",
               "the module cannot be loaded: code that runs before any call (a constructor) %s", what ? what : "fails");
}
