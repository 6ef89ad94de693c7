/* What is known about library functions: libc.def as a table.
 *
 * In:  the name of a function, with or without the compilers' prefix __builtin_ and the suffix _chk of fortified calls.
 * Out: whether it is without effects, and what it demands of its arguments.  For example memcpy demands "w0:2 r1:2":
 * argument 0 must be writable for as many bytes as argument 2 says, argument 1 readable.
 *
 * A function that is not listed is unknown: it is no query, and its arguments are not checked. */
#include <string.h>

#include "contracts/contracts-internal.h"

typedef enum { AF_LIBC_FALSE, AF_LIBC_TRUE, AF_LIBC_OUT } AfLibcEffect;

typedef struct {
  const char *name;
  AfLibcEffect pure;
  const char *demands;
} AfLibc;

static const AfLibc libc_table[] = {
#define AF_LIBC(name, pure, demands) { name, AF_LIBC_##pure, demands },
#include "contracts/libc.def"
#undef AF_LIBC
};

static const AfLibc *row_named (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (libc_table); i++)
    if (g_str_equal (libc_table[i].name, name))
      return &libc_table[i];
  return NULL;
}

/* sqrtf and sqrtl are sqrt for another type of number, ctzl and ctzll are ctz. */
static const AfLibc *find_of_number (const char *name)
{
  static const char *const suffixes[] = { "ll", "l", "f" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++) {
    g_autofree char *base =
      g_str_has_suffix (name, suffixes[i]) ? g_strndup (name, strlen (name) - strlen (suffixes[i])) : NULL;
    const AfLibc *row = base ? row_named (base) : NULL;
    if (row && row->pure == AF_LIBC_TRUE && row->demands[0] == '\0')
      return row;
  }
  return NULL;
}

static const AfLibc *find (const char *function)
{
  g_autofree char *name = NULL;

  if (!function)
    return NULL;
  if (g_str_has_prefix (function, "__builtin_"))
    function += strlen ("__builtin_");
  while (g_str_has_suffix (function, "_chk") && g_str_has_prefix (function, "__"))
    function += 2;
  name = g_strdup (function);
  if (g_str_has_suffix (name, "_chk"))
    name[strlen (name) - strlen ("_chk")] = '\0';
  const AfLibc *row = row_named (name);
  return row ? row : find_of_number (name);
}

gboolean af_libc_is_pure (const char *function)
{
  const AfLibc *row = find (function);

  return row && row->pure == AF_LIBC_TRUE;
}

gboolean af_libc_only_fills (const char *function)
{
  const AfLibc *row = find (function);

  return row && row->pure == AF_LIBC_OUT;
}

gboolean af_libc_is_known (const char *function)
{
  return find (function) != NULL;
}

static AfDemandKind demand_kind (char letter)
{
  switch (letter) {
  case 'r':
  case 's':
  case 'p':
    return AF_DEMAND_READ;
  case 'w':
  case 'd':
    return AF_DEMAND_WRITE;
  case 'f':
    return AF_DEMAND_FREE;
  default:
    g_assert_not_reached ();
  }
}

AfDemand af_contracts_demand (const char *function, guint argument)
{
  const AfLibc *row = find (function);
  AfDemand demand = { .kind = AF_DEMAND_NONE, .size = -1, .string = -1 };

  for (const char *word = row ? row->demands : ""; *word;) {
    if ((guint)(word[1] - '0') == argument) {
      demand.kind = demand_kind (word[0]);
      demand.is_string = word[0] == 's';
      demand.is_disjoint = word[0] == 'd';
      demand.is_prefix = word[0] == 'p';
      demand.size = word[2] == ':' ? word[3] - '0' : -1;
      demand.string = word[2] == '=' ? word[3] - '0' : -1;
      break;
    }
    word += strcspn (word, " ");
    word += strspn (word, " ");
  }
  return demand;
}
