/* `autofix help contracts`: the macros, for who is offline and has the program alone.
 *
 * In:  the rows of contracts/macros.def.   Out: text.
 *
 *     REQUIRE (c)                              head of a body
 *         the caller must see to c; ... */
#include "commands/commands-internal.h"

#include <string.h>

#define WIDTH 96
#define INDENT "      "

static const struct {
  const char *form, *place, *meaning;
} macros[] = {
#define AF_CONTRACT_MACRO(form, place, meaning) { form, place, meaning },
#include "contracts/macros.def"
#undef AF_CONTRACT_MACRO
};

static const char beginning[] =
  "#include <autofix/contract.h>, and write contracts where assert would stand:\n\n"
  "  int stack_pop (Stack *s)\n"
  "  {\n"
  "    REQUIRE (s != NULL && stack_count (s) > 0);\n"
  "    ENSURE (stack_count (s) == OLD (stack_count (s)) - 1);\n"
  "    ...\n\n"
  "Each name also exists with the prefix AFX_; before the include, define AUTOFIX_NO_SHORT_NAMES to have only those.\n"
  "Under -DNDEBUG contracts cost nothing.\n\n";

static const char end[] =
  "Without any contract, null pointers, freed memory, bounds, division by zero, overflow, crashes, endless loops and\n"
  "leaks are checked. assert () and its like are read as contracts, too.\n\n"
  "Under the prefix, share/autofix has the whole reference (contracts/README.md), how to write contracts that find "
  "bugs\n"
  "(docs/contracts.md), a tutorial of a quarter of an hour (docs/tutorial.md) and examples.\n";

/* Breaks at blanks. */
static void add_wrapped (GString *out, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  gsize column = 0;
  for (guint i = 0; words[i]; i++) {
    gsize length = strlen (words[i]);
    gboolean breaks = column == 0 || column + 1 + length > WIDTH;
    g_string_append_printf (out, "%s%s%s", breaks && column > 0 ? "\n" : "", breaks ? INDENT : " ", words[i]);
    column = breaks ? strlen (INDENT) + length : column + 1 + length;
  }
  g_string_append_c (out, '\n');
}

char *af_command_macros (void)
{
  GString *out = g_string_new (beginning);
  for (guint i = 0; i < G_N_ELEMENTS (macros); i++) {
    g_string_append_printf (out, "  %-48s %s\n", macros[i].form, macros[i].place);
    add_wrapped (out, macros[i].meaning);
  }
  g_string_append_printf (out, "\n%s", end);
  return g_string_free (out, FALSE);
}
