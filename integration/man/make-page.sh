#!/bin/sh
# Writes the man page of a command from what the program says itself.
#
#   make-page.sh AUTOFIX VERSION [COMMAND] > autofix-COMMAND.1
#   make-page.sh AUTOFIX VERSION research > autofix-research.1, the options that `autofix help research` lists
set -eu
autofix=$1 version=$2 command=${3-}
# a build that looks for leaks has its tests for that
ASAN_OPTIONS=detect_leaks=0
export ASAN_OPTIONS

# Text as roff takes it: no line begins with a dot, backslashes and hyphens are themselves.
quote() { sed -e 's/\\/\\e/g' -e "s/^\\([.']\\)/\\\\\&\\1/" -e 's/-/\\-/g'; }

# the third line of each help says it
meaning() { "$autofix" help "$1" | sed -n '3s/\.$//p'; }
list=$("$autofix" help | sed -n '/^  autofix/d;s/^  \([a-z][a-z]*\)  *.*/\1/p')
also="$list research"

page=autofix${command:+-$command}
printf '.TH %s 1 "" "autofix %s" "User Commands"\n.SH NAME\n' "$(echo "$page" | tr a-z A-Z)" "$version"
if [ -n "$command" ]; then
  echo "$page - $(meaning "$command")" | sed 's/ - / \\- /'
  printf '.SH SYNOPSIS\n.B autofix\n'
  "$autofix" help "$command" | sed -n '1s/^usage: autofix //p' | quote
  printf '.SH DESCRIPTION\n.nf\n'
  "$autofix" help "$command" | sed '1,2d' | quote
  printf '.fi\n'
else
  printf 'autofix \\- find faults in C modules with contracts, and repair them\n'
  printf '.SH SYNOPSIS\n.B autofix\n.I COMMAND\n[\\fIOPTION\\fR...]\n'
  printf '.SH DESCRIPTION\nContracts are statements at the head of a function body (autofix/contract.h).\n'
  printf 'autofix tests a module with random calls, finds where a contract breaks, tries changes against all tests,\n'
  printf 'and prints the patches that stand up, best first.\n'
  printf 'It never changes files unless told to.\n.SH COMMANDS\n'
  for name in $list; do
    [ "$name" = help ] || printf '.TP\n.B autofix %s\n%s; see autofix\\-%s(1)\n' "$name" "$(meaning "$name" | quote)" \
      "$name"
  done
  printf '.SH FILES\n.TP\n.I autofix.out\nresults of the last run\n'
  printf '.TP\n.I .autofix.conf\nmodules and budgets of the nights; see autofix\\-nightly(1)\n'
fi
printf '.SH EXIT STATUS\n'
printf '0 nothing found, 1 usage or configuration, 2 faults found,\n'
printf '3 the budget ended before the plan, a test is undecided,\n'
printf 'or nothing was found and a routine was never called,\n'
printf '4 the module does not build or its contracts are broken, 70 a mistake of autofix, 130 interrupted.\n'
printf '.SH SEE ALSO\n.BR autofix (1)'
for name in $also; do
  [ "$name" = help ] || [ "$name" = "$command" ] || printf ',\n.BR autofix\\-%s (1)' "$name"
done
printf '\n'
