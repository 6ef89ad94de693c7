# Completion for bash: commands, their options, faults and fixes of the last run.  What there is, the program says
# itself.

# What may stand after an option of $command, by `autofix help --list`: words, FILE, or nothing.
_autofix_values ()
{
  { "$program" help --list "$command"; "$program" help --list research; } 2> /dev/null |
    sed -n "s/^$1 \\(..*\\)/\\1/p" | head -1
}

# Those for research only where no other begins so.
_autofix_options ()
{
  local list
  list=$("$program" help --list "$command" 2> /dev/null | sed -n 's/^\(--[^ ]*\).*/\1/p')
  [ -n "$list" ] || list=$("$program" help "$command" 2> /dev/null | grep -o -- '--[a-z][a-z-]*' | sort -u)
  mapfile -t COMPREPLY < <(compgen -W "$list" -- "$current")
  case $command:${#COMPREPLY[@]} in
    run:0 | test:0)
      list=$("$program" help --list research 2> /dev/null | sed -n 's/^\(--[^ ]*\).*/\1/p')
      mapfile -t COMPREPLY < <(compgen -W "$list" -- "$current") ;;
  esac
}

_autofix_commands ()
{
  "$program" help 2> /dev/null | sed -n '/^  autofix/d;s/^  \([a-z][a-z]*\)  *.*/\1/p'
}

_autofix_ids ()
{
  "$program" show 2> /dev/null | grep -o '[FX]-[0-9a-f]\{6\}[-0-9]*' | sort -u
}

_autofix ()
{
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  local command=${COMP_WORDS[1]} program=${COMP_WORDS[0]} values=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_autofix_commands) --version --help" -- "$current")
    return
  fi
  case $previous in -?*) values=$(_autofix_values "$previous") ;; esac
  case $values in
    *FILE*) mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
    [a-z]*) mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current"); return ;;
    ?*) return ;;
  esac
  case $current in -*) _autofix_options; return ;; esac
  case $command in
    help) mapfile -t COMPREPLY < <(compgen -W "$(_autofix_commands) research" -- "$current") ;;
    mark) if [ "$COMP_CWORD" -eq 3 ]; then
        mapfile -t COMPREPLY < <(compgen -W "fixed invalid wontfix contract-wrong dup open" -- "$current")
      else
        mapfile -t COMPREPLY < <(compgen -W "$(_autofix_ids)" -- "$current")
      fi ;;
    show|apply|replay) mapfile -t COMPREPLY < <(compgen -W "$(_autofix_ids)" -- "$current") ;;
    *) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
  esac
}
complete -o filenames -F _autofix autofix
