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

const AfTestValue *af_test_value_of (const AfParam *param)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].param == param->kind && kinds[i].fits (param))
      return &kinds[i];
  return NULL;
}

/* --- which values fit --- */

gboolean af_fits_any (const AfParam *param G_GNUC_UNUSED)
{
  return TRUE;
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

void af_values_zeros (AfValues *values G_GNUC_UNUSED, const AfParam *param G_GNUC_UNUSED, AfArg *arg)
{
  static const guint8 zeros[16] = { 0 };

  arg->kind = AF_ARG_BUFFER;
  arg->bytes = g_bytes_new (zeros, sizeof zeros);
}
