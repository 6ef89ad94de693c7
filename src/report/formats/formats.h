/* The results in the forms that other programs read; each is made from results.json alone and owned by the caller. */
#pragma once

#include "report/stored.h"

/* SARIF 2.1.0: a result per fault, the calls of its test as code flow, each fix as replacements. */
char *af_format_sarif (const AfStored *stored);
/* JUnit XML: a suite for the module, a failed case per fault. */
char *af_format_junit (const AfStored *stored);
/* YAML for clang-apply-replacements: what one fix replaces. */
char *af_format_replacements (JsonObject *fix);
/* The page for people: html/. */
char *af_format_html (const AfStored *stored);
