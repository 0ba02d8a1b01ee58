#!/bin/bash
# The completions that make wrote, in the shells that are installed: completions.sh FOLDER, which has bash/, zsh/ and fish/.
# Prints what is wrong.
set -u
folder=$1

complete_bash() { # words...
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    "_${1//-/_}"
    echo "${COMPREPLY[*]}"
}

due() { # shell, what, due, got
    [ "$3" = "$4" ] || echo "$1: $2: '$4', not '$3'"
}

# The options of a filter that are not among the words.
missing() { # shell, filter, words
    local option words=" ${3//$'\n'/ } "
    for option in $("$2" --help | sed -nE 's/^  (-.,|   ) --([a-z-]+).*/\2/p'); do
        [[ $words == *" --$option"[\ =\[]* ]] || echo "$1: $2: --$option is missing"
    done
}

# ---- bash ----

for file in "$folder"/bash/nt-*; do
    # shellcheck source=/dev/null
    . "$file"
    tool=${file##*/}
    missing bash "$tool" "$(complete_bash "$tool" --)"
done
due bash 'an option begun' '--format=' "$(complete_bash nt-check --fo | tr ' ' '\n' | grep format)"
due bash 'words behind =' 'text json' "$(complete_bash nt-check --format =)"
due bash 'a word begun' json "$(complete_bash nt-check --format = js)"
due bash 'a notation' 'pgn' "$(complete_bash nt-conv -t p)"
due bash 'a variant' 'ajax-orthodox' "$(complete_bash nt-check -v ajax-o)"
due bash 'a limit' 'plies=' "$(complete_bash nt-check --limit = pl)"
due bash 'free text' '' "$(complete_bash nt-check --start = r)"
due bash 'a first word' 'list lint' "$(complete_bash nt-variant li)"
due bash 'a file' README.md "$(complete_bash nt-check READ)"

# ---- zsh: what is handed to _arguments ----

if command -v zsh >/dev/null; then
    for file in "$folder"/zsh/_nt-*; do
        tool=${file##*/_}
        specs=$(zsh -fc '_arguments() { print -rl -- "$@" }; nt-variant() { print chess }; . "$1"' zsh "$file" 2>&1)
        missing zsh "$tool" "${specs//\*--/ --}"
        due zsh "$tool: lines that are no specification" '' "$(grep -vE '^(-[sS]|\*-.*\[.*\].*|\*:.*|1:.*)$' <<<"$specs")"
        due zsh "$tool: the first line" "#compdef $tool" "$(head -n 1 "$file")"
    done
fi

# ---- fish ----

if command -v fish >/dev/null; then
    for file in "$folder"/fish/nt-*.fish; do
        tool=${file##*/}
        tool=${tool%.fish}
        found=$(fish --no-config -c ". $file; complete -C '$tool --'" 2>&1 | cut -f 1)
        missing fish "$tool" "$found"
    done
    due fish 'words behind =' '--format=json --format=text ' \
        "$(fish --no-config -c ". $folder/fish/nt-check.fish; complete -C 'nt-check --format='" | cut -f 1 | sort | tr '\n' ' ')"
    due fish 'a first word' 'lint list ' \
        "$(fish --no-config -c ". $folder/fish/nt-variant.fish; complete -C 'nt-variant li'" | cut -f 1 | sort | tr '\n' ' ')"
fi
