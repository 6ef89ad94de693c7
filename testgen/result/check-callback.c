/* The tool's own functions that a test passes for function pointers, in the program that a fault's test becomes.
 *
 * In:  a generated callback (weave/tables/callbacks.c).   Out: a C function that does the same.
 *
 *     static int afx_callback_2(int a0, int a1)
 *     {
 *         int order = (a0 > a1) - (a0 < a1);
 *
 *         return -order;
 *     } */
#include "testgen/testgen-internal.h"

const char *af_text_gap (const AfType *type)
{
  return g_str_has_suffix (type->spelling, "*") ? "" : " ";
}

static gboolean is_number (const AfType *type)
{
  return type->kind == AF_TYPE_BOOL || af_type_is_integer (type) || type->kind == AF_TYPE_FLOAT;
}

static void put_hash (GString *out, const AfType *type)
{
  g_string_append (out, "    unsigned long long hash = 5381;\n\n");
  for (guint i = 0; i < type->params->len; i++) {
    if (is_number (type->params->pdata[i]))
      g_string_append_printf (out, "    hash = (hash ^ (unsigned long long)(long long)a%u) * 0x9e3779b97f4a7c15ull;\n",
                              i);
    else if (af_driver_is_text (type->params->pdata[i]))
      g_string_append_printf (out,
                              "    for (const char *s = (const char *)a%u; s && *s; s++)\n"
                              "        hash = hash * 33 ^ (unsigned char)*s;\n",
                              i);
    else if (af_callback_behind (type->params->pdata[i]) == AF_BEHIND_ITEM)
      g_string_append_printf (out, "    hash = (hash ^ (a%u ? *(const unsigned char *)a%u : 0)) * 33;\n", i, i);
  }
  g_string_append (out, "    return hash ^ hash >> 32;\n");
}

/* Returns what @result makes of `order`, which is -1, 0 or 1 as the first two compare. */
static void put_comparison (GString *out, const AfType *type, const char *result)
{
  const AfType *first = type->params->pdata[0];

  if (is_number (first))
    g_string_append (out, "    int order = (a0 > a1) - (a0 < a1);\n");
  else if (af_callback_behind (first) == AF_BEHIND_TEXT)
    g_string_append (out, "    const unsigned char *s = (const unsigned char *)a0, *t = (const unsigned char *)a1;\n\n"
                          "    while (s && t && *s && *s == *t)\n"
                          "        s++, t++;\n"
                          "    int order = s && t ? (*s > *t) - (*s < *t) : !!s - !!t;\n");
  else
    g_string_append (out, "    int x = a0 ? *(const unsigned char *)a0 : 0, y = a1 ? *(const unsigned char *)a1 : 0;\n"
                          "    int order = (x > y) - (x < y);\n");
  g_string_append_printf (out, "\n    return %s;\n", result);
}

/* The body that the tool's own callbacks have (weave/driver.h). */
static void put_callback_body (GString *out, const AfCallback *callback)
{
  const AfType *type = callback->type;
  const AfType *result = type->target;

  /* what the test hands over may be an array of its own, which cannot be freed */
  if (callback->kind == AF_CALLBACK_RELEASE && callback->is_allocated) {
    g_string_append_printf (out, "    free((void *)a%d);\n", callback->block);
  } else if (callback->kind == AF_CALLBACK_RELEASE)
    g_string_append (out, "    static const void *released[64];\n    static unsigned n;\n\n"
                          "    for (unsigned i = 0; a0 && i < n; i++)\n"
                          "        ck_assert_msg(released[i] != a0, \"released twice\");\n"
                          "    if (n < 64)\n        released[n++] = a0;\n");
  if (result->kind == AF_TYPE_VOID)
    return;
  if (callback->kind == AF_CALLBACK_ALLOCATE) {
    g_autofree char *call = af_callback_allocation (callback, "");
    g_string_append_printf (out, "    return %s;\n", call);
    return;
  }
  if (!is_number (result)) {
    g_string_append_printf (out, "    static %s%snone;\n\n    return none;\n", result->spelling, af_text_gap (result));
    return;
  }
  switch (callback->kind) {
  case AF_CALLBACK_ORDER:
  case AF_CALLBACK_REVERSE:
  case AF_CALLBACK_LESS:
  case AF_CALLBACK_GREATER:
  case AF_CALLBACK_EQUAL:
    put_comparison (out, type, af_callback_of_order (callback->kind));
    return;
  case AF_CALLBACK_HASH:
    put_hash (out, type);
    return;
  case AF_CALLBACK_ZERO:
  case AF_CALLBACK_ONE:
    g_string_append_printf (out, "    return %d;\n", callback->kind == AF_CALLBACK_ONE);
    return;
  case AF_CALLBACK_ASK: /* what it asks changes nothing */
    g_string_append (out, "    return 1;\n");
    return;
  case AF_CALLBACK_FEW:
  case AF_CALLBACK_LATE:
    g_string_append_printf (out, "    static int turn;\n\n    return turn++ %s 2;\n",
                            callback->kind == AF_CALLBACK_FEW ? "<" : ">=");
    return;
  case AF_CALLBACK_SUM:
  case AF_CALLBACK_RELEASE:
  case AF_CALLBACK_ALLOCATE:
  case AF_CALLBACK_OF_MODULE:
    break;
  }
  g_string_append (out, "    unsigned long long sum = 0;\n\n");
  for (guint i = 0; i < type->params->len; i++)
    if (is_number (type->params->pdata[i]))
      g_string_append_printf (out, "    sum += (unsigned long long)(long long)a%u;\n", i);
  g_string_append_printf (out, "    return sum %% %u;\n", result->kind == AF_TYPE_BOOL ? 2u : 100u);
}

/* Whether the body of what frees or allocates names the parameter. */
static gboolean is_used (const AfCallback *callback, int i)
{
  if (callback->kind == AF_CALLBACK_RELEASE)
    return i == callback->block;
  return callback->kind == AF_CALLBACK_ALLOCATE
         && (i == callback->block || i == callback->size || i == callback->count);
}

/* A function for a function pointer: of its numbers, without effect. */
void af_text_put_callback (GString *out, const AfCallback *callback)
{
  const AfType *type = callback->type;
  const AfType *result = type->target;

  g_string_append_printf (out, "static %s%s%s(", result->spelling, af_text_gap (result), callback->symbol);
  for (guint i = 0; i < type->params->len; i++) {
    const AfType *param = type->params->pdata[i];

    g_string_append_printf (out, "%s%s%sa%u", i > 0 ? ", " : "", param->spelling, af_text_gap (param), i);
  }
  g_string_append (out, type->params->len == 0 ? "void)\n{\n" : ")\n{\n");
  for (guint i = 0; i < type->params->len; i++)
    if (is_used (callback, (int)i))
      continue;
    else if (!is_number (type->params->pdata[i]) || result->kind == AF_TYPE_VOID || callback->kind >= AF_CALLBACK_ZERO)
      g_string_append_printf (out, "    (void)a%u;\n", i);
  put_callback_body (out, callback);
  g_string_append (out, "}\n\n");
}
