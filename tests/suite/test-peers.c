/* What searches of papers do with statements: what edits make of the text, which edits are known to be equivalent to
 * others. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/frontend.h"
#include "suite/peers/peers.h"

/* Statements are named by their lines. */
static const char program[] = "int g;\n"               /* 1 */
                              "int helper (int n)\n"   /* 2 */
                              "{\n"                    /* 3 */
                              "  int k = n;\n"         /* 4 */
                              "  g = 3;\n"             /* 5 */
                              "  k = k + 1;\n"         /* 6 */
                              "  return k;\n"          /* 7 */
                              "}\n"                    /* 8 */
                              "int f (int a, int b)\n" /* 9 */
                              "{\n"                    /* 10 */
                              "  int m = 0, x = 0;\n"  /* 11 */
                              "  if (a < b)\n"         /* 12 */
                              "    m = a;\n"           /* 13 */
                              "  else\n"               /* 14 */
                              "    m = b;\n"           /* 15 */
                              "  while (x < 3)\n"      /* 16 */
                              "    {\n"                /* 17 */
                              "      x = x + 1;\n"     /* 18 */
                              "      if (a)\n"         /* 19 */
                              "        break;\n"       /* 20 */
                              "    }\n"                /* 21 */
                              "  g = a;\n"             /* 22 */
                              "  helper (b);\n"        /* 23 */
                              "  x = 7;\n"             /* 24 */
                              "  return m;\n"          /* 25 */
                              "}\n";

typedef struct {
  AfSuite suite;
  AfVersion *version;
  AfPeers *peers;
  AfOptions options;
  char *dir;
} Sample;

static void sample_init_for (Sample *sample, AfSearch search)
{
  memset (sample, 0, sizeof *sample);
  sample->options.search = search;
  sample->dir = g_dir_make_tmp ("peers-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (sample->dir, "a.c", NULL);
  ck_assert (g_file_set_contents (path, program, -1, NULL));
  const char *const sources[] = { path, NULL }, *const none[] = { NULL };
  const AfFrontendOptions options = { sources, none, NULL, NULL };
  g_autoptr (GError) error = NULL;
  AfModule *module = af_frontend_load_as_built (&options, &error);
  ck_assert_msg (module != NULL, "%s", error ? error->message : "");
  sample->suite.options = &sample->options;
  sample->suite.tests = g_ptr_array_new ();
  g_ptr_array_set_size (sample->suite.tests, 2);
  sample->suite.n_failing = 1;
  sample->version = af_version_new (module, NULL, NULL);
  AfWatched *watched = sample->version->watched = g_new0 (AfWatched, 1);
  watched->columns = g_ptr_array_new ();
  watched->traces = g_ptr_array_new ();
  watched->reached = g_ptr_array_new_with_free_func (g_free);
  /* the failing test comes to everything, the passing one to f's first half */
  guint n = af_weave_watched_places (module);
  for (guint t = 0; t < 2; t++)
    g_ptr_array_add (watched->reached, g_malloc0 (n + 1));
  for (guint r = 0; r < module->routines->len; r++) {
    const AfRoutine *routine = module->routines->pdata[r];
    guint first = af_weave_watched_place (module, routine->id, 0);
    for (guint l = 0; l < routine->locations->len; l++) {
      const AfLocation *location = routine->locations->pdata[l];
      ((guint8 *)watched->reached->pdata[0])[first + l] = location->line != 20;
      ((guint8 *)watched->reached->pdata[1])[first + l] = location->line > 10 && location->line < 20;
    }
  }
  sample->peers = af_peers_new (&sample->suite, sample->version);
}

static void sample_init (Sample *sample)
{
  sample_init_for (sample, AF_SEARCH_AE);
}

static void sample_clear (Sample *sample)
{
  g_autofree char *path = g_build_filename (sample->dir, "a.c", NULL);
  af_peers_free (sample->peers);
  af_version_free (sample->version);
  g_ptr_array_unref (sample->suite.tests);
  g_remove (path);
  g_rmdir (sample->dir);
  g_free (sample->dir);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sample, sample_clear)

static guint on_line (const AfPeers *peers, guint line)
{
  for (guint i = 0; i < peers->statements->len; i++)
    if (!af_peers_statement (peers, i)->is_node && af_peers_statement (peers, i)->location->line == line)
      return i;
  ck_abort_msg ("no statement on line %u", line);
  return 0;
}

/* "delete 5; insert 6 13": the target comes first. */
static GArray *edits_of (const AfPeers *peers, const char *text)
{
  static const char *const names[] = { "delete", "replace", "insert" };
  GArray *edits = g_array_new (FALSE, FALSE, sizeof (AfPeerEdit));
  g_auto (GStrv) parts = g_strsplit (text, "; ", -1);
  for (guint i = 0; parts[i]; i++) {
    g_auto (GStrv) words = g_strsplit (parts[i], " ", -1);
    AfPeerEdit edit = { AF_PEER_DELETE, on_line (peers, (guint)atoi (words[1])), 0 };
    while (strcmp (names[edit.op], words[0]) != 0)
      edit.op++;
    edit.source = words[2] ? on_line (peers, (guint)atoi (words[2])) : edit.target;
    g_array_append_val (edits, edit);
  }
  return edits;
}

START_TEST (test_weights)
{
  static const struct {
    guint line;
    double weight;
  } rows[] = { { 5, 1 }, { 12, 0.1 }, { 13, 0.1 }, { 16, 0.1 }, { 19, 0.1 }, { 20, 0 }, { 22, 1 }, { 25, 1 } };
  g_auto (Sample) sample = { 0 };
  sample_init (&sample);
  ck_assert_uint_eq (sample.peers->statements->len, 14);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert_double_eq (af_peers_statement (sample.peers, on_line (sample.peers, rows[i].line))->weight,
                         rows[i].weight);
  ck_assert_uint_eq (sample.peers->targets->len, 13);
}
END_TEST

/* What the patch makes of the text: @before stands there no more, and @after does. */
static const struct {
  const char *edits, *before, *after;
} patches[] = {
  { "delete 22", "  g = a;\n  helper (b);", "    }\n  helper (b);" },
  { "delete 13", "    m = a;\n  else", "    ;\n  else" },
  { "delete 16", "x < 3", "    m = b;\n  g = a;" },
  { "replace 22 5", "  g = a;", "  g = 3;\n  helper (b);" },
  { "replace 13 22", "    m = a;", "    { g = a; }\n  else" },
  { "replace 24 12", "  x = 7;", "  helper (b);\n  if (a < b)\n    m = a;\n  else\n    m = b;\n  return m;" },
  { "replace 13 19", "    m = a;", "    { if (a)\n      break; }\n  else" },
  { "insert 22 5", "  g = a;\n  helper", "  g = a;\n  g = 3;\n  helper (b);" },
  { "insert 22 5; insert 22 24", "  g = a;\n  helper", "  g = a;\n  g = 3;\n  x = 7;\n  helper (b);" },
  { "insert 13 22", "    m = a;\n  else", "    { m = a;\n    g = a; }\n  else" },
  { "insert 15 22; insert 12 24", "    m = b;\n  while", "    { m = b;\n    g = a; }\n  x = 7;\n  while" },
  { "insert 18 24; delete 16", "x < 3", "    m = b;\n  g = a;" },
  { "insert 22 5; delete 22", "  g = a;\n", "    }\n  helper (b);" },
  { "delete 22; insert 22 5", "  g = a;\n", "    }\n  g = 3;\n  helper (b);" },
  { "replace 22 5; insert 5 22", "  g = 3;\n  k", "  g = 3;\n  g = a;\n  k = k + 1;" },
};

START_TEST (test_patch)
{
  g_auto (Sample) sample = { 0 };
  sample_init (&sample);
  g_autoptr (GArray) edits = edits_of (sample.peers, patches[_i].edits);
  AfCandidate *patch = af_peers_patch (sample.peers, edits);
  ck_assert_ptr_nonnull (patch);
  g_autofree char *text = af_edits_apply (af_module_source (sample.version->module, 0), patch->edits);
  ck_assert_msg (strstr (program, patches[_i].before) && !strstr (text, patches[_i].before), "%s", text);
  ck_assert_msg (strstr (text, patches[_i].after) != NULL, "%s", text);
  af_candidate_free (patch);
}
END_TEST

START_TEST (test_routines)
{
  g_auto (Sample) sample = { 0 };
  sample_init (&sample);
  g_autoptr (GArray) edits = edits_of (sample.peers, "delete 5; delete 22; delete 24");
  g_autoptr (GPtrArray) candidates = af_peers_candidates (sample.peers, edits, 9);
  ck_assert_uint_eq (candidates->len, 2);
  for (guint i = 0; i < 2; i++) {
    const AfCandidate *candidate = candidates->pdata[i];
    ck_assert_uint_eq (candidate->id, 9);
    ck_assert_str_eq (candidate->routine->name, i == 0 ? "helper" : "f");
    ck_assert_uint_eq (candidate->edits->len, i + 1);
  }
}
END_TEST

/* Whether the source means the same at the target. */
static const struct {
  guint source, target;
  gboolean fits;
} places[] = {
  { 5, 22, TRUE },  /* a global */
  { 22, 5, FALSE }, /* f's parameter in helper */
  { 22, 13, TRUE }, /* the same routine */
  { 6, 22, FALSE }, /* helper's k */
  { 18, 13, TRUE },
};

START_TEST (test_fits)
{
  g_auto (Sample) sample = { 0 };
  sample_init (&sample);
  ck_assert_int_eq (af_peers_fits (af_peers_statement (sample.peers, on_line (sample.peers, places[_i].source)),
                                   af_peers_statement (sample.peers, on_line (sample.peers, places[_i].target))),
                    places[_i].fits);
}
END_TEST

static const struct {
  const char *edit, *why; /* null: it is to be tried */
} equals[] = {
  { "delete 24", "dead" },        /* x is not read any more */
  { "delete 18", NULL },          /* the loop reads it */
  { "delete 13", NULL },          /* m is returned */
  { "delete 22", NULL },          /* a global */
  { "delete 23", NULL },          /* a call */
  { "insert 22 24", "dead" },     /* x = 7 after g = a */
  { "insert 18 24", NULL },       /* the loop reads x */
  { "insert 22 13", "schedule" }, /* m = a before helper (b), which does nothing with m or a */
  { "insert 23 15", "schedule" }, /* m = b before x = 7 */
  { "insert 24 15", NULL },       /* before return m */
  { "insert 25 15", "unreachable" },
  { "insert 20 22", "unreachable" },
  { "insert 12 13", NULL },  /* no plain statement follows */
  { "insert 22 5", NULL },   /* a global */
  { "replace 24 13", NULL }, /* only single additions and deletions are followed */
};

START_TEST (test_equal)
{
  g_auto (Sample) sample = { 0 };
  sample_init (&sample);
  g_autoptr (GArray) edits = edits_of (sample.peers, equals[_i].edit);
  const char *why = af_peers_equal (sample.peers, &g_array_index (edits, AfPeerEdit, 0));
  ck_assert_msg (g_strcmp0 (why, equals[_i].why) == 0, "%s: %s", equals[_i].edit, why ? why : "nothing");
}
END_TEST

START_TEST (test_keys)
{
  static const struct {
    const char *a, *b;
    gboolean same;
  } rows[] = { { "insert 22 22", "insert 22 22", TRUE },
               { "insert 22 5", "insert 22 24", FALSE },
               { "insert 22 5; insert 22 24", "insert 22 24; insert 22 5", FALSE },
               { "delete 22; insert 22 5", "replace 22 5", TRUE },
               { "delete 18; delete 16", "delete 16", TRUE } };
  g_auto (Sample) sample = { 0 };
  sample_init (&sample);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GArray) a = edits_of (sample.peers, rows[i].a), b = edits_of (sample.peers, rows[i].b);
    g_autofree char *left = af_peers_key (sample.peers, a), *right = af_peers_key (sample.peers, b);
    ck_assert_msg (g_str_equal (left, right) == rows[i].same, "%s and %s", rows[i].a, rows[i].b);
  }
}
END_TEST

static guint node_of (const AfPeers *peers, guint line, const char *text)
{
  for (guint i = 0; i < peers->statements->len; i++) {
    const AfPeerStatement *node = af_peers_statement (peers, i);
    if (node->is_node && node->location->line == line && g_str_equal (node->text, text))
      return i;
  }
  ck_abort_msg ("no expression '%s' in line %u", text, line);
  return 0;
}

/* Expressions take each other's places, and no statement's. */
START_TEST (test_nodes)
{
  g_auto (Sample) sample = { 0 };
  sample_init_for (&sample, AF_SEARCH_COEVOLUTION);
  const AfPeers *peers = sample.peers;
  guint condition = node_of (peers, 12, "a < b"), loop = node_of (peers, 16, "x < 3"), word = node_of (peers, 25, "m");
  ck_assert (af_peers_fits (af_peers_statement (peers, loop), af_peers_statement (peers, condition)));
  ck_assert (!af_peers_fits (af_peers_statement (peers, on_line (peers, 22)), af_peers_statement (peers, condition)));
  AfPeerEdit edits[] = { { AF_PEER_REPLACE, condition, loop }, { AF_PEER_REPLACE, word, condition } };
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (AfPeerEdit));
  g_array_append_vals (list, edits, 2);
  AfCandidate *patch = af_peers_patch (peers, list);
  g_autofree char *text = af_edits_apply (af_module_source (sample.version->module, 0), patch->edits);
  ck_assert_msg (strstr (text, "  if ((x < 3))\n") && strstr (text, "  return (a < b);\n"), "%s", text);
  af_candidate_free (patch);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("peers");
  TCase *all = tcase_create ("all");
  tcase_add_test (all, test_weights);
  tcase_add_loop_test (all, test_patch, 0, G_N_ELEMENTS (patches));
  tcase_add_test (all, test_routines);
  tcase_add_loop_test (all, test_fits, 0, G_N_ELEMENTS (places));
  tcase_add_loop_test (all, test_equal, 0, G_N_ELEMENTS (equals));
  tcase_add_test (all, test_keys);
  tcase_add_test (all, test_nodes);
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
