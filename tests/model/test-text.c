/* Sources and edits. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/directives.h"
#include "model/edit.h"
#include "model/source.h"
#include "model/written-out.h"
#include "util/error.h"

START_TEST (test_positions)
{
  const char *text = "int a;\n\tif (b)\r\n\n  c;";
  g_autoptr (AfSource) source = af_source_new ("f.c", text, strlen (text));
  struct {
    guint offset, line, column;
  } table[] = { { 0, 1, 1 },  { 6, 1, 7 },  { 7, 2, 1 },  { 8, 2, 2 },
                { 16, 3, 1 }, { 17, 4, 1 }, { 19, 4, 3 }, { 21, 4, 5 } };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++) {
    guint line, column;
    af_source_position (source, table[i].offset, &line, &column);
    ck_assert_uint_eq (line, table[i].line);
    ck_assert_uint_eq (column, table[i].column);
  }
  g_autofree char *second = af_source_line (source, 2), *none = af_source_line (source, 9);
  g_autofree char *tab = af_source_indent (source, 12), *blanks = af_source_indent (source, 19);
  g_autofree char *slice = af_source_slice (source, (AfRange){ 0, 4, 6 });
  g_autofree char *outside = af_source_slice (source, (AfRange){ 0, 4, 600 });
  ck_assert_str_eq (second, "\tif (b)");
  ck_assert_str_eq (none, "");
  ck_assert_str_eq (tab, "\t");
  ck_assert_str_eq (blanks, "  ");
  ck_assert_str_eq (slice, "a;");
  ck_assert_str_eq (outside, "");
}
END_TEST

START_TEST (test_words)
{
  static const struct {
    const char *text, *word;
    gboolean has;
  } rows[] = { { "f (a)", "f", TRUE },
               { "if (a)", "f", FALSE },
               { "f_g + gf", "f", FALSE },
               { "ff (f)", "f", TRUE },
               { "extern int a;", "extern", TRUE },
               { "externs", "extern", FALSE },
               { "a\"f\"", "f", TRUE },
               { "f2", "f", FALSE },
               { "", "f", FALSE } };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert_msg (af_text_has_word (rows[i].text, rows[i].word) == rows[i].has, "row %u", i);
}
END_TEST

START_TEST (test_directives)
{
  const char *text = "#define A 1\n"
                     "  # define B(x) x \\\n  + C\n"
                     "int f = A; // #define NOT 1\n"
                     "/* \n#define NEITHER\n*/\n"
                     "char *s = \"#define NOR\";\n"
                     "#undef A\n"
                     "int g;\n"
                     "#define LATER\n"
                     "#undef OF_A_HEADER\n"
                     "#define A 2";
  g_autoptr (AfSource) source = af_source_new ("f.c", text, strlen (text));
  g_autoptr (GArray) all = af_directives_read (source);
  static const struct {
    const char *name, *contents;
    gboolean defines;
  } rows[] = { { "A", " 1", TRUE },   { "B", "(x) x \\\n  + C", TRUE }, { "A", "", FALSE },
               { "LATER", "", TRUE }, { "OF_A_HEADER", "", FALSE },     { "A", " 2", TRUE } };
  ck_assert_uint_eq (all->len, G_N_ELEMENTS (rows));
  for (guint i = 0; i < all->len; i++) {
    const AfDirective *found = &g_array_index (all, AfDirective, i);
    g_autofree char *contents = g_strndup (text + found->from, found->before - found->from);
    ck_assert_str_eq (found->name, rows[i].name);
    ck_assert_str_eq (contents, rows[i].contents);
    ck_assert_int_eq (found->defines, rows[i].defines);
  }
  static const struct {
    const char *place, *undefined;
  } places[] = { { "int f", "LATER" }, { "int g", "A LATER" }, { NULL, "OF_A_HEADER" } };
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    guint at = places[i].place ? (guint)(strstr (text, places[i].place) - text) : (guint)strlen (text);
    g_autoptr (GHashTable) undefined = af_directives_undefined (all, at);
    g_auto (GStrv) words = g_strsplit (places[i].undefined, " ", -1);
    ck_assert_uint_eq (g_hash_table_size (undefined), g_strv_length (words));
    for (guint k = 0; words[k]; k++)
      ck_assert (g_hash_table_contains (undefined, words[k]));
  }
}
END_TEST

START_TEST (test_load)
{
  g_autoptr (GError) error = NULL;
  ck_assert_ptr_null (af_source_load ("/nonexistent/f.c", &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
  g_clear_error (&error);
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("text-XXXXXX", &path, NULL);
  ck_assert_int_ge (fd, 0);
  ck_assert_int_eq (write (fd, "a\0b", 3), 3);
  close (fd);
  ck_assert_ptr_null (af_source_load (path, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_SOURCE));
  ck_assert (g_file_set_contents (path, "a\nb", 3, NULL));
  g_autoptr (AfSource) source = af_source_load (path, NULL);
  ck_assert_ptr_nonnull (source);
  ck_assert_uint_eq (source->line_starts->len, 2);
  unlink (path);
}
END_TEST

START_TEST (test_ranges)
{
  ck_assert (af_range_is_none (AF_RANGE_NONE));
  ck_assert (af_range_contains ((AfRange){ 0, 1, 5 }, (AfRange){ 0, 1, 5 }));
  ck_assert (!af_range_contains ((AfRange){ 0, 1, 5 }, (AfRange){ 1, 1, 5 }));
  ck_assert (!af_range_contains ((AfRange){ 0, 1, 5 }, (AfRange){ 0, 1, 6 }));
  ck_assert (!af_range_contains (AF_RANGE_NONE, AF_RANGE_NONE));
}
END_TEST

/* Edits of the text "abcdef"; a row ends at an edit without text. */
typedef struct {
  guint start, end;
  const char *text;
  int order;
} EditRow;

static const struct {
  EditRow edits[5];
  const char *expected;
} edit_table[] = {
  { { { 0 } }, "abcdef" },
  { { { 0, 0, "<", 0 } }, "<abcdef" },
  { { { 6, 6, ">", 0 } }, "abcdef>" },
  { { { 2, 4, "X", 0 } }, "abXef" },
  { { { 2, 4, "", 0 } }, "abef" },
  { { { 0, 6, "X", 0 } }, "X" },
  /* several insertions at one place: by order, equal ones as given */
  { { { 3, 3, "2", 2 }, { 3, 3, "1", 1 }, { 3, 3, "0", -1 } }, "abc012def" },
  { { { 3, 3, "x", 0 }, { 3, 3, "y", 0 } }, "abcxydef" },
  /* insertions at the borders of a replaced range survive, inside they do not */
  { { { 2, 4, "X", 0 }, { 2, 2, "<", 5 }, { 4, 4, ">", -5 } }, "ab<X>ef" },
  { { { 3, 3, "!", 0 }, { 2, 4, "X", 0 } }, "abXef" },
  /* a replacement within a replacement is dropped, also when one border is shared */
  { { { 2, 3, "y", -9 }, { 1, 5, "X", 0 } }, "aXf" },
  { { { 1, 2, "y", -9 }, { 1, 5, "X", 0 }, { 4, 5, "z", 0 } }, "aXf" },
  /* the same range twice: the lower order */
  { { { 1, 5, "second", 2 }, { 1, 5, "first", 1 } }, "afirstf" },
  /* neighbours, with something between */
  { { { 3, 5, "Y", 0 }, { 1, 3, "X", 0 }, { 3, 3, "|", 0 } }, "aX|Yf" },
};

START_TEST (test_apply)
{
  g_autoptr (AfSource) source = af_source_new ("f.c", "abcdef", 6);
  g_autoptr (GPtrArray) edits = af_edits_new ();
  for (guint k = 0; k < 5 && edit_table[_i].edits[k].text; k++)
    g_ptr_array_add (edits, af_edit_new ((AfRange){ 0, edit_table[_i].edits[k].start, edit_table[_i].edits[k].end },
                                         edit_table[_i].edits[k].text, edit_table[_i].edits[k].order));
  g_autofree char *text = af_edits_apply (source, edits);
  ck_assert_str_eq (text, edit_table[_i].expected);
}
END_TEST

START_TEST (test_wrap)
{
  g_autoptr (AfSource) source = af_source_new ("f.c", "a/b+c;", 6);
  g_autoptr (GPtrArray) edits = af_edits_new ();
  af_edits_wrap (edits, (AfRange){ 0, 2, 3 }, "D(", ")", 2);
  af_edits_wrap (edits, (AfRange){ 0, 0, 3 }, "Q(", "]", 1);
  af_edits_wrap (edits, (AfRange){ 0, 0, 5 }, "P(", "}", 0);
  af_edits_wrap (edits, (AfRange){ 0, 3, 5 }, "T(", ">", 1);
  g_autofree char *text = af_edits_apply (source, edits);
  ck_assert_str_eq (text, "P(Q(a/D(b)]T(+c>};");
  af_edits_replace (edits, (AfRange){ 0, 0, 3 }, "x");
  g_autofree char *replaced = af_edits_apply (source, edits);
  ck_assert_str_eq (replaced, "P(Q(x)]T(+c>};");
}
END_TEST

/* --- calls that are written out --- */

static AfWriting writing (guint start, guint end, const char *text)
{
  return (AfWriting){ { 0, start, end }, (char *)text };
}

/* `a; M; b; N (1); c;` with M as `<m; n>` whose n is written out in turn, and N (1) as `[1]`. */
static AfSource *written_source (void)
{
  AfSource *source = af_source_new ("f.c", "a; M; b;\nN (1); c;", 18);
  g_autoptr (GArray) first = g_array_new (FALSE, FALSE, sizeof (AfWriting)),
                     second = g_array_new (FALSE, FALSE, sizeof (AfWriting));
  AfWriting calls[] = { writing (3, 4, "<m; n>"), writing (9, 14, "[one]") }, inner = writing (7, 8, "nested");
  g_array_append_vals (first, calls, 2);
  g_array_append_val (second, inner);
  source = af_source_write_out (source, first);
  ck_assert_str_eq (source->text, "a; <m; n>; b;\n[one]; c;");
  source = af_source_write_out (source, second);
  ck_assert_str_eq (source->text, "a; <m; nested>; b;\n[one]; c;");
  return source;
}

START_TEST (test_written_places)
{
  static const guint places[][2] = { { 0, 0 },  { 3, 3 },  { 4, 3 },  { 13, 3 },  { 14, 4 }, { 15, 5 },
                                     { 19, 9 }, { 20, 9 }, { 23, 9 }, { 24, 14 }, { 28, 18 } };
  g_autoptr (AfSource) source = written_source ();
  guint line, column;
  ck_assert_str_eq (af_source_user (source)->text, "a; M; b;\nN (1); c;");
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    ck_assert_uint_eq (af_source_user_offset (source, places[i][0]), places[i][1]);
  af_source_position (source, 26, &line, &column);
  ck_assert_uint_eq (line, 2);
  ck_assert_uint_eq (column, 8);
  g_autofree char *text = af_source_line (source, 1);
  ck_assert_str_eq (text, "a; M; b;");
  AfRange call = af_source_call_around (source, (AfRange){ 0, 7, 9 });
  ck_assert (call.start == 3 && call.end == 14);
  ck_assert (af_range_is_none (af_source_call_around (source, (AfRange){ 0, 14, 16 })));
  ck_assert (af_range_is_none (af_source_call_around (source, (AfRange){ 0, 0, 3 })));
}
END_TEST

static const struct {
  EditRow edit;
  const char *expected; /* the user's file; null: it does not fit */
} written_table[] = {
  { { 0, 1, "x", 0 }, "x; M; b;\nN (1); c;" },
  { { 3, 3, "if (c) ", 0 }, "a; if (c) M; b;\nN (1); c;" },
  { { 14, 14, "!", 0 }, "a; M!; b;\nN (1); c;" },
  { { 16, 17, "x", 0 }, "a; M; x;\nN (1); c;" },
  { { 3, 17, "x", 0 }, "a; x;\nN (1); c;" },
  { { 26, 27, "x", 0 }, "a; M; b;\nN (1); x;" },
  /* what is copied from a call is the call again */
  { { 16, 17, "{ <m; nested>; }", 0 }, "a; M; { M; };\nN (1); c;" },
  { { 16, 17, "x<m; nested>y[one]", 0 }, "a; M; xMy[one];\nN (1); c;" },
  { { 4, 5, "x", 0 }, NULL },
  { { 7, 7, "x", 0 }, NULL },
  { { 0, 8, "x", 0 }, NULL },
};

START_TEST (test_written_edits)
{
  g_autoptr (AfSource) source = written_source ();
  g_autoptr (GPtrArray) edits = af_edits_new ();
  const EditRow *row = &written_table[_i].edit;
  const char *expected = written_table[_i].expected;
  g_ptr_array_add (edits, af_edit_new ((AfRange){ 0, row->start, row->end }, row->text, row->order));
  ck_assert_int_eq (af_edits_fit_user (source, edits), expected != NULL);
  g_autofree char *text = af_edits_apply_to_user (source, edits), *plain = af_edits_apply (source, edits);
  ck_assert_str_eq (text, expected ? expected : plain);
}
END_TEST

/* `return 0` of a macro is not a part of `return 0x10`. */
START_TEST (test_written_words)
{
  AfSource *plain = af_source_new ("f.c", "DONE; a;", 8);
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (AfWriting));
  AfWriting call = writing (0, 4, "return 0");
  g_array_append_val (calls, call);
  g_autoptr (AfSource) source = af_source_write_out (plain, calls);
  g_autoptr (GPtrArray) edits = af_edits_new ();
  af_edits_replace (edits, (AfRange){ 0, 10, 11 }, "if (b) return 0x10; xreturn 0; return 0");
  g_autofree char *text = af_edits_apply_to_user (source, edits);
  ck_assert_str_eq (text, "DONE; if (b) return 0x10; xreturn 0; DONE;");
}
END_TEST

START_TEST (test_edits_of_user)
{
  g_autoptr (AfSource) source = written_source ();
  g_autoptr (GPtrArray) edits = af_edits_new ();
  af_edits_replace (edits, (AfRange){ 0, 6, 7 }, "x");
  af_edits_insert (edits, 0, 16, "y", 0);
  g_autoptr (GPtrArray) own = af_edits_of_user (source, edits);
  ck_assert_ptr_nonnull (own);
  g_autofree char *text = af_edits_apply (source, own), *user = af_edits_apply_to_user (source, own);
  ck_assert_str_eq (text, "a; <m; nested>; x;\n[one]; yc;");
  ck_assert_str_eq (user, "a; M; x;\nN (1); yc;");
  af_edits_insert (edits, 0, 11, "y", 0);
  ck_assert_ptr_null (af_edits_of_user (source, edits));
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("text");
  TCase *tests = tcase_create ("text");
  tcase_add_test (tests, test_positions);
  tcase_add_test (tests, test_words);
  tcase_add_test (tests, test_load);
  tcase_add_test (tests, test_directives);
  tcase_add_test (tests, test_ranges);
  tcase_add_loop_test (tests, test_apply, 0, G_N_ELEMENTS (edit_table));
  tcase_add_test (tests, test_wrap);
  tcase_add_test (tests, test_written_places);
  tcase_add_loop_test (tests, test_written_edits, 0, G_N_ELEMENTS (written_table));
  tcase_add_test (tests, test_written_words);
  tcase_add_test (tests, test_edits_of_user);
  suite_add_tcase (suite, tests);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
