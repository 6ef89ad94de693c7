/* A target of libFuzzer: any text through the front end, the contracts and the weavers.
 *
 * In:  C text; a line "//// m.h" parts the module's header, which comes first, from its source.
 * Out: nothing, but a crash where a room fails, says something inconsistent of a text that it accepts, or weaves a text
 * that no compiler takes: what libclang reads without an error must have none when it is woven.
 *
 * The working directory is written to.  What is in an error's way (a text that is refused) is no finding. */
#include <clang-c/Index.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "mutate.h"
#include "weave/weave.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

int LLVMFuzzerInitialize (int *argc, char ***argv);
int LLVMFuzzerTestOneInput (const guint8 *data, size_t size);
size_t LLVMFuzzerCustomMutator (guint8 *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerCustomCrossOver (const guint8 *one, size_t one_size, const guint8 *two, size_t two_size, guint8 *out,
                                  size_t max_size, unsigned seed);

static const char part[] = "//// m.h\n";

/* g_error () ends in SIGTRAP, which the fuzzer does not know. */
static void on_trap (int number)
{
  (void)number;
  abort ();
}

int LLVMFuzzerInitialize (int *argc, char ***argv)
{
  (void)argc;
  (void)argv;
  signal (SIGTRAP, on_trap);
  return 0;
}

static char *root_path (const char *below)
{
  return g_build_filename (g_getenv ("AUTOFIX_SRCDIR") ? g_getenv ("AUTOFIX_SRCDIR") : ".", below, NULL);
}

/* --- what is woven must be C --- */

static void show_errors (CXTranslationUnit tu, const char *what, const char *text)
{
  for (unsigned i = 0; i < clang_getNumDiagnostics (tu); i++) {
    CXDiagnostic diagnostic = clang_getDiagnostic (tu, i);
    if (clang_getDiagnosticSeverity (diagnostic) >= CXDiagnostic_Error) {
      CXString words = clang_formatDiagnostic (diagnostic, clang_defaultDiagnosticDisplayOptions ());
      g_printerr ("woven (%s): %s\n%s\n", what, clang_getCString (words), text);
      abort ();
    }
    clang_disposeDiagnostic (diagnostic);
  }
}

static void must_compile (const char *text, const char *what, const char *header)
{
  g_autofree char *runtime = root_path ("runtime"), *contracts = root_path ("contracts");
  const char *const words[] = { "-xc",
                                "-w",
                                "-std=gnu11",
                                "-I",
                                contracts,
                                "-iquote",
                                runtime,
                                "-iquote",
                                ".",
                                "-include",
                                header,
                                "-DAUTOFIX_WOVEN",
                                strcmp (what, "subject") == 0 ? "-Dmain=afx_main" : "-w",
                                "-resource-dir=" LIBCLANG_RESOURCE_DIR };
  struct CXUnsavedFile file = { "woven.c", text, strlen (text) };
  CXIndex index = clang_createIndex (0, 0);
  CXTranslationUnit tu = NULL;
  if (clang_parseTranslationUnit2 (index, "woven.c", words, G_N_ELEMENTS (words), &file, 1, 0, &tu)
      == CXError_Success) {
    show_errors (tu, what, text);
    clang_disposeTranslationUnit (tu);
  }
  clang_disposeIndex (index);
}

static void weave (const AfModule *module)
{
  static const AfWeaveProgram both = { .checks = TRUE, .probes = TRUE };
  g_autofree char *program = af_weave_program (module, 0, &both);
  g_autofree char *subject = af_weave_source (module, 0, NULL);
  must_compile (program, "program", "afrt-program.h");
  must_compile (subject, "subject", "afrt.h");
  /* these need only be made */
  g_free (af_weave_driver (module, NULL));
  g_free (af_module_dump (module));
}

/* --- the target --- */

static void write_input (const guint8 *data, size_t size)
{
  g_autofree char *text = g_strndup ((const char *)data, size);
  char *source = strstr (text, part);
  const char *header = source ? text : "";
  if (source) {
    *source = '\0';
    source += strlen (part);
  }
  if (!g_file_set_contents ("m.h", header, -1, NULL) || !g_file_set_contents ("m.c", source ? source : text, -1, NULL))
    g_printerr ("fuzz: the working directory cannot be written to\n");
}

int LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  static const char *const sources[] = { "m.c", NULL };
  static const char *const flags[] = { "-std=gnu11", NULL };
  g_autofree char *include_dir = root_path ("contracts");
  g_autofree char *why = NULL;
  g_autoptr (GError) error = NULL;
  if (memchr (data, '\0', size))
    return 0;
  write_input (data, size);
  AfFrontendOptions options = { sources, flags, include_dir, NULL };
  g_autoptr (AfModule) module = af_frontend_load (&options, &error);
  if (!module)
    return 0;
  g_autoptr (GPtrArray) broken = af_contracts_lint (module);
  if (!af_module_verify (module, &why)) {
    g_printerr ("inconsistent: %s\n", why);
    abort ();
  }
  if (broken->len == 0)
    weave (module);
  return 0;
}

/* --- changing inputs --- */

static size_t put (const char *text, guint8 *out, size_t max_size)
{
  size_t size = MIN (strlen (text), max_size);
  memcpy (out, text, size);
  return size;
}

size_t LLVMFuzzerCustomMutator (guint8 *data, size_t size, size_t max_size, unsigned seed)
{
  g_autofree char *text = g_strndup ((const char *)data, size);
  g_autofree char *changed = af_mutate (text, NULL, seed);
  return put (changed, data, max_size);
}

size_t LLVMFuzzerCustomCrossOver (const guint8 *one, size_t one_size, const guint8 *two, size_t two_size, guint8 *out,
                                  size_t max_size, unsigned seed)
{
  g_autofree char *text = g_strndup ((const char *)one, one_size);
  g_autofree char *other = g_strndup ((const char *)two, two_size);
  g_autofree char *changed = af_mutate (text, other, seed);
  return put (changed, out, max_size);
}
