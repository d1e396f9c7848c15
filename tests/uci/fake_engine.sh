#!/bin/sh
#
# fake_engine.sh LOG [KEY=VALUE...] - an engine that misbehaves to order
#
# It writes every line that it hears to LOG. The keys:
#
#     options=NAME;NAME   options to announce besides its own
#     on_uci, on_isready, on_go, on_stop, on_quit = what to do instead:
#         crash  die by a signal      exit    end with status 4, with a word
#         hang   never answer again   mute    do not answer to this
#         flood  many lines, then answer      late   answer after a while
#         close  close the output and stay
#         hold   answer at "stop"

log=$1
shift
options='' on_uci='' on_isready='' on_go='' on_stop='' on_quit=''
for pair; do
    case ${pair%%=*} in
    options|on_uci|on_isready|on_go|on_stop|on_quit)
        eval "${pair%%=*}=\${pair#*=}" ;;
    *) echo "fake_engine.sh: what is $pair?" >&2; exit 2 ;;
    esac
done
: >"$log"

# Does the order; true when nothing is left to answer.
misbehave() {
    case $1 in
    crash) kill -SEGV $$ ;;
    exit) echo "no more memory" >&2; exit 4 ;;
    hang) exec sleep 1000 ;;
    mute|hold) return 0 ;;
    flood)
        i=0
        while [ $i -lt 20000 ]; do
            echo "info depth $i nodes $i pv e2e4 e7e5 g1f3 b8c6 f1b5"
            i=$((i + 1))
        done
        return 1 ;;
    late) sleep 1.5; return 1 ;;
    close) exec sleep 1000 >&- ;;
    esac
    return 1
}

answer_uci() {
    echo "id name Fake"
    echo "option name Hash type spin default 16 min 1 max 64"
    IFS=';'
    for name in $options; do
        echo "option name $name type string default none"
    done
    unset IFS
    echo "uciok"
}

answer_go() {
    echo "info depth 1 pv a2a3"
    echo "bestmove a2a3"
}

while read -r word rest; do
    echo "$word${rest:+ $rest}" >>"$log"
    case $word in
    uci) misbehave "$on_uci" || answer_uci ;;
    isready) misbehave "$on_isready" || echo readyok ;;
    go) misbehave "$on_go" || answer_go ;;
    stop) misbehave "$on_stop" ||
          { [ "$on_go" != hold ] || answer_go; } ;;
    echo) echo "$rest" ;;
    quit) misbehave "$on_quit"; exit 0 ;;
    esac
done
