/* The results in the forms that people and other programs read; each is made from results.json alone. */
#pragma once

#include "report/report.h"

/* The functions of formats.def: the whole results as text, owned by the caller.  @style says how text for a terminal
 * looks; the others have no use for it. */
#define AF_OUTPUT_FORMAT(id, name, function, file, meaning)                                                            \
  char *function (const AfStored *stored, const AfTextStyle *style);
#include "report/formats/formats.def"
#undef AF_OUTPUT_FORMAT

/* The file beside results.json that holds @format; null where it has none. */
const char *af_format_file (AfFormat format);

/* YAML for clang-apply-replacements: what one fix replaces; owned by the caller. */
char *af_format_replacements (JsonObject *fix);
