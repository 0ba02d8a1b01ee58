# Tie-breaks worked out a second time, from the lines `[Tag "value"]` of PGN alone and straight after their definitions: for each
# player every number is a loop over all games. Writes the rows of `nt-stat -t csv --tie-breaks=...` in the order of names:
# player,games,won,shared,lost,points, then wins, sonneborn-berger, buchholz, cut1, cut2, median, median2, koya, progressive,
# performance. Called by run.sh.
function value(line) {
    sub(/^\[[A-Za-z]+ "?/, "", line)
    sub(/"?\].*$/, "", line)
    return line
}
function score(text, side,    parts, over) {
    if (text == "1/2") text = "1/2-1/2"
    split(text, parts, "-")
    if (index(parts[side], "/")) { split(parts[side], over, "/"); return over[1] / over[2] }
    return parts[side] + 0
}
function add() {
    if (result == "" || result == "*" || white == "" || black == "") return
    n++
    p[n, 1] = white; p[n, 2] = black
    s[n, 1] = score(result, 1); s[n, 2] = score(result, 2)
    e[n, 1] = white_elo; e[n, 2] = black_elo
    r[n] = round + 0
    if (r[n] > rounds) rounds = r[n]
    for (i = 1; i <= 2; i++) {
        name = p[n, i]
        names[name] = 1
        games[name]++
        points[name] += s[n, i]
        won[name] += s[n, i] == 1
        lost[name] += s[n, i] == 0
    }
}
function decimal(x,    text) {
    text = sprintf("%.4f", x + (x >= 0 ? 1e-9 : -1e-9))
    sub(/0+$/, "", text)
    sub(/\.$/, "", text)
    return text
}
# The points of all opponents in rising order, into o; returns how many.
function opponents(name,    g, i, k, count, swap) {
    count = 0
    for (g = 1; g <= n; g++)
        for (i = 1; i <= 2; i++)
            if (p[g, i] == name) o[++count] = points[p[g, 3 - i]]
    for (i = 2; i <= count; i++)
        for (k = i; k > 1 && o[k] < o[k - 1]; k--) { swap = o[k]; o[k] = o[k - 1]; o[k - 1] = swap }
    return count
}
function buchholz(name, low, high,    count, i, sum) {
    count = opponents(name)
    sum = 0
    for (i = 1 + low; i <= count - high; i++) sum += o[i]
    return sum
}
function sonneborn(name,    g, i, sum) {
    for (g = 1; g <= n; g++)
        for (i = 1; i <= 2; i++)
            if (p[g, i] == name) sum += s[g, i] * points[p[g, 3 - i]]
    return sum + 0
}
function koya(name,    g, i, other, sum) {
    for (g = 1; g <= n; g++)
        for (i = 1; i <= 2; i++) {
            other = p[g, 3 - i]
            if (p[g, i] == name && points[other] * 2 >= games[other]) sum += s[g, i]
        }
    return sum + 0
}
function progressive(name,    round, g, i, sum, so_far) {
    for (round = 1; round <= rounds; round++) {
        for (g = 1; g <= n; g++)
            for (i = 1; i <= 2; i++)
                if (p[g, i] == name && r[g] == round) so_far += s[g, i]
        sum += so_far
    }
    return sum + 0
}
# dp of p in per cent, by the inverse of the table FIDE Handbook B.02 8.1.1, whose rows for p below 50 mirror those above.
function dp(p) { return p >= 50 ? table[p] : -table[100 - p] }
function performance(name,    g, i, ratings, got, count) {
    for (g = 1; g <= n; g++)
        for (i = 1; i <= 2; i++)
            if (p[g, i] == name && e[g, 3 - i] > 0) { ratings += e[g, 3 - i]; got += s[g, i]; count++ }
    if (!count) return ""
    return int(ratings / count + 0.5) + dp(int(100 * got / count + 0.5 + 1e-9))
}
BEGIN {
    rows = "50 0 51 7 52 14 53 21 54 29 55 36 56 43 57 50 58 57 59 65 60 72 61 80 62 87 63 95 64 102 65 110 66 117 67 125 " \
           "68 133 69 141 70 149 71 158 72 166 73 175 74 184 75 193 76 202 77 211 78 220 79 230 80 240 81 251 82 262 83 273 " \
           "84 284 85 296 86 309 87 322 88 336 89 351 90 366 91 383 92 401 93 422 94 444 95 470 96 501 97 538 98 589 99 677 " \
           "100 800"
    count = split(rows, cell, " ")
    for (i = 1; i < count; i += 2) table[cell[i]] = cell[i + 1]
}
function begin() {
    if (white != "") add()
    white = black = result = round = ""
    white_elo = black_elo = 0
}
/^\[Event / { begin() }
/^\[White / { if (white != "") begin(); white = value($0) }
/^\[Black / { black = value($0) }
/^\[Result / { result = value($0) }
/^\[Round / { round = value($0) }
/^\[WhiteElo / { white_elo = value($0) }
/^\[BlackElo / { black_elo = value($0) }
END {
    add()
    for (name in names) {
        row = name "," games[name] "," won[name] + 0 "," games[name] - won[name] - lost[name] "," lost[name] + 0
        row = row "," decimal(points[name]) "," won[name] + 0 "," decimal(sonneborn(name))
        row = row "," decimal(buchholz(name, 0, 0)) "," decimal(buchholz(name, 1, 0)) "," decimal(buchholz(name, 2, 0))
        row = row "," decimal(buchholz(name, 1, 1)) "," decimal(buchholz(name, 2, 2)) "," decimal(koya(name))
        print row "," (rounds ? decimal(progressive(name)) : "") "," performance(name) | "sort"
    }
}
