# Asks the script what bash would ask it.
tabia help --completion bash >script
source ./script
complete_words() {
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _tabia
    echo "$*: ${COMPREPLY[*]}"
}
complete_words tabia ""
complete_words tabia pe
complete_words tabia perft --d
complete_words tabia show --
complete_words tabia help s
complete_words tabia help --completion ""
complete_words tabia show --fen x
complete_words tabia help ex
complete_words tabia convert --from ct
complete_words tabia convert x --to pol
complete_words tabia formats ab
complete_words tabia convert -O wei
complete_words tabia convert -O weight = u
