/* A module as text, in a fixed order: for --dump=module and golden tests. */
#include "model/module.h"

static void dump_position (const AfModule *module, AfRange range, GString *text)
{
  const AfSource *source = af_module_source (module, range.file);
  if (!source)
    return;
  guint line, column;
  af_source_position (source, range.start, &line, &column);
  g_string_append_printf (text, " @%u:%u", line, column);
}

static void dump_type (const AfType *type, GString *text)
{
  static const char *const kinds[] = {
    [AF_TYPE_VOID] = "void",   [AF_TYPE_BOOL] = "bool",     [AF_TYPE_INT] = "int",
    [AF_TYPE_ENUM] = "enum",   [AF_TYPE_FLOAT] = "float",   [AF_TYPE_POINTER] = "pointer",
    [AF_TYPE_ARRAY] = "array", [AF_TYPE_RECORD] = "record", [AF_TYPE_FUNCTION] = "function",
    [AF_TYPE_OTHER] = "other"
  };
  g_string_append_printf (text, "type %u '%s' %s", type->id, type->spelling, kinds[type->kind]);
  if (type->bits)
    g_string_append_printf (text, " %s%u", type->is_signed ? "s" : "u", type->bits);
  if (type->target)
    g_string_append_printf (text, " of '%s'", type->target->spelling);
  if (type->kind == AF_TYPE_ARRAY)
    g_string_append_printf (text, " length %" G_GINT64_FORMAT, type->length);
  g_string_append_printf (text, "%s%s%s\n", type->is_const ? " const" : "", type->is_complete ? " complete" : "",
                          type->is_public ? " public" : "");
  for (guint i = 0; i < type->fields->len; i++) {
    const AfField *field = type->fields->pdata[i];
    g_string_append_printf (text, "  field %s : %s%s\n", field->name, field->type ? field->type->spelling : "?",
                            field->is_bitfield ? " bitfield" : "");
  }
  for (guint i = 0; i < type->enumerators->len; i++)
    g_string_append_printf (text, "  %s = %" G_GINT64_FORMAT "\n", (char *)type->enumerators->pdata[i],
                            g_array_index (type->enum_values, gint64, i));
}

static void dump_branches (const AfModule *module, const AfLocation *location, GString *text)
{
  if (!af_range_is_none (location->body)) {
    g_string_append (text, " body");
    dump_position (module, location->body, text);
  }
  if (location->has_else) {
    g_string_append (text, " else");
    dump_position (module, location->other, text);
  }
  if (location->jump != AF_JUMP_NONE)
    g_string_append_printf (text, " %s%s%s",
                            location->jump == AF_JUMP_BREAK      ? "break"
                            : location->jump == AF_JUMP_CONTINUE ? "continue"
                                                                 : "goto",
                            location->label ? " " : "", location->label ? location->label : "");
}

static void dump_location (const AfModule *module, const AfLocation *location, GString *text)
{
  g_string_append_printf (text, "  location %u %s", location->id, af_location_kind_name (location->kind));
  dump_position (module, location->range, text);
  if (location->expr)
    g_string_append_printf (text, " `%s`", location->expr->text);
  g_string_append (text, " ->");
  for (guint i = 0; i < location->next->len; i++)
    g_string_append_printf (text, " %u", g_array_index (location->next, guint, i));
  if (location->loop >= 0)
    g_string_append_printf (text, " loop %d", location->loop);
  dump_branches (module, location, text);
  g_string_append_printf (text, "%s%s%s", location->braced ? " braced" : "",
                          location->editable         ? " editable"
                          : location->is_whole       ? " whole"
                          : location->is_written_out ? " written-out"
                                                     : "",
                          location->has_label ? " label" : "");
  for (guint i = 0; i < location->scope->len; i++)
    g_string_append_printf (text, "%s%s", i ? " " : " scope ", ((const AfVariable *)location->scope->pdata[i])->name);
  g_string_append_c (text, '\n');
}

static void dump_label (const AfModule *module, const AfLabel *label, GString *text)
{
  g_string_append_printf (text, "  label %s",
                          label->name                       ? label->name
                          : label->kind == AF_LABEL_DEFAULT ? "default"
                                                            : "case");
  dump_position (module, label->range, text);
  g_string_append_c (text, '\n');
}

static void dump_source (guint i, const AfSource *source, GString *text)
{
  g_string_append_printf (text, "source %u %s\n", i, source->path);
  for (guint k = 0; k < source->includes->len; k++) {
    const AfInclude *include = source->includes->pdata[k];
    if (include->is_direct)
      g_string_append_printf (text, "  includes %s\n", include->name);
  }
}

static void dump_routine (const AfModule *module, const AfRoutine *routine, GString *text)
{
  g_string_append_printf (text, "routine %u %s : %s", routine->id, routine->name,
                          routine->result ? routine->result->spelling : "?");
  dump_position (module, routine->name_range, text);
  g_string_append_printf (text, "%s%s%s", routine->is_public ? " public" : "", routine->is_static ? " static" : "",
                          routine->is_query ? " query" : "");
  if (routine->invariant_of)
    g_string_append_printf (text, " invariant of '%s'", routine->invariant_of->spelling);
  if (routine->seen_as)
    g_string_append_printf (text, " seen as '%s'", routine->seen_as->spelling);
  if (routine->consumes >= 0)
    g_string_append_printf (text, " consumes %d", routine->consumes);
  if (routine->initialises >= 0)
    g_string_append_printf (text, " initialises %d", routine->initialises);
  if (routine->threads >= 0)
    g_string_append_printf (text, " threads %d%s", routine->threads, routine->starts ? " from null" : "");
  if (routine->skipped)
    g_string_append_printf (text, " skipped: %s", routine->skipped);
  g_string_append_c (text, '\n');
  for (guint i = 0; i < routine->variables->len; i++) {
    const AfVariable *variable = routine->variables->pdata[i];
    g_string_append_printf (text, "  %s %u %s : %s%s%s\n", variable->is_param ? "param" : "local", variable->id,
                            variable->name, variable->type ? variable->type->spelling : "?",
                            variable->seen_as ? " seen as " : "", variable->seen_as ? variable->seen_as->spelling : "");
  }
  for (guint i = 0; i < routine->labels->len; i++)
    dump_label (module, routine->labels->pdata[i], text);
  for (guint i = 0; i < routine->locations->len; i++)
    dump_location (module, routine->locations->pdata[i], text);
}

static void dump_clause (const AfModule *module, const AfClause *clause, GString *text)
{
  g_string_append_printf (text, "clause %u %s%s", clause->id, clause->is_assumed ? "assumed " : "",
                          af_clause_kind_name (clause->kind));
  if (clause->routine >= 0 && (guint)clause->routine < module->routines->len)
    g_string_append_printf (text, " of %s", ((const AfRoutine *)module->routines->pdata[clause->routine])->name);
  if (clause->location >= 0)
    g_string_append_printf (text, ":%d", clause->location);
  dump_position (module, clause->range, text);
  g_string_append_printf (text, " `%s`\n", clause->text);
}

char *af_module_dump (const AfModule *module)
{
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "module %s\n", module->name);
  for (guint i = 0; i < module->sources->len; i++)
    dump_source (i, module->sources->pdata[i], text);
  for (guint i = 0; i < module->headers->len; i++)
    g_string_append_printf (text, "header %s\n", (const char *)module->headers->pdata[i]);
  for (guint i = 0; i < module->types->len; i++)
    dump_type (module->types->pdata[i], text);
  for (guint i = 0; i < module->routines->len; i++)
    dump_routine (module, module->routines->pdata[i], text);
  for (guint i = 0; i < module->clauses->len; i++)
    dump_clause (module, module->clauses->pdata[i], text);
  for (guint i = 0; i < module->observers->len; i++)
    g_string_append_printf (text, "observer %s\n", ((const AfRoutine *)module->observers->pdata[i])->name);
  for (guint i = 0; i < module->constants->len; i++)
    g_string_append_printf (text, "constant %" G_GINT64_FORMAT "\n", g_array_index (module->constants, gint64, i));
  return g_string_free (text, FALSE);
}
