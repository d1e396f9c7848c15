#!/usr/bin/env bash
#
# check_completion.sh TABIA - the completion scripts complete
#
# bash is asked for its answers, fish too; zsh runs the script with functions
# in place of its own that print what they are given. A shell that is not
# installed is skipped.

set -euo pipefail
tabia=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

expect() { # SHELL WORDS WANTED GOT
    case $'\n'$4$'\n' in
    *$'\n'"$3"*) ;;
    *) printf '%s, %s: wanted %s, got:\n%s\n' "$@"; status=1 ;;
    esac
}

for shell in bash zsh fish; do
    "$tabia" help --completion "$shell" >"$work/$shell"
    [ -s "$work/$shell" ] || { echo "$shell: no script"; status=1; }
done

in_bash() { # WORD...
    bash -c 'source "$1"; shift
             COMP_WORDS=(tabia "$@"); COMP_CWORD=$#
             _tabia; printf "%s\n" "${COMPREPLY[@]}"' - "$work/bash" "$@"
}
expect bash "conv" convert "$(in_bash conv)"
expect bash "find --fr" --from "$(in_bash find --fr)"
expect bash "convert --to p" polyglot "$(in_bash convert --to p)"
expect bash "convert -O w" weight=score "$(in_bash convert -O w)"

if command -v fish >/dev/null; then
    in_fish() {
        fish -c 'source $argv[1]; complete -C $argv[2]' "$work/fish" "$1"
    }
    expect fish "conv" $'convert\t' "$(in_fish "tabia conv")"
    expect fish "find --fr" $'--from\t' "$(in_fish "tabia find --fr")"
    expect fish "convert --to p" polyglot "$(in_fish "tabia convert --to p")"
    expect fish "convert -O w" weight=score "$(in_fish "tabia convert -O w")"
    expect fish "bkc -no" -nostop "$(in_fish "tabia bkc -no")"
else
    echo "fish: skipped"
fi

if command -v zsh >/dev/null; then
    in_zsh() { # WORD...
        zsh -f -c 'script=$1; shift
                   _describe() { print -l -- $verbs }
                   _arguments() { print -l -- "$@" }
                   words=(tabia "$@") CURRENT=$(( $# + 1 ))
                   source $script' - "$work/zsh" "$@"
    }
    expect zsh "conv" convert: "$(in_zsh conv)"
    expect zsh "find --fr" '--from[' "$(in_zsh find --fr)"
    expect zsh "convert -O" '*-O[' "$(in_zsh convert -O)"
    expect zsh "help" '*:verb:(' "$(in_zsh help x)"
else
    echo "zsh: skipped"
fi
exit $status
