/* style.css and script.js as text: make turns each of their lines into a string. */
#include "report/html/html.h"

static const char style[] =
#include "report/html/style.inc"
  ;

static const char script[] =
#include "report/html/script.inc"
  ;

const char *af_html_style (void)
{
  return style;
}

const char *af_html_script (void)
{
  return script;
}
