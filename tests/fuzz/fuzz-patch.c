/* Patches of anybody's, as `autofix judge` reads and applies them. */
#include "judge/judge.h"
#include "target.h"
#include "util/tempdir.h"

static const char source[] = "#include \"m.h\"\n\nint half(int n)\n{\n    if (n < 0)\n        return 0;\n"
                             "    return n / 2;\n}\n\nint twice(int n)\n{\n    return 2 * n;\n}\n";
static const char header[] = "int half(int n);\nint twice(int n);\n";

int LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  g_autoptr (AfModule) module = af_module_new ("m");
  GError *error = NULL;
  fuzz_put ("m.c", (const guint8 *)source, sizeof source - 1);
  fuzz_put ("m.h", (const guint8 *)header, sizeof header - 1);
  fuzz_put ("a.patch", data, size);
  g_ptr_array_add (module->sources, af_source_new ("m.c", source, sizeof source - 1));
  g_ptr_array_add (module->headers, g_strdup ("m.h"));
  AfPatch *patch = af_patch_read (module, "a.patch", ".", NULL, &error);
  if (patch)
    af_patch_free (patch);
  fuzz_drop (error);
  af_remove_tree ("patches.git", NULL);
  return 0;
}
