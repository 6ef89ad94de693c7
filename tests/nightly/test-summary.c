/* The summary as text and as HTML: golden, and small cases one by one. */
#include "project.h"

/* A night of number 5 over modules ring, list and <odd>. */
typedef struct {
  AfNightSettings settings;
  AfNightModule modules[3];
  AfNight night;
} Scene;

static void scene_begin (Scene *scene)
{
  static const char *const names[] = { "ring", "list", "<odd>" };
  *scene =
    (Scene){ .settings = { .budget = 600, .since = "HEAD~1", .test = "make check", .confidence = AF_CONFIDENCE_LOW } };
  scene->night = (AfNight){ .settings = &scene->settings, .number = 5, .seed = 5, .asks = 5 };
  scene->night.units = g_ptr_array_new_with_free_func ((GDestroyNotify)af_unit_free);
  scene->night.began = g_get_monotonic_time ();
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    scene->modules[i].name = (char *)names[i];
    AfUnit *unit = af_unit_new (&scene->modules[i]);
    unit->is_tested = TRUE;
    unit->calls = 1000 * (i + 1);
    g_ptr_array_add (scene->night.units, unit);
  }
}

static void scene_end (Scene *scene)
{
  g_ptr_array_unref (scene->night.units);
}

static AfCase *add_case (Scene *scene, guint unit, AfState state, const char *id, const char *title)
{
  AfCase *item = g_new0 (AfCase, 1);
  item->id = g_strdup (id);
  item->title = g_strdup (title);
  item->routine = g_strdup ("put");
  item->clause = g_strdup ("count < room && *p != '&'");
  item->position = g_strdup ("ring.c:12:5");
  item->state = state;
  item->note = "";
  g_ptr_array_add (((AfUnit *)scene->night.units->pdata[unit])->cases, item);
  return item;
}

static void remember (AfCase *item, AfState state, AfMark verdict)
{
  item->history = g_new0 (AfHistory, 1);
  item->history->state = state;
  item->history->verdict = verdict;
}

static void give_fault (AfCase *item, const char *folder, const char *json)
{
  g_autoptr (JsonNode) node = json_from_string (json, NULL);
  ck_assert_ptr_nonnull (node);
  item->fault = json_object_ref (json_node_get_object (node));
  item->results = g_strdup (folder);
}

/* Something of everything. */
static void fill_scene (Scene *scene)
{
  AfCase *back = add_case (scene, 0, AF_STATE_REGRESSION, "F-000001", "precondition of 'put' violated");
  back->note = "it was fixed";
  give_fault (
    back, "night-results",
    "{\"values\":\"count = 4, room = 4\",\"calls\":\"3 calls: put(r, 1)\",\"fixes\":["
    "{\"id\":\"X-000001-1\",\"confidence\":\"high\",\"summary\":\"count - 1 for count\",\"patch_file\":\"p1\","
    "\"evidence\":{\"text\":\"60 failing tests pass\"}},"
    "{\"id\":\"X-000001-2\",\"confidence\":\"low\",\"summary\":\"skip <it> & go on\"},"
    "{\"id\":\"X-000001-3\",\"confidence\":\"medium\",\"summary\":\"other\"}]}");
  AfCase *first = add_case (scene, 1, AF_STATE_NEW, "F-000002", "<b>bounds & \"quotes\"</b>");
  give_fault (first, "night-results", "{\"no_fix\":\"nothing stands up\",\"fixes\":[]}");
  AfCase *fixed = add_case (scene, 0, AF_STATE_FIXED, "F-000003", "endless loop");
  fixed->runs = fixed->passed = 5;
  remember (fixed, AF_STATE_KNOWN, AF_MARK_NONE);
  AfCase *flaky = add_case (scene, 1, AF_STATE_FLAKY, "F-000004", "lost memory");
  flaky->note = "its test does not always end the same way";
  flaky->runs = 5, flaky->passed = 3;
  AfCase *unknown = add_case (scene, 2, AF_STATE_UNKNOWN, "F-000005", "signed overflow");
  unknown->note = "not seen, and its test is inconclusive";
  remember (unknown, AF_STATE_KNOWN, AF_MARK_NONE);
  remember (add_case (scene, 0, AF_STATE_KNOWN, "F-000006", "known of old"), AF_STATE_KNOWN, AF_MARK_NONE);
  remember (add_case (scene, 0, AF_STATE_KNOWN, "F-000007", "nobody minds"), AF_STATE_KNOWN, AF_MARK_WONTFIX);
  remember (add_case (scene, 1, AF_STATE_UNKNOWN, "F-000008", "unknown before"), AF_STATE_UNKNOWN, AF_MARK_NONE);
  ((AfUnit *)scene->night.units->pdata[1])->is_complete = FALSE;
  ((AfUnit *)scene->night.units->pdata[2])->trouble = g_strdup ("odd.c:1:1: expected ';' after <type>");
  scene->night.test_trouble = "fail with status 2";
  scene->night.test_output = "ok 1\nnot ok 2 - <ring>\n";
  scene->night.n_cut = 2;
}

static void check_golden (const char *name, const char *text)
{
  const char *root = g_getenv ("AUTOFIX_SRCDIR");
  g_autofree char *path = g_build_filename (root ? root : ".", "tests", "nightly", name, NULL);
  if (g_getenv ("UPDATE_GOLDEN"))
    ck_assert (g_file_set_contents (path, text, -1, NULL));
  g_autofree char *expected = get (path);
  ck_assert_msg (strcmp (expected, text) == 0, "%s differs:\n%s", path, text);
}

START_TEST (golden)
{
  Scene scene;
  g_auto (AfSummary) summary = { 0 };
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *here = g_get_current_dir ();
  scene_begin (&scene);
  fill_scene (&scene);
  ck_assert_int_eq (g_chdir (af_temp_dir_path (dir)), 0);
  put ("night-results/p1",
       "From: autofix\n\n--- a/ring.c\n+++ b/ring.c\n@@ -12 +12 @@\n-  put (count);\n+  put (count - 1);\n");
  af_summary_fill (&summary, &scene.night);
  scene.night.began = g_get_monotonic_time ();
  g_autofree char *text = af_summary_text (&scene.night, &summary), *html = af_summary_html (&scene.night, &summary);
  ck_assert_int_eq (g_chdir (here), 0);
  check_golden ("summary.txt", text);
  check_golden ("summary.html", html);
  ck_assert (!summary.is_quiet && !summary.is_complete);
  ck_assert_uint_eq (summary.n_marked, 1);
  ck_assert_uint_eq (summary.n_trouble, 1);
  scene_end (&scene);
}
END_TEST

START_TEST (headlines)
{
  static const struct {
    const char *says;
    AfState states[3], before[3];
    gboolean is_quiet;
  } rows[] = {
    { "night 5: nothing new (3 modules", { 0 }, { 0 }, TRUE },
    { "night 5: 1 new (", { AF_STATE_NEW }, { 0 }, FALSE },
    { "night 5: 2 regressions, 1 new (", { AF_STATE_REGRESSION, AF_STATE_NEW, AF_STATE_REGRESSION }, { 0 }, FALSE },
    { "night 5: 1 regression, 1 fixed (",
      { AF_STATE_FIXED, AF_STATE_REGRESSION },
      { AF_STATE_KNOWN, AF_STATE_FIXED },
      FALSE },
    { "night 5: nothing new (", { AF_STATE_FIXED }, { AF_STATE_FIXED }, TRUE },
    { "night 5: nothing new; 2 known (", { AF_STATE_KNOWN, AF_STATE_KNOWN }, { AF_STATE_NEW, AF_STATE_KNOWN }, TRUE },
    { "night 5: 1 flaky; 1 flaky as before (",
      { AF_STATE_FLAKY, AF_STATE_FLAKY },
      { AF_STATE_FLAKY, AF_STATE_KNOWN },
      FALSE },
    { "night 5: nothing new; 1 unknown as before (", { AF_STATE_UNKNOWN }, { AF_STATE_UNKNOWN }, TRUE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    Scene scene;
    g_auto (AfSummary) summary = { 0 };
    scene_begin (&scene);
    for (guint k = 0; k < 3; k++)
      if (rows[i].states[k] != AF_STATE_NONE) {
        AfCase *item = add_case (&scene, k, rows[i].states[k], "F-00000a", "it breaks");
        if (rows[i].before[k] != AF_STATE_NONE)
          remember (item, rows[i].before[k], AF_MARK_NONE);
      }
    af_summary_fill (&summary, &scene.night);
    CHECK_SAYS (summary.headline, rows[i].says);
    ck_assert_msg (summary.is_quiet == rows[i].is_quiet, "row %u: %s", i, summary.headline);
    g_autofree char *text = af_summary_text (&scene.night, &summary);
    ck_assert_msg ((strchr (text, '\n')[1] == '\0') == rows[i].is_quiet, "row %u: %s", i, text);
    scene_end (&scene);
  }
}
END_TEST

/* What is not said: fixes below the wanted confidence, more than 40 lines of a patch, more than five other fixes. */
START_TEST (limits)
{
  Scene scene;
  g_autoptr (GString) json = g_string_new ("{\"fixes\":["), patch = g_string_new ("--- a\n+++ b\n");
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "p", NULL);
  scene_begin (&scene);
  for (guint i = 1; i <= 9; i++)
    g_string_append_printf (json, "%s{\"id\":\"X-%u\",\"confidence\":\"%s\",\"summary\":\"s%u\",\"patch_file\":\"p\"}",
                            i > 1 ? "," : "", i, i == 1 ? "low" : "medium", i);
  g_string_append (json, "]}");
  for (guint i = 0; i < 60; i++)
    g_string_append_printf (patch, "+line %u\n", i);
  put (path, patch->str);
  AfCase *item = add_case (&scene, 0, AF_STATE_NEW, "F-00000b", "it breaks");
  give_fault (item, af_temp_dir_path (dir), json->str);
  g_autofree char *all = af_summary_case (&scene.night, scene.night.units->pdata[0], item);
  CHECK_SAYS (all, "  fix      [X-1]  low confidence: s1\n");
  CHECK_SAYS (all, "    +line 37\n    ...\n");
  CHECK_SILENT (all, "+line 38");
  CHECK_SAYS (all, "[X-6]");
  CHECK_SILENT (all, "[X-7]");
  scene.settings.confidence = AF_CONFIDENCE_MEDIUM;
  g_autofree char *medium = af_summary_case (&scene.night, scene.night.units->pdata[0], item);
  CHECK_SAYS (medium, "  fix      [X-2]  medium confidence: s2\n");
  CHECK_SILENT (medium, "[X-1]");
  scene.settings.confidence = AF_CONFIDENCE_HIGH;
  g_autofree char *high = af_summary_case (&scene.night, scene.night.units->pdata[0], item);
  CHECK_SILENT (high, "  fix ");
  scene_end (&scene);
}
END_TEST

/* A patch and a compiler's message hold whatever the user's files do: bytes that are no UTF-8 hide no markup. */
START_TEST (stray_bytes)
{
  Scene scene;
  g_auto (AfSummary) summary = { 0 };
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "p", NULL);
  scene_begin (&scene);
  put (path, "--- a\n+++ b\n+caf\xe9<script>\xff\x01\n");
  give_fault (add_case (&scene, 0, AF_STATE_NEW, "F-00000c", "it breaks"), af_temp_dir_path (dir),
              "{\"fixes\":[{\"id\":\"X-1\",\"confidence\":\"high\",\"summary\":\"s\",\"patch_file\":\"p\"}]}");
  ((AfUnit *)scene.night.units->pdata[1])->trouble = g_strdup ("l\xe9<script>.c:1:1: \xe9");
  af_summary_fill (&summary, &scene.night);
  g_autofree char *text = af_summary_text (&scene.night, &summary), *html = af_summary_html (&scene.night, &summary);
  ck_assert (g_utf8_validate (text, -1, NULL));
  ck_assert (g_utf8_validate (html, -1, NULL));
  CHECK_SILENT (html, "<script>");
  CHECK_SAYS (html, "caf\\xe9&lt;script&gt;\\xff\\x01");
  CHECK_SAYS (html, "l\\xe9&lt;script&gt;.c:1:1: \\xe9");
  scene_end (&scene);
}
END_TEST

int main (void)
{
  const NamedTest tests[] = {
    { "golden", golden }, { "headlines", headlines }, { "limits", limits }, { "stray bytes", stray_bytes }
  };
  return run_tests ("nightly: summary", tests, G_N_ELEMENTS (tests));
}
