#!/bin/sh
# Writes the completions of a filter for bash, zsh or fish to standard output: completions.sh SHELL NAME <HELP. HELP is what the
# filter prints with --help, which it makes from its tables of options. Called by the Makefile.
set -eu

awk -v shell="$1" -v tool="$2" '
function quoted(text) { gsub(/\047/, "\047\\\047\047", text); return "\047" text "\047" }

# The words that an argument can be: a|b, or what the help lists behind a colon, each the last word of its part.
function words_of(argument, help,    parts, words, n, i, k, last) {
    if (argument ~ /^[a-z]+(\|[a-z]+)*$/) { gsub(/\|/, " ", argument); return argument }
    if (argument == "NOTATION") return "@notations"
    if (argument == "NAME=VALUE") return "@limits"
    if (argument !~ /^(WHEN|FORM|WHERE|WHAT|LANG|SCHEME)$/) return ""
    gsub(/ *\([^)]*\)/, "", help)
    sub(/^.*: /, "", help)
    n = split(help, parts, /, /)
    for (i = 1; n > 1 && i <= n; i++) {
        k = split(parts[i], last, " ")
        if (last[k] ~ /^[a-z-]+$/) words = words (words == "" ? "" : " ") last[k]
    }
    return words
}

# What may stand there: words; file, folder, variant; or anything.
function kind_of(i) {
    if (argument[i] == "") return "none"
    if (argument[i] == "FILE") return "file"
    if (argument[i] == "DIR") return "folder"
    if (name[i] == "variant") return "variant"
    return words[i] == "" ? "any" : "words"
}

/^Usage: / { operands = $0; sub(/^Usage: [^ ]* \[OPTION...\] ?/, "", operands); next }
/^Notations: / { notations = substr($0, 12); next }
/^Limits: / { limits = substr($0, 9); gsub(/ |$/, "= ", limits); sub(/ $/, "", limits); next }
/^  (-.,|   ) --/ {
    n++
    letter[n] = $1 ~ /^-.,$/ ? substr($1, 2, 1) : ""
    line = substr($0, 9)
    match(line, /^[a-z-]+/)
    name[n] = substr(line, 1, RLENGTH)
    line = substr(line, RLENGTH + 1)
    argument[n] = ""
    if (line ~ /^=/) { match(line, /^=[^ ]+/); argument[n] = substr(line, 2, RLENGTH - 1); line = substr(line, RLENGTH + 1) }
    sub(/^ +/, "", line)
    help[n] = line
    next
}
/^               / { if (help[n] == "") { help[n] = $0; sub(/^ +/, "", help[n]) } }

END {
    for (i = 1; i <= n; i++) {
        words[i] = words_of(argument[i], help[i])
        if (words[i] == "@notations") words[i] = notations
        if (words[i] == "@limits") words[i] = limits
        kind[i] = kind_of(i)
    }
    k = split(operands, parts, / \| /)
    for (i = 1; i <= k; i++) {
        split(parts[i], word, " ")
        if (word[1] ~ /^[a-z]+$/) verbs = verbs (verbs == "" ? "" : " ") word[1]
    }
    files = operands ~ /FILE/
    if (shell == "bash") bash()
    if (shell == "zsh") zsh()
    if (shell == "fish") fish()
}

function reply(generator) { return "COMPREPLY=($(compgen " generator " -- \"$cur\"))" }

function bash(    i, all, free, function_name, what) {
    function_name = "_" tool
    gsub(/-/, "_", function_name)
    print "# Completions of " tool " for bash. Made from its --help."
    print "# shellcheck shell=bash disable=SC2207"
    print function_name "() {"
    print "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}"
    print "    COMPREPLY=()"
    print "    if [ \"$prev\" = = ]; then prev=${COMP_WORDS[COMP_CWORD - 2]}; elif [ \"$cur\" = = ]; then cur=; fi"
    print "    case $prev in"
    for (i = 1; i <= n; i++) {
        all = all (i > 1 ? " " : "") "--" name[i] (kind[i] == "none" ? "" : "=") (letter[i] == "" ? "" : " -" letter[i])
        if (kind[i] == "none") continue
        what = ""
        if (kind[i] == "any") {
            free = free (free == "" ? "" : " | ") (letter[i] == "" ? "" : "-" letter[i] " | ") "--" name[i]
            continue
        }
        if (kind[i] == "words") what = reply("-W " quoted(words[i])) "; "
        if (words[i] ~ /=/) what = what "compopt -o nospace 2>/dev/null; "
        if (kind[i] == "file") what = reply("-f") "; "
        if (kind[i] == "folder") what = reply("-d") "; "
        if (kind[i] == "variant") what = reply("-W \"$(nt-variant list 2>/dev/null | cut -f 1)\"") "; "
        print "    " (letter[i] == "" ? "" : "-" letter[i] " | ") "--" name[i] ") " what "return ;;"
    }
    if (free != "") print "    " free ") return ;;"
    print "    esac"
    print "    if [[ $cur == -* ]]; then"
    print "        " reply("-W " quoted(all))
    print "        if [[ ${COMPREPLY[0]-} == *= ]]; then compopt -o nospace 2>/dev/null; fi"
    print "        return"
    print "    fi"
    if (verbs != "") print "    if [ \"$COMP_CWORD\" -eq 1 ]; then " reply("-W " quoted(verbs)) "; return; fi"
    if (files) print "    " reply("-f")
    print "}"
    print "complete -o filenames -F " function_name " " tool
}

function zsh_text(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/\[/, "\\\\[", text)
    gsub(/\]/, "\\\\]", text)
    gsub(/:/, "\\\\:", text)
    return text
}

function zsh(    i, spec, sign) {
    print "#compdef " tool
    print "# Completions of " tool " for zsh. Made from its --help."
    print "_arguments -s -S \\"
    for (i = 1; i <= n; i++) {
        sign = kind[i] == "none" ? "" : "="
        spec = "[" zsh_text(help[i]) "]"
        if (sign != "") spec = spec ":" zsh_text(argument[i]) ":"
        if (kind[i] == "words") spec = spec "(" words[i] ")"
        if (kind[i] == "file") spec = spec "_files"
        if (kind[i] == "folder") spec = spec "_files -/"
        spec = quoted(spec)
        if (kind[i] == "variant") spec = spec "\"(${(f)$(nt-variant list 2>/dev/null | cut -f 1)})\""
        if (letter[i] == "") print "    " quoted("*--" name[i] sign) spec " \\"
        else print "    \047*\047{-" letter[i] (sign == "" ? "" : "+") ",--" name[i] sign "}" spec " \\"
    }
    if (verbs != "") print "    \0471:what:(" verbs ")\047 \\"
    print "    " (files ? "\047*:file:_files\047" : "\047*:operand:\047")
}

function fish(    i, line, text) {
    print "# Completions of " tool " for fish. Made from its --help."
    for (i = 1; i <= n; i++) {
        line = "complete -c " tool (letter[i] == "" ? "" : " -s " letter[i]) " -l " name[i]
        if (kind[i] == "file" || kind[i] == "folder") line = line " -r"
        else if (kind[i] != "none") line = line " -x"
        if (kind[i] == "words") line = line " -a " quoted(words[i])
        if (kind[i] == "folder") line = line " -a \047(__fish_complete_directories)\047"
        if (kind[i] == "variant") line = line " -a \047(nt-variant list 2>/dev/null | cut -f 1)\047"
        text = help[i]
        gsub(/\\/, "\\\\", text)
        gsub(/\047/, "\\\047", text)
        print line " -d \047" text "\047"
    }
    if (verbs != "") print "complete -c " tool " -n __fish_is_first_token -x -a \047" verbs "\047"
    if (!files) print "complete -c " tool " -f"
}
'
