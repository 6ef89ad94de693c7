# AX_AUTOFIX
# ----------
# Looks for autofix, and defines `make autofix` in the Makefile.am that holds @AUTOFIX_RULES@:
#
#   configure.ac   AX_AUTOFIX
#   Makefile.am    AUTOFIX_MODULES = ring
#                  AUTOFIX_SOURCES_ring = $(srcdir)/ring.c
#                  @AUTOFIX_RULES@
#
# Substitutes AUTOFIX (the program), AUTOFIX_CFLAGS (the contract header), AUTOFIX_RULES.  Without autofix the project
# builds as long as it brings <autofix/contract.h> itself; `make autofix` then says what is missing.
# --with-autofix=PREFIX names the place.
AC_DEFUN([AX_AUTOFIX], [
AC_ARG_WITH([autofix], [AS_HELP_STRING([--with-autofix=PREFIX], [where autofix is installed])])
ax_autofix_path=$PATH
AS_IF([test -n "$with_autofix" && test "x$with_autofix" != xyes && test "x$with_autofix" != xno],
      [ax_autofix_path=$with_autofix/bin])
AS_IF([test "x$with_autofix" != xno], [AC_PATH_PROG([AUTOFIX], [autofix], [], [$ax_autofix_path])])
AUTOFIX_CFLAGS=
ax_autofix_mk=
AS_IF([test -n "$AUTOFIX"], [
  ax_autofix_prefix=`AS_DIRNAME(["$AUTOFIX"])`
  ax_autofix_prefix=`cd "$ax_autofix_prefix/.." && pwd`
  AUTOFIX_CFLAGS="-I$ax_autofix_prefix/include"
  ax_autofix_mk=$ax_autofix_prefix/share/autofix/autofix.mk])
AS_IF([test -n "$ax_autofix_mk" && test -f "$ax_autofix_mk"],
      [AUTOFIX_RULES="include $ax_autofix_mk"],
      [ax_autofix_why='autofix is not installed, or was not found by configure: --with-autofix=PREFIX'
       AUTOFIX_RULES="autofix:; @echo '$ax_autofix_why'; exit 1"])
AC_SUBST([AUTOFIX_CFLAGS])
AC_SUBST([AUTOFIX_RULES])
m4_ifdef([_AM_SUBST_NOTMAKE], [_AM_SUBST_NOTMAKE([AUTOFIX_RULES])])
])
