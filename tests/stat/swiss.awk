# Makes a tournament: -v players=8 -v rounds=5 -v seed=1 -v all=1 (each against each). Results and ratings by a small linear
# congruential generator; one game in nine ends 3/4-1/4 or the other way. Called by run.sh.
function next_number(bound) {
    state = (state * 1103515245 + 12345) % 2147483648
    return int(state / 65536) % bound
}
function result(    k) {
    k = next_number(9)
    return k < 3 ? "1-0" : k < 5 ? "0-1" : k < 7 ? "1/2-1/2" : k == 7 ? "3/4-1/4" : "1/4-3/4"
}
function game(round, a, b,    swap, end) {
    if ((a + b + round) % 2) { swap = a; a = b; b = swap }
    end = result()
    printf "[Event \"Made\"]\n[Round \"%d\"]\n[White \"P%02d\"]\n[Black \"P%02d\"]\n", round, a, b
    if (rating[a]) printf "[WhiteElo \"%d\"]\n", rating[a]
    if (rating[b]) printf "[BlackElo \"%d\"]\n", rating[b]
    printf "[Variant \"glinski\"]\n[Result \"%s\"]\n\n%s\n\n", end, end
}
BEGIN {
    state = seed
    for (i = 1; i <= players; i++) rating[i] = next_number(5) ? 1500 + next_number(900) : 0
    for (round = 1; round <= rounds; round++)
        for (i = 1; i <= players / 2; i++) # Berger's circle, the last one stands still
            game(round, i == 1 ? players : (round + i - 2) % (players - 1) + 1,
                 (round + 2 * players - i - 2 + (i == 1)) % (players - 1) + 1)
}
