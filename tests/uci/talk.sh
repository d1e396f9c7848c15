# talk.sh - a GUI that follows a script; to be sourced by bash
#
#     talk COMMAND... <<'END'
#     > go movetime 100
#     < bestmove
#     END
#
# A line "> TEXT" is said to COMMAND, "< PATTERN" waits for a line that starts
# so (a pattern of the shell), "| TEXT" writes TEXT without a line end, "#
# SECONDS" waits. What is said and heard is printed. At the end of the script
# COMMAND gets the end of its input, and the rest that it says is printed; its
# status becomes talk's.

hear() { # PATTERN
    local line
    while IFS= read -r -t 20 line <&"$from"; do
        printf '< %s\n' "$line"
        # shellcheck disable=SC2053 # a pattern is meant
        [[ $line == $1* ]] && return 0
    done
    printf '! nothing like "%s" came\n' "$1"
    return 1
}

talk() {
    local from to pid step line
    coproc GUI { "$@" 2>talk.err; }
    # Own numbers: bash closes its own when the other side ends.
    exec {from}<&"${GUI[0]}" {to}>&"${GUI[1]}"
    pid=$GUI_PID
    eval "exec ${GUI[1]}>&-"
    while IFS= read -r step; do
        case $step in
        '> '*) printf '%s\n' "$step"
               printf '%s\n' "${step#> }" 2>/dev/null >&"$to" || true ;;
        '< '*) hear "${step#< }" || break ;;
        '| '*) printf '%s\n' "$step"
               printf '%s' "${step#| }" >&"$to" ;;
        '# '*) sleep "${step#\# }" ;;
        esac
    done
    exec {to}>&-
    while IFS= read -r -t 20 line <&"$from"; do
        printf '< %s\n' "$line"
    done
    exec {from}<&-
    wait "$pid"
}
