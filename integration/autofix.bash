# Completion for bash: commands, their options, faults and fixes of the last run.  What there is, the program says itself.
_autofix ()
{
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} program=${COMP_WORDS[0]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$("$program" help 2>/dev/null | sed -n '/^  autofix/d;s/^  \([a-z][a-z]*\)  *.*/\1/p') --version --help" -- "$current")
    return
  fi
  case $previous in
    --output|--history|--corpus|--with|--commands|-p) mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
    --color) mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$current"); return ;;
    --format) mapfile -t COMPREPLY < <(compgen -W "$("$program" help report 2>/dev/null | sed '1,/^Formats:/d;s/^  \([a-z][a-z]*\)  *.*/\1/')" -- "$current"); return ;;
    --sanitize) mapfile -t COMPREPLY < <(compgen -W "address,undefined none" -- "$current"); return ;;
    --dump|--stop-after) mapfile -t COMPREPLY < <(compgen -W "module test model trace predicates localize synthesize screen confirm" -- "$current"); return ;;
  esac
  case $current in
    -*) mapfile -t COMPREPLY < <(compgen -W "$("$program" help "$command" 2>/dev/null | grep -o -- '--[a-z][a-z-]*' | sort -u)" -- "$current"); return ;;
  esac
  case $command in
    help) mapfile -t COMPREPLY < <(compgen -W "$("$program" help 2>/dev/null | sed -n '/^  autofix/d;s/^  \([a-z][a-z]*\)  *.*/\1/p')" -- "$current") ;;
    mark) if [ "$COMP_CWORD" -eq 3 ]; then
        mapfile -t COMPREPLY < <(compgen -W "fixed invalid wontfix contract-wrong dup open" -- "$current")
      else
        mapfile -t COMPREPLY < <(compgen -W "$("$program" show 2>/dev/null | grep -o '[FX]-[0-9a-f]\{6\}[-0-9]*' | sort -u)" -- "$current")
      fi ;;
    show|apply|replay) mapfile -t COMPREPLY < <(compgen -W "$("$program" show 2>/dev/null | grep -o '[FX]-[0-9a-f]\{6\}[-0-9]*' | sort -u)" -- "$current") ;;
    *) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
  esac
}
complete -o filenames -F _autofix autofix
