#!/bin/bash
# Makes the seeds of the fuzz targets from samples/ and tests/: seeds.sh FOLDER writes FOLDER/TARGET/NAME.
# shellcheck disable=SC2016 # $1 is an annotation
set -eu
export LC_ALL=C
cd "$(dirname "$0")/../.."
to=$1
for target in pgn gc alg coord uci json html xml zsg guess code pattern variant betza moves; do mkdir -p "$to/$target"; done

# What a reader leaves to its options: the last four bytes.
copy() { # target file
    local name=${2//\//_}
    [ "$(wc -c <"$2")" -gt 5000 ] || { cat "$2" && printf '\1\1\1\1'; } >"$to/$1/${name#tests_}"
}
for file in samples/*/*.pgn tests/cases/inputs/*.pgn tests/cases/pgn-edge/*.pgn; do copy pgn "$file"; done
for file in samples/*/*.gc; do copy gc "$file"; done
for file in samples/*/*.alg; do copy alg "$file"; done
for file in samples/*/*.jsonl; do [ ! -f "$file" ] || copy json "$file"; done
for file in samples/*/*.txt samples/*/*.gc tests/cases/inputs/*; do copy guess "$file"; done
printf '[Variant "crazyhouse"]\n\n1. e2-e4 d7-d5 2. e4xd5 (2. d2-d4 {why not} Q@e3) Qd8xd5 $1\n*\n\1\1\1\1' >"$to/coord/a"
printf 'e2e4 e7e5 g1f3 P@e6 e7e8q e1g1 0000\n\1\1\1\1' >"$to/uci/a"
printf 'position fen 4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1 moves e1g1 e8g8\n\1\1\1\1' >"$to/uci/b"
printf '{"tags":{"Event":"x","FEN":"4k3/8/8/8/8/8/8/4K2R w K -"},"moves":[{"move":"e1g1"},{"text":"Ke7","nags":[1],%s}]%s}\n\1\1\1\1' \
    '"comments":[{"text":"c"}],"variations":[[{"san":"Kd7"}]]' ',"result":"1-0"' >"$to/json/a"

for file in tests/golden/*/*/*.zsg tests/cases/inputs/*.zsg; do copy zsg "$file"; done

for file in samples/pages/*.html tests/golden/*/*/*.html; do copy html "$file"; done
seed() { printf '%s\1\1\1\1' "$3" >"$to/$1/$2"; } # target name text

page='<table><tr><th>Moves</th></tr><tr><td>1.</td><td>e4</td><td>e5</td></tr></table><ol start=2><li>P d2-d4 p d7-d5</ol>'
page+='<form><input name=game value=Chess><textarea name=moves>1. e4 e5</textarea></form>'
seed html a "$page"

xml='<?xml version="1.0" encoding="UTF-8"?><games version="1"><game number="1" line="1" offset="0" format="pgn" variant="chess" '
xml+='scores="1 0"><tag name="Event">a &amp; b</tag><tag name="Variant">chess</tag><move number="1" dots="1" line="1" column="1" '
xml+='player="white" move="e2-e4" uci="e2e4" san="e4">e4</move><nag glyph="true">1</nag><comment>c&#10;</comment><variation>'
xml+='<move>d4</move><comment rest-of-line="true">d</comment></variation><move>e5</move><abandoned><move>f4</move></abandoned>'
xml+='<number dots="1">2</number><escape>x</escape><result>1-0</result></game></games>'
seed xml a "$xml"
seed xml b '<games><game><move move="e2-e4"/><move uci="e7e5"/></games><games><game format="gc"><move>P e2-e4</move></game>'
seed xml c '<game format="alg"><tag name="Variant">ajax-orthodox</tag><move state="illegal"><![CDATA[e4]]></move></game>'

code() { # name variant form text
    printf "\\x$(printf %x "$2")\\x$3%s" "$4" >"$to/code/$1"
}
code a 0 0 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2'
code b 1 0 '1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 3 10'
code c 2 0 'r3k2r/8/8/8/8/3Q~4/8/R3K2R[QPpn] b KQkq - 0 1'
code d 2 1 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'
code e 3 2 'g1:K g10:k e4:P'
code f 4 0 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+2 0 1'
code g 8 1 '*rjmbqkbmjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJMBQKBMJR'
printf '\0\0rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w' >"$to/pattern/a"
printf '\0\1*/pppp*/?_!(QR)*/*/*/*/*/(^QR)*' >"$to/pattern/b"
printf '\2\2e1:K @:P e8:! a1:(QRn_)' >"$to/pattern/c"
printf '\0\3KRPkr+' >"$to/pattern/d"

for file in samples/*/*.variant tests/golden/*/*/*.variant; do cp "$file" "$to/variant/${file//\//_}"; done
n=0
for string in K Q R B N FfrlbrlRK FmWfceF fmWfcFifmnD WAND mRcpR zFF qN NN 'W[F-fsR]' mR4cB2 O3 'yafsF' 'cdK' 'F(fN)W' \
    'mQcgQ' 'jR' 'nA' 'afyafW' 'camQ' 'hW' 'ifmW2' 'fbR' 'vNsW' 'U' 'K[W-bK]' 'fs[R-B]'; do
    n=$((n + 1))
    printf '\0%s' "$string" >"$to/betza/s$n"
    printf '\1%s' "$string" >"$to/betza/h$n"
done
for n in $(seq 0 15); do # a variant each, and a fixed choice of moves
    awk -v n="$n" 'BEGIN { srand(n); printf "%c%c", n, 1; for (i = 0; i < 60; i++) printf "%c", 1 + int(rand() * 126) }' |
        sed '1s/^\(.\)./\1\x00/' >"$to/moves/$n"
done
