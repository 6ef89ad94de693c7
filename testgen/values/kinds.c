/* Kinds of values: which row of kinds.def a parameter's values come from.
 *
 * In:  a parameter with its type, name and bounds.   Out: the first row that is for its kind of parameter and fits it.
 *
 *     void box_mark (Box *box, char mark, double by)        mark: character, by: real
 *
 * What a row writes is in values.c, or here where it needs nothing of that. */
#include <string.h>

#include "testgen/testgen-internal.h"

static const AfTestValue kinds[] = {
#define AF_TEST_VALUE(name, param, fits, write, meaning) { name, AF_PARAM_##param, fits, write },
#include "testgen/values/kinds.def"
#undef AF_TEST_VALUE
};

const AfTestValue *af_test_value (guint index)
{
  return index < G_N_ELEMENTS (kinds) ? &kinds[index] : NULL;
}

static const AfTestValue *first_that_fits (const AfParam *param, gboolean is_given)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].param == param->kind && (is_given || kinds[i].write != af_values_given) && kinds[i].fits (param))
      return &kinds[i];
  return NULL;
}

const AfTestValue *af_test_value_of (const AfParam *param)
{
  return first_that_fits (param, TRUE);
}

/* --- which values fit --- */

gboolean af_fits_any (const AfParam *param G_GNUC_UNUSED)
{
  return TRUE;
}

gboolean af_fits_given (const AfParam *param)
{
  return param->given != NULL;
}

gboolean af_fits_truth (const AfParam *param)
{
  return param->type->kind == AF_TYPE_BOOL;
}

gboolean af_fits_enumerator (const AfParam *param)
{
  const AfType *type = param->type;

  return type->kind == AF_TYPE_ENUM && type->enum_values != NULL && type->enum_values->len > 0;
}

/* `signed char` and `unsigned char` are numbers. */
gboolean af_fits_character (const AfParam *param)
{
  return param->type->is_char && strcmp (param->type->spelling, "char") == 0;
}

gboolean af_fits_real (const AfParam *param)
{
  return param->type->kind == AF_TYPE_FLOAT;
}

/* --- what they are --- */

static void write_integer (AfArg *arg, gint64 value)
{
  arg->kind = AF_ARG_INT;
  arg->integer = value;
}

static gint64 constant_named (const AfType *type, const char *name)
{
  guint i = 0;

  while (g_strcmp0 (type->enumerators->pdata[i], name) != 0)
    i++;
  return g_array_index (type->enum_values, gint64, i);
}

static double real_between (AfRandom *random, double low, double high)
{
  const double steps = 9007199254740992.0; /* 2^53 */

  return low + (high - low) * ((double)(af_random_next (random) >> 11) / steps);
}

void af_values_given (AfValues *values, const AfParam *param, AfArg *arg)
{
  AfRandom *random = values->random;

  if (af_random_chance (random, 1, 8)) {
    first_that_fits (param, FALSE)->write (values, param, arg);
    return;
  }
  const AfGivenItem *item = af_given_item (param->given, af_random_below (random, param->given->weights));
  switch (item->kind) {
  case AF_GIVEN_WHOLE:
  case AF_GIVEN_REAL:
    if (param->type->kind == AF_TYPE_FLOAT) {
      arg->kind = AF_ARG_FLOAT;
      arg->real = real_between (random, item->low, item->high);
    } else {
      write_integer (arg, af_random_between (random, item->first, item->last));
    }
    break;
  case AF_GIVEN_NAME:
    write_integer (arg, constant_named (param->type, item->text));
    break;
  case AF_GIVEN_TEXT:
    arg->kind = AF_ARG_STRING;
    arg->bytes = g_bytes_new (item->text, strlen (item->text));
    break;
  }
}

void af_values_truth (AfValues *values, const AfParam *param G_GNUC_UNUSED, AfArg *arg)
{
  write_integer (arg, af_random_below (values->random, 2));
}

void af_values_enumerator (AfValues *values, const AfParam *param, AfArg *arg)
{
  const GArray *all = param->type->enum_values;

  write_integer (arg, g_array_index (all, gint64, af_random_below (values->random, all->len)));
}

/* A letter, one that the module compares with, now and then any byte. */
void af_values_character (AfValues *values, const AfParam *param G_GNUC_UNUSED, AfArg *arg)
{
  static const char common[] = "ab 1";
  AfRandom *random = values->random;
  const char *letters = values->repertoire->letters;
  guint choice = af_random_below (random, 16);

  if (choice == 0)
    write_integer (arg, 0);
  else if (choice < 8)
    write_integer (arg, common[af_random_below (random, sizeof common - 1)]);
  else if (choice < 11 && *letters != '\0')
    write_integer (arg, letters[af_random_below (random, (guint)strlen (letters))]);
  else
    write_integer (arg, choice == 15 ? af_random_between (random, -128, 127) : af_random_between (random, ' ', '~'));
}

void af_values_zeros (AfValues *values, const AfParam *param G_GNUC_UNUSED, AfArg *arg)
{
  enum { SMALL = 16 };
  static const guint8 zeros[64] = { 0 };

  arg->kind = AF_ARG_BUFFER;
  arg->bytes = g_bytes_new (zeros, af_random_chance (values->random, 1, 2) ? SMALL : sizeof zeros);
}
