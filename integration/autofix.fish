# Completion for fish: commands, their options, faults and fixes of the last run.  What there is, the program says
# itself.

function __autofix_command
    set -l words (commandline -opc)
    test (count $words) -ge 2; and echo $words[2]
end

function __autofix_commands
    autofix help 2>/dev/null | sed -n '/^  autofix/d;s/^  \([a-z][a-z]*\)  *\(.*\)/\1\t\2/p'
end

function __autofix_ids
    autofix show 2>/dev/null | grep -o '[FX]-[0-9a-f]\{6\}[-0-9]*' | sort -u
end

function __autofix_options
    set -l command (__autofix_command)
    set -l options (autofix help --list $command 2>/dev/null | sed -n 's/^\(--[^ ]*\).*/\1/p')
    if test (count $options) -eq 0
        set options (autofix help $command 2>/dev/null | grep -o -- '--[a-z][a-z-]*' | sort -u)
    end
    printf '%s\n' $options
end

# What may stand after the option before the cursor.
function __autofix_values
    set -l words (commandline -opc)
    set -l values (begin; autofix help --list (__autofix_command); autofix help --list research; end 2>/dev/null |
        string replace -rf -- "^$words[-1] (.+)" '$1' | head -1)
    switch "$values"
        case '*FILE*'
            __fish_complete_path (commandline -ct)
        case '*'
            string split ' ' -- $values
    end
end

complete -c autofix -f
complete -c autofix -n 'test -z (__autofix_command)' -a '(__autofix_commands)'
complete -c autofix -n 'test -n (__autofix_command); and string match -q -- "-*" (commandline -ct)' \
    -a '(__autofix_options)'
complete -c autofix -n 'string match -q -- "-*" (commandline -opc)[-1]' -a '(__autofix_values)'
complete -c autofix -n 'contains -- (__autofix_command) show apply replay mark' -a '(__autofix_ids)'
complete -c autofix -n 'contains -- (__autofix_command) mark' -a 'fixed invalid wontfix contract-wrong dup open'
complete -c autofix -n 'contains -- (__autofix_command) help' -a '(__autofix_commands)'
complete -c autofix -n 'contains -- (__autofix_command) run test lint infer contracts nightly work merge learn tests cc judge' -F
