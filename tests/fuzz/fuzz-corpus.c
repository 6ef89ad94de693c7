/* A file of --corpus, and the tests that results.json records: read for a module, merged. */
#include <stdlib.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "report/kept.h"
#include "target.h"
#include "testgen/testgen.h"

static const char header[] = "typedef struct Set Set;\nSet *set_new(int n);\nvoid set_add(Set *s, long v);\n"
                             "int set_name(Set *s, const char *name, double d, int (*f)(int));\n";
static const char source[] = "#include \"m.h\"\n#include <stdlib.h>\nstruct Set { int n; };\n"
                             "Set *set_new(int n) { Set *s = malloc(sizeof *s); if (s) s->n = n; return s; }\n"
                             "void set_add(Set *s, long v) { s->n += (int)v; }\n"
                             "int set_name(Set *s, const char *name, double d, int (*f)(int))\n"
                             "{ return s->n + name[0] + (int)d + f(s->n); }\n";

static AfModule *read_module (void)
{
  static const char *const sources[] = { "m.c", NULL }, *const flags[] = { NULL };
  g_autofree char *contracts =
    g_build_filename (g_getenv ("AUTOFIX_SRCDIR") ? g_getenv ("AUTOFIX_SRCDIR") : ".", "contracts", NULL);
  const AfFrontendOptions options = { sources, flags, contracts, NULL };
  g_autoptr (GError) error = NULL;
  fuzz_put ("m.h", (const guint8 *)header, sizeof header - 1);
  fuzz_put ("m.c", (const guint8 *)source, sizeof source - 1);
  AfModule *module = af_frontend_load (&options, &error);
  if (module && af_contracts_attach (module, &error))
    return module;
  g_printerr ("fuzz: %s\n", error->message);
  exit (2);
}

int LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  static AfModule *module;
  guint n_stale = 0;
  GError *error = NULL;
  if (!module)
    module = read_module ();
  fuzz_put ("kept", data, size);
  g_autoptr (GPtrArray) tests = af_kept_read (module, "kept", &n_stale, &error);
  fuzz_drop (error);
  for (guint i = 0; tests && i < tests->len; i++)
    g_free (af_testgen_describe (module, tests->pdata[i]));
  error = NULL;
  if (tests)
    af_kept_merge (module, "kept", tests, &error);
  fuzz_drop (error);
  return 0;
}
