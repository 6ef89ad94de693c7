/* Elements in scripts: each is handed to one list, and what follows links is given what is linked. */
#include <check.h>
#include <stdlib.h>

#include "chain.h"
#include "testgen/testgen-internal.h"

enum { N_SCRIPTS = 600 };

static const char module_text[] =
  "typedef struct Node { int key; struct Node *next; } Node;\n"
  "typedef struct List { Node *first; int n; } List;\n"
  "void list_init (List *l) { l->first = 0; l->n = 0; }\n"
  "void list_push (List *l, Node *n) { n->next = l->first; l->first = n; l->n++; }\n"
  "Node *list_first (const List *l) { return l->first; }\n"
  "int list_count (const List *l) { int k = 0; for (Node *n = l->first; n; n = n->next) k++; return k; }\n"
  "void list_after (Node *at, Node *n) { n->next = at->next; at->next = n; }\n";

static const AfRoutine *routine_of (const AfModule *module, const AfCall *call)
{
  return call->thunk < module->routines->len ? module->routines->pdata[call->thunk] : NULL;
}

/* How many elements the script puts into lists. */
static guint count_kept (const AfModule *module, const AfTest *script)
{
  guint n = 0;

  for (guint i = 0; i < script->calls->len; i++) {
    const AfRoutine *routine = routine_of (module, script->calls->pdata[i]);
    n += routine != NULL && routine->keeps != 0;
  }
  return n;
}

static gboolean follows_any (const AfModule *module, const AfTest *script)
{
  for (guint i = 0; i < script->calls->len; i++) {
    const AfRoutine *routine = routine_of (module, script->calls->pdata[i]);
    if (routine != NULL && routine->follows != 0)
      return TRUE;
  }
  return FALSE;
}

START_TEST (elements_are_kept_once)
{
  g_auto (Chain) chain = { 0 };
  g_autoptr (GError) error = NULL;
  guint n_right = 0, n_wrong = 0, n_long = 0, n_following = 0;

  ck_assert_msg (chain_read_text (&chain, module_text, &error), "%s", error ? error->message : "");
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (chain.module);
  for (guint i = 0; i < N_SCRIPTS; i++) {
    const AfCallable *aim = repertoire->targets->pdata[i % repertoire->targets->len];
    g_autoptr (AfTest) script = af_script_new (repertoire, i, aim);
    if (script == NULL)
      continue;
    gboolean is_right = af_script_is_set_up (repertoire, script);
    guint n_kept = count_kept (chain.module, script);
    n_right += is_right;
    n_wrong += !is_right;
    n_long += is_right && n_kept >= 3;
    n_following += is_right && follows_any (chain.module, script);
  }
  /* some are written as they come: a list may refuse what it has */
  ck_assert_uint_gt (n_wrong, 0);
  ck_assert_uint_gt (n_right, 4 * n_wrong);
  ck_assert_uint_gt (n_long, N_SCRIPTS / 4);
  ck_assert_uint_gt (n_following, N_SCRIPTS / 12);
}
END_TEST

START_TEST (variations_keep_once)
{
  g_auto (Chain) chain = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (AfPool) pool = af_pool_new ();
  guint n_right = 0, n_wrong = 0;

  ck_assert_msg (chain_read_text (&chain, module_text, &error), "%s", error ? error->message : "");
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (chain.module);
  const AfCallable *count = af_repertoire_callable (repertoire, af_module_routine (chain.module, "list_count")->id);
  for (guint i = 0; i < 40; i++) {
    AfTest *script = af_script_new (repertoire, i, count);
    if (script != NULL && af_script_is_set_up (repertoire, script))
      af_pool_add (pool, script, (AfNews){ .steps = 1 }, NULL);
    else
      g_clear_pointer (&script, af_test_free);
  }
  ck_assert_uint_gt (pool->tests->len, 20);
  for (guint i = 0; i < N_SCRIPTS; i++) {
    g_autoptr (AfTest) script = af_script_vary (repertoire, i, pool, count);
    if (script == NULL)
      continue;
    n_right += af_script_is_set_up (repertoire, script);
    n_wrong += !af_script_is_set_up (repertoire, script);
  }
  ck_assert_uint_gt (n_right, 3 * n_wrong);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("linked");
  TCase *tcase = tcase_create ("linked");
  SRunner *runner;
  int failed;

  tcase_set_timeout (tcase, 60);
  tcase_add_test (tcase, elements_are_kept_once);
  tcase_add_test (tcase, variations_keep_once);
  suite_add_tcase (suite, tcase);
  runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
