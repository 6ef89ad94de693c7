/* The language server's parts: messages, places, actions. */
#include "lsp/lsp-internal.h"

#include <check.h>
#include <string.h>

START_TEST (messages)
{
  static const struct {
    const char *bytes;
    AfLspTaken taken;
    const char *body;
    guint left;
  } rows[] = {
    { "", AF_LSP_MORE, NULL, 0 },
    { "Content-Len", AF_LSP_MORE, NULL, 11 },
    { "Content-Length: 2\r\n\r\n", AF_LSP_MORE, NULL, 21 },
    { "Content-Length: 2\r\n\r\n{}", AF_LSP_MESSAGE, "{}", 0 },
    { "content-length:2\r\nContent-Type: x\r\n\r\n{}Con", AF_LSP_MESSAGE, "{}", 3 },
    { "Content-Type: x\r\n\r\n{}", AF_LSP_BROKEN, NULL, 21 },
    { "Content-Length: -2\r\n\r\n{}", AF_LSP_BROKEN, NULL, 24 },
    { "Content-Length: 2000000000\r\n\r\n{}", AF_LSP_BROKEN, NULL, 32 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GByteArray) buffer = g_byte_array_new ();
    g_autoptr (GError) error = NULL;
    g_autofree char *body = NULL;
    gsize length = 0;
    g_byte_array_append (buffer, (const guint8 *)rows[i].bytes, (guint)strlen (rows[i].bytes));
    ck_assert_msg (af_lsp_take (buffer, &body, &length, &error) == rows[i].taken, "row %u", i);
    ck_assert_msg (g_strcmp0 (body, rows[i].body) == 0, "row %u: %s", i, body);
    ck_assert_msg (buffer->len == rows[i].left, "row %u: %u left", i, buffer->len);
    ck_assert_msg ((error != NULL) == (rows[i].taken == AF_LSP_BROKEN), "row %u", i);
  }
}
END_TEST

START_TEST (a_header_has_an_end)
{
  g_autoptr (GByteArray) buffer = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *body = NULL, *much = g_strnfill (5000, 'x');
  gsize length = 0;
  g_byte_array_append (buffer, (const guint8 *)much, 5000);
  ck_assert_int_eq (af_lsp_take (buffer, &body, &length, &error), AF_LSP_BROKEN);
}
END_TEST

/* Columns count UTF-16 units: ä one, a letter outside of the first plane two, a byte that is no UTF-8 one. */
START_TEST (places)
{
  static const char text[] = "ab\nä\360\235\224\220c\n\377x\r\nend";
  static const struct {
    gsize offset;
    guint line, column;
  } offsets[] = { { 0, 0, 0 },  { 2, 0, 2 },  { 3, 1, 0 },  { 5, 1, 1 },  { 9, 1, 3 },
                  { 10, 1, 4 }, { 11, 2, 0 }, { 12, 2, 1 }, { 15, 3, 0 }, { 99, 3, 3 } };
  for (guint i = 0; i < G_N_ELEMENTS (offsets); i++) {
    AfLspPlace place = af_lsp_place (text, offsets[i].offset);
    ck_assert_msg (place.line == offsets[i].line && place.column == offsets[i].column, "offset %zu: %u:%u",
                   offsets[i].offset, place.line, place.column);
  }
  AfLspPlace third = af_lsp_place_of (text, 2, 3), end = af_lsp_line_end (text, 3), last = af_lsp_line_end (text, 99);
  ck_assert_uint_eq (third.line, 1);
  ck_assert_uint_eq (third.column, 3);
  ck_assert_uint_eq (end.line, 2);
  ck_assert_uint_eq (end.column, 2);
  ck_assert_uint_eq (last.line, 3);
  ck_assert_uint_eq (last.column, 3);
}
END_TEST

START_TEST (files)
{
  g_autofree char *path = af_lsp_path ("file:///tmp/a%20b.c"), *other = af_lsp_path ("file://elsewhere/x.c"),
                  *none = af_lsp_path ("untitled:1"), *nothing = af_lsp_path (NULL), *uri = af_lsp_uri ("/tmp/a b.c");
  ck_assert_str_eq (path, "/tmp/a b.c");
  ck_assert_ptr_null (other);
  ck_assert_ptr_null (none);
  ck_assert_ptr_null (nothing);
  ck_assert_str_eq (uri, "file:///tmp/a%20b.c");
}
END_TEST

START_TEST (answers)
{
  g_autoptr (JsonNode) id = json_node_init_int (json_node_alloc (), 7);
  g_autofree char *answer = af_lsp_frame (af_lsp_response (id, json_node_new (JSON_NODE_NULL)));
  g_autofree char *failure = af_lsp_frame (af_lsp_failure (NULL, AF_LSP_PARSE_ERROR, "no JSON"));
  ck_assert_str_eq (answer, "Content-Length: 38\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":null}");
  ck_assert_str_eq (failure, "Content-Length: 71\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,"
                             "\"message\":\"no JSON\"}}");
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("lsp");
  TCase *tcase = tcase_create ("parts");
  tcase_add_test (tcase, messages);
  tcase_add_test (tcase, a_header_has_an_end);
  tcase_add_test (tcase, places);
  tcase_add_test (tcase, files);
  tcase_add_test (tcase, answers);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}
