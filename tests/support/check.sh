# Sourced by suites that are shell scripts and have a scratch folder $work; they end with "$passed passed, $failed failed".
# shellcheck shell=bash
: "${work:?}"
passed=0
failed=0

# A command that must succeed; what it prints is shown only when it does not.
check() { # what, command...
    local what=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$what:"
        cat "$work/log"
    fi
}
