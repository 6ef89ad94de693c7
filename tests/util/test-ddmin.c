/* Delta debugging of a list: what is needed stays, the rest goes, and no question is asked twice. */
#include <check.h>
#include <stdlib.h>

#include "util/ddmin/ddmin.h"
#include "util/error.h"
#include "util/random.h"

/* It happens if all elements of one of the sets are there; sets are bits. */
typedef struct {
  guint n;
  guint64 sets[3]; /* 0: none */
  guint64 wanted;
} Row;

static const Row rows[] = {
  { 1, { 1 }, 1 },
  { 2, { 2 }, 2 },
  { 2, { 3 }, 3 },
  { 8, { 1 << 2 | 1 << 6 }, 1 << 2 | 1 << 6 },
  { 8, { 0xff }, 0xff },
  { 8, { 1 << 7 }, 1 << 7 },
  { 7, { 1 << 0 | 1 << 6 }, 1 << 0 | 1 << 6 },
  { 9, { 1 << 0 | 1 << 1 | 1 << 2, 1 << 8 }, 7 }, /* the first half is asked first: not the smallest part */
  { 9, { 1 << 0, 1 << 8 }, 1 << 0 },
  { 33, { G_GUINT64_CONSTANT (1) << 32 | 1 << 16 | 1 }, G_GUINT64_CONSTANT (1) << 32 | 1 << 16 | 1 },
};

typedef struct {
  const Row *row;
  guint64 seed;      /* without a row: by chance, but always the same for the same set */
  GHashTable *asked; /* set of text */
  guint n_asked, most;
} Question;

static guint64 bits_of (const GArray *kept)
{
  guint64 bits = 0;
  for (guint i = 0; i < kept->len; i++) {
    guint element = g_array_index (kept, guint, i);
    ck_assert_uint_lt (element, 64);
    ck_assert (i == 0 || g_array_index (kept, guint, i - 1) < element);
    bits |= G_GUINT64_CONSTANT (1) << element;
  }
  return bits;
}

static gboolean holds_of (const Question *question, guint64 bits)
{
  if (!question->row)
    return (af_random_derive (question->seed, "ddmin", bits) & 3) == 0;
  for (guint i = 0; i < G_N_ELEMENTS (question->row->sets); i++)
    if (question->row->sets[i] && (question->row->sets[i] & ~bits) == 0)
      return TRUE;
  return FALSE;
}

static gboolean answer (const GArray *kept, gpointer data, gboolean *holds, GError **error)
{
  Question *question = data;
  ck_assert_uint_gt (kept->len, 0);
  ck_assert_msg (g_hash_table_add (question->asked, g_strdup_printf ("%" G_GUINT64_FORMAT, bits_of (kept)))
                   || question->most == 0,
                 "a set is asked twice");
  if (question->n_asked++ == question->most) {
    af_error (error, AF_ERROR_IO, "enough");
    return FALSE;
  }
  *holds = holds_of (question, bits_of (kept));
  return TRUE;
}

START_TEST (test_needed)
{
  g_autoptr (GHashTable) asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Question question = { &rows[_i], 0, asked, 0, G_MAXUINT };
  g_autoptr (GArray) kept = af_ddmin_list (rows[_i].n, answer, &question, NULL);
  ck_assert_uint_eq (bits_of (kept), rows[_i].wanted);
}
END_TEST

/* Whatever the question: what comes out is the whole or holds, and holds without none of its elements. */
START_TEST (test_one_minimal)
{
  g_autoptr (GHashTable) asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n = 2 + (guint)_i % 20;
  Question question = { NULL, (guint64)_i, asked, 0, G_MAXUINT };
  g_autoptr (GArray) kept = af_ddmin_list (n, answer, &question, NULL);
  guint64 bits = bits_of (kept);
  ck_assert (kept->len == n || holds_of (&question, bits));
  for (guint i = 0; i < kept->len && kept->len > 1; i++)
    ck_assert (!holds_of (&question, bits & ~(G_GUINT64_CONSTANT (1) << g_array_index (kept, guint, i))));
  ck_assert_uint_le (question.n_asked, n * n + 3 * n);
}
END_TEST

START_TEST (test_nothing)
{
  Question question = { 0 };
  g_autoptr (GArray) kept = af_ddmin_list (0, answer, &question, NULL), one = NULL;
  ck_assert_uint_eq (kept->len, 0);
  one = af_ddmin_list (1, answer, &question, NULL);
  ck_assert_uint_eq (one->len, 1);
  ck_assert_uint_eq (question.n_asked, 0);
}
END_TEST

START_TEST (test_error)
{
  g_autoptr (GHashTable) asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Question question = { &rows[4], 0, asked, 0, (guint)_i };
  g_autoptr (GError) error = NULL;
  ck_assert_ptr_null (af_ddmin_list (8, answer, &question, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("ddmin");
  TCase *all = tcase_create ("all");
  tcase_add_loop_test (all, test_needed, 0, G_N_ELEMENTS (rows));
  tcase_add_loop_test (all, test_one_minimal, 0, 200);
  tcase_add_test (all, test_nothing);
  tcase_add_loop_test (all, test_error, 0, 8);
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_ENV);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
