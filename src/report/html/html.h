/* What the files of the page share. */
#pragma once

#include "report/stored.h"

/* The one style sheet and the one script; static. */
const char *af_html_style (void);
const char *af_html_script (void);
/* <NAME>TEXT</NAME>, the text escaped; @open may hold attributes: "td class=\"n\"". */
void af_html_element (GString *out, const char *open, const char *text);
/* The same of a word that terms.def explains to who points at it; without a row it stands alone. */
void af_html_term (GString *out, const char *open, const char *word);
/* A link to the element of the page that has this ID, and shows it. */
void af_html_link (GString *out, const char *id);
/* A unified diff as two columns, before and after. */
void af_html_sides (GString *out, const char *diff);
/* The lines of @fault's routine, and other hot ones, with their heat. */
void af_html_source (GString *out, const AfStored *stored, JsonObject *fault);
/* The behavioural model of each type. */
void af_html_behaviour (GString *out, const AfStored *stored);
/* The section of a fault. */
void af_html_fault (GString *out, const AfStored *stored, JsonObject *fault);
/* The section of a test that did not end in its time. */
void af_html_undecided (GString *out, JsonObject *undecided);
/* Its fixes. */
void af_html_fixes (GString *out, JsonObject *fault);
