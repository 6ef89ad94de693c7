/* Values that the user gives: what is read, what is refused, and where a number falls. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "model/given.h"
#include "util/error.h"

/* Owner, name and items as they were read: "date_new.month: 1..12*8 0*1". */
static char *show (const AfGiven *given)
{
  GString *out = g_string_new (NULL);
  g_string_append_printf (out, "%s.%s:", given->owner ? given->owner : "", given->name);
  for (guint i = 0; i < given->items->len; i++) {
    const AfGivenItem *item = &g_array_index (given->items, AfGivenItem, i);
    switch (item->kind) {
    case AF_GIVEN_WHOLE:
      g_string_append_printf (out, " %" G_GINT64_FORMAT "..%" G_GINT64_FORMAT, item->first, item->last);
      break;
    case AF_GIVEN_REAL:
      g_string_append_printf (out, " %g to %g", item->low, item->high);
      break;
    case AF_GIVEN_TEXT:
      g_string_append_printf (out, " <%s>", item->text);
      break;
    case AF_GIVEN_NAME:
      g_string_append_printf (out, " %s", item->text);
      break;
    }
    g_string_append_printf (out, "*%u", item->weight);
  }
  return g_string_free (out, FALSE);
}

static const struct {
  const char *text, *read; /* null: it is refused */
} rows[] = {
  { "date_new.month=1..12*8, 0, 13", "date_new.month: 1..12*8 0..0*1 13..13*1" },
  { "n=-5..-1", ".n: -5..-1*1" },
  { " n = 0x10 .. 3 ", NULL },
  { "n=0x10..0x1f", ".n: 16..31*1" },
  { "n=1 * 2 , 3", ".n: 1..1*2 3..3*1" },
  { "mode=OPEN*3,CLOSED", ".mode: OPEN*3 CLOSED*1" },
  { "c='a'..'z', '+'", ".c: 97..122*1 43..43*1" },
  { "rate=0.5", ".rate: 0.5 to 0.5*1" },
  { "rate=0..1.5,-1e3", ".rate: 0 to 1.5*1 -1000 to -1000*1" },
  { "parse.text=\"\", \"1,5\"*2, \"a\\\"b\\\\\"", "parse.text: <>*1 <1,5>*2 <a\"b\\>*1" },
  { "n=9223372036854775807", ".n: 9223372036854775807..9223372036854775807*1" },
  { "", NULL },
  { "n", NULL },
  { "=1", NULL },
  { "f.=1", NULL },
  { "a.b.c=1", NULL },
  { "n=", NULL },
  { "n=1,", NULL },
  { "n=1 2", NULL },
  { "n=5..1", NULL },
  { "n=1..", NULL },
  { "n=1*0", NULL },
  { "n=1*-1", NULL },
  { "n=1*", NULL },
  { "n=1*2000000", NULL },
  { "n=1*900000,2*900000", NULL },
  { "n=\"open", NULL },
  { "n=nan..inf", NULL },
  { "n=1e999", NULL },
};

START_TEST (reading)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfGiven) given = af_given_read (rows[_i].text, &error);
  g_autofree char *shown = given ? show (given) : NULL;
  ck_assert_msg (g_strcmp0 (shown, rows[_i].read) == 0, "'%s' is read as '%s'", rows[_i].text, shown ? shown : "-");
  ck_assert (given || g_error_matches (error, AF_ERROR, AF_ERROR_USAGE));
}
END_TEST

START_TEST (weights)
{
  static const int expected[] = { 7, 8, 8, 8, 9 };
  g_autoptr (AfGiven) given = af_given_read ("n=7,8*3,9", NULL);
  ck_assert_uint_eq (given->weights, G_N_ELEMENTS (expected));
  for (guint i = 0; i < given->weights; i++)
    ck_assert_int_eq (af_given_item (given, i)->first, expected[i]);
}
END_TEST

START_TEST (types)
{
  g_autoptr (AfType) number = af_type_new (AF_TYPE_INT, "int"), real = af_type_new (AF_TYPE_FLOAT, "double");
  g_autoptr (AfType) truth = af_type_new (AF_TYPE_BOOL, "_Bool"), choice = af_type_new (AF_TYPE_ENUM, "enum door");
  g_autoptr (AfType) byte = af_type_new (AF_TYPE_INT, "signed char");
  number->bits = 32;
  byte->bits = 8;
  number->is_signed = byte->is_signed = TRUE;
  choice->bits = 32;
  choice->enumerators = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (choice->enumerators, g_strdup ("OPEN"));
  const struct {
    const char *text;
    const AfType *type;
    gboolean is_text, fits;
  } cases[] = {
    { "n=1", number, FALSE, TRUE },     { "n=1.5", number, FALSE, FALSE }, { "n=1", real, FALSE, TRUE },
    { "n=1.5", real, FALSE, TRUE },     { "n=0,1", truth, FALSE, TRUE },   { "n=\"x\"", number, FALSE, FALSE },
    { "n=\"x\"", number, TRUE, TRUE },  { "n=OPEN", choice, FALSE, TRUE }, { "n=OPEN, SHUT", choice, FALSE, FALSE },
    { "n=OPEN", number, FALSE, FALSE }, { "n=3", choice, FALSE, TRUE },    { "n=-128..127", byte, FALSE, TRUE },
    { "n=1,128", byte, FALSE, FALSE },  { "n=-129", byte, FALSE, FALSE }
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (AfGiven) given = af_given_read (cases[i].text, NULL);
    const AfGivenItem *wrong = NULL;
    ck_assert_msg (af_given_fits (given, cases[i].type, cases[i].is_text, &wrong) == cases[i].fits, "case %u", i);
    ck_assert (cases[i].fits || wrong == &g_array_index (given->items, AfGivenItem, given->items->len - 1));
  }
}
END_TEST

START_TEST (owners)
{
  g_autoptr (AfGiven) any = af_given_read ("n=1", NULL), one = af_given_read ("f.n=1", NULL);
  ck_assert (af_given_is_for (any, "g", "n") && !af_given_is_for (any, "g", "m"));
  ck_assert (af_given_is_for (one, "f", "n") && !af_given_is_for (one, "g", "n"));
  ck_assert (af_given_is_for (one, "struct f", "n"));
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("given");
  TCase *cases = tcase_create ("given");
  tcase_add_loop_test (cases, reading, 0, G_N_ELEMENTS (rows));
  tcase_add_test (cases, weights);
  tcase_add_test (cases, types);
  tcase_add_test (cases, owners);
  suite_add_tcase (suite, cases);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_ENV);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
