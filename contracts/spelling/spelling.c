/* How the module spells the macros of autofix/contract.h.
 *
 * In:  a module; a contract with the short names.   Out: the same as the module can read it:
 *
 *     ENSURE (RESULT == OLD(s->n))        AFX_ENSURE (AFX_RESULT == AFX_OLD(s->n))     under AUTOFIX_NO_SHORT_NAMES */
#include "contracts/contracts.h"

#include <string.h>

#define SWITCH "AUTOFIX_NO_SHORT_NAMES"
#define PREFIX "AFX_"

static gboolean defines_switch (const char *text)
{
  return g_regex_match_simple ("^[ \t]*#[ \t]*define[ \t]+" SWITCH "\\b", text, G_REGEX_MULTILINE, 0);
}

gboolean af_contracts_are_long (const AfModule *module)
{
  for (guint i = 0; i < module->flags->len; i++)
    if (strstr (module->flags->pdata[i], SWITCH))
      return TRUE;
  for (guint i = 0; i < module->sources->len; i++)
    if (defines_switch (((const AfSource *)module->sources->pdata[i])->text))
      return TRUE;
  for (guint i = 0; i < module->headers->len; i++) {
    g_autofree char *text = NULL;
    if (g_file_get_contents (module->headers->pdata[i], &text, NULL, NULL) && defines_switch (text))
      return TRUE;
  }
  return FALSE;
}

static gboolean is_macro (const char *word, gsize length)
{
  static const char *const macros[] = { "REQUIRE", "ENSURE", "INVARIANT", "RESULT",   "OLD",   "IMPLIES", "IFF",
                                        "FORALL",  "EXISTS", "READABLE",  "WRITABLE", "QUERY", "NODES",   "REACHES" };
  for (guint i = 0; i < G_N_ELEMENTS (macros); i++)
    if (strlen (macros[i]) == length && strncmp (macros[i], word, length) == 0)
      return TRUE;
  return FALSE;
}

char *af_contracts_spell (const char *text, gboolean is_long)
{
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
  GString *out = g_string_new (NULL);
  char quote = '\0';
  for (const char *at = text; *at;) {
    gsize length = quote ? 0 : strspn (at, letters);
    if (is_long && length > 0 && is_macro (at, length))
      g_string_append (out, PREFIX);
    if (length > 0) {
      g_string_append_len (out, at, (gssize)length);
      at += length;
      continue;
    }
    /* a text or a character is copied as it is */
    if (quote && *at == '\\' && at[1])
      g_string_append_c (out, *at++);
    else if (*at == quote)
      quote = '\0';
    else if (!quote && (*at == '"' || *at == '\''))
      quote = *at;
    g_string_append_c (out, *at++);
  }
  return g_string_free (out, FALSE);
}
