/* .autofix.conf for the night: every key with values that are taken and values that are not. */
#include "project.h"

/* Settings of a .autofix.conf with @text, or of none, in a folder of their own. */
static AfNightSettings *load (const char *text, GError **error)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), ".autofix.conf", NULL);
  g_autofree char *here = g_get_current_dir ();
  if (text)
    put (path, text);
  ck_assert_int_eq (g_chdir (af_temp_dir_path (dir)), 0);
  AfNightSettings *settings = af_night_settings_load (NULL, error);
  ck_assert_int_eq (g_chdir (here), 0);
  return settings;
}

static AfNightSettings *load_group (const char *line, GError **error)
{
  g_autofree char *text = g_strdup_printf ("[nightly]\n%s\n[module a]\nsources = a.c\n", line);
  return load (text, error);
}

START_TEST (defaults)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfNightSettings) settings = load_group ("", &error);
  ck_assert_msg (settings != NULL, "%s", error ? error->message : "");
  ck_assert_uint_eq (settings->budget, 3600);
  ck_assert_uint_eq (settings->seed, 0);
  ck_assert_uint_eq (settings->jobs, 0);
  ck_assert_uint_eq (settings->effort, 1);
  ck_assert_uint_eq (settings->replays, 5);
  ck_assert_int_eq (settings->confidence, AF_CONFIDENCE_LOW);
  ck_assert_int_eq (settings->fail_on, AF_FAIL_ON_NEW);
  ck_assert (settings->sandbox && !settings->mail_always);
  ck_assert_str_eq (settings->state, ".autofix");
  ck_assert_str_eq (settings->sendmail, "/usr/sbin/sendmail");
  ck_assert (!settings->cc && !settings->test && !settings->mail && !settings->since);
}
END_TEST

/* Every number and choice: a value, and what it is taken for. */
START_TEST (values)
{
  static const struct {
    const char *line;
    gsize offset;
    guint64 value;
  } rows[] = {
#define FIELD(name) G_STRUCT_OFFSET (AfNightSettings, name)
    { "budget = 90", FIELD (budget), 90 },
    { "budget = 90s", FIELD (budget), 90 },
    { "budget = 5m", FIELD (budget), 300 },
    { "budget = 2h", FIELD (budget), 7200 },
    { "jobs = 256", FIELD (jobs), 256 },
    { "effort = 10000", FIELD (effort), 10000 },
    { "replays = 1000", FIELD (replays), 1000 },
    { "confidence = low", FIELD (confidence), AF_CONFIDENCE_LOW },
    { "confidence = medium", FIELD (confidence), AF_CONFIDENCE_MEDIUM },
    { "confidence = high", FIELD (confidence), AF_CONFIDENCE_HIGH },
    { "fail-on = new", FIELD (fail_on), AF_FAIL_ON_NEW },
    { "fail-on = any", FIELD (fail_on), AF_FAIL_ON_ANY },
    { "fail-on = never", FIELD (fail_on), AF_FAIL_ON_NEVER },
    { "sandbox = no", FIELD (sandbox), FALSE },
    { "sandbox = yes", FIELD (sandbox), TRUE },
    { "mail-when = new", FIELD (mail_always), FALSE },
    { "mail-when = always", FIELD (mail_always), TRUE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (AfNightSettings) settings = load_group (rows[i].line, &error);
    ck_assert_msg (settings != NULL, "%s: %s", rows[i].line, error ? error->message : "");
    ck_assert_msg (G_STRUCT_MEMBER (guint, settings, rows[i].offset) == rows[i].value, "%s: %u", rows[i].line,
                   G_STRUCT_MEMBER (guint, settings, rows[i].offset));
  }
  g_autoptr (AfNightSettings) large = load_group ("seed = 9223372036854775807", NULL);
  ck_assert (large && large->seed == G_MAXINT64);
}
END_TEST

START_TEST (texts)
{
  static const struct {
    const char *line;
    gsize offset;
    const char *value;
  } rows[] = {
    { "state = nights/here", FIELD (state), "nights/here" },
    { "cc = clang", FIELD (cc), "clang" },
    { "test = make -C 'a b' check", FIELD (test), "make -C 'a b' check" },
    { "mail = team@example.org", FIELD (mail), "team@example.org" },
    { "sendmail = ./send", FIELD (sendmail), "./send" },
    { "against = v1.2", FIELD (against), "v1.2" },
    { "cc =", FIELD (cc), NULL },
    { "state =", FIELD (state), ".autofix" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (AfNightSettings) settings = load_group (rows[i].line, NULL);
    ck_assert_msg (settings != NULL, "%s", rows[i].line);
    ck_assert_pstr_eq (G_STRUCT_MEMBER (const char *, settings, rows[i].offset), rows[i].value);
  }
}
END_TEST

START_TEST (modules)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfNightSettings) settings =
    load ("[module  ring ]\nsources = a.c 'b c.c'\nflags =\nwith = w.c x.c\nlink = -lm -lz\nbudget = 2m\n"
          "[run]\njobs = 3\n[contracts]\nchecks = MY\n[module list]\nsources = l.c\nflags = -Ix -DY='1 2'\n",
          &error);
  ck_assert_msg (settings != NULL, "%s", error ? error->message : "");
  ck_assert_uint_eq (settings->modules->len, 2);
  const AfNightModule *ring = settings->modules->pdata[0], *list = settings->modules->pdata[1];
  ck_assert_str_eq (ring->name, "ring");
  ck_assert_uint_eq (g_strv_length (ring->sources), 2);
  ck_assert_str_eq (ring->sources[1], "b c.c");
  ck_assert_str_eq (ring->with[1], "x.c");
  ck_assert_str_eq (ring->link[1], "-lz");
  ck_assert_uint_eq (ring->budget, 120);
  ck_assert_str_eq (list->flags[1], "-DY=1 2");
  ck_assert_ptr_null (list->with);
  ck_assert_uint_eq (list->budget, 0);
  ck_assert_uint_eq (settings->jobs, 0); /* [run] is that of another command */
}
END_TEST

/* What is wrong, and the hint what it may be. */
START_TEST (bad_values)
{
  static const struct {
    const char *line, *hint;
  } rows[] = {
    { "budget = soon", "90, 90s, 5m or 1h" },
    { "budget = 0", "90, 90s, 5m or 1h" },
    { "budget = -5", "90, 90s, 5m or 1h" },
    { "budget = 5 m", "90, 90s, 5m or 1h" },
    { "budget = 99999999h", "90, 90s, 5m or 1h" },
    { "seed = 0", "a number from 1 to 9223372036854775807" },
    { "seed = -1", "a number from 1 to" },
    { "seed = 9223372036854775808", "a number from 1 to" },
    { "jobs = 0", "a number from 1 to 256" },
    { "jobs = 257", "a number from 1 to 256" },
    { "jobs = all", "a number from 1 to 256" },
    { "effort = 10001", "a number from 1 to 10000" },
    { "effort = 1.5", "a number from 1 to 10000" },
    { "replays = 0", "a number from 1 to 1000" },
    { "replays = 1001", "a number from 1 to 1000" },
    { "confidence = sure", "one of low, medium, high" },
    { "confidence = High", "one of low, medium, high" },
    { "fail-on = often", "one of new, any, never" },
    { "mail-when = never", "one of new, always" },
    { "sandbox = true", "one of no, yes" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (AfNightSettings) settings = load_group (rows[i].line, &error);
    g_autofree char *says = g_strdup_printf (".autofix.conf: [nightly] %s\n  hint: %s", rows[i].line, rows[i].hint);
    ck_assert_msg (!settings && g_error_matches (error, AF_ERROR, AF_ERROR_USAGE), "%s", rows[i].line);
    CHECK_SAYS (error->message, says);
  }
}
END_TEST

START_TEST (bad_files)
{
  static const struct {
    const char *text, *says;
  } rows[] = {
    { NULL, "no .autofix.conf here or above\n  hint: autofix help nightly" },
    { "", ".autofix.conf: no module for the night\n  hint: [module ring]" },
    { "[nightly]\nbudget = 5m\n", "no module for the night" },
    { "budget = 5m\n", ".autofix.conf: " },
    { "[nightly\n", ".autofix.conf: " },
    { "[module a]\nsources = a.c\n[modul b]\nsources = b.c\n", "unknown group [modul b]\n  hint: groups are [run]" },
    { "[nightly]\nbugdet = 5m\n", "[nightly] has no key 'bugdet'\n  hint: valid keys: budget, state, seed, jobs" },
    { "[module a]\nsources = a.c\nsource = b.c\n",
      "[module a] has no key 'source'\n  hint: valid keys: sources, flags" },
    { "[module a]\nsources = a.c\nseed = 3\n", "[module a] has no key 'seed'" },
    { "[module a]\n", "[module a] names no sources\n  hint: sources = FILE.c" },
    { "[module a]\nsources =\n", "[module a] names no sources" },
    { "[module a]\nsources = 'a.c\n", "[module a] sources = 'a.c\n  hint: words as in a shell" },
    { "[module a]\nsources = a.c\nflags = \"-DX\n", "[module a] flags = \"-DX" },
    { "[module a]\nsources = a.c\nwith = 'w\n", "[module a] with = 'w" },
    { "[module a]\nsources = a.c\nlink = 'l\n", "[module a] link = 'l" },
    { "[module a]\nsources = a.c\nbudget = 0s\n", "[module a] budget = 0s\n  hint: 90, 90s, 5m or 1h" },
    { "[module ../a]\nsources = a.c\n", "[module ../a]: invalid module name" },
    { "[module .a]\nsources = a.c\n", "[module .a]: invalid module name" },
    { "[module ]\nsources = a.c\n", "invalid module name" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (AfNightSettings) settings = load (rows[i].text, &error);
    ck_assert_msg (!settings && g_error_matches (error, AF_ERROR, AF_ERROR_USAGE), "row %u", i);
    CHECK_SAYS (error->message, rows[i].says);
  }
}
END_TEST

/* The nearest file upward counts, and its folder is where the night runs. */
START_TEST (nearest)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *here = g_get_current_dir ();
  ck_assert_int_eq (g_chdir (af_temp_dir_path (dir)), 0);
  put (".autofix.conf", "[module top]\nsources = a.c\n");
  put ("sub/.autofix.conf", "[module sub]\nsources = a.c\n");
  put ("sub/deep/file", "");
  put ("other/file", "");
  static const struct {
    const char *folder, *module;
  } rows[] = { { "sub/deep", "sub" }, { "../../other", "top" }, { "..", "top" } };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    ck_assert_int_eq (g_chdir (rows[i].folder), 0);
    g_autoptr (AfNightSettings) settings = af_night_settings_load (NULL, NULL);
    ck_assert_ptr_nonnull (settings);
    ck_assert_str_eq (((const AfNightModule *)settings->modules->pdata[0])->name, rows[i].module);
    ck_assert_msg (g_str_has_suffix (settings->folder, i == 0 ? "/sub" : af_temp_dir_path (dir)), "%s",
                   settings->folder);
  }
  ck_assert_int_eq (g_chdir (here), 0);
}
END_TEST

int main (void)
{
  const NamedTest tests[] = { { "defaults", defaults }, { "values", values },         { "texts", texts },
                              { "modules", modules },   { "bad values", bad_values }, { "bad files", bad_files },
                              { "nearest", nearest } };
  return run_tests ("nightly: settings", tests, G_N_ELEMENTS (tests));
}
