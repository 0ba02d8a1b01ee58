# GNU make. Everything that is built goes to $(BUILD); sources are found by wildcard, so a new file needs no edit here.
#
#   make               the filters in build/bin, the library, the manual pages
#   make check         all fast tests (under two minutes); check-full: with all of ../shared, with sanitizers, without vectors
#   make fuzz          runs the fuzzers, SECONDS=60 for each target
#   make cov           how much of the library the tests run: lines and branches
#   make mutation      small faults put into the library: how many of them do the tests notice
#   make planted       a fault of each kind put into a copy: does the check that claims to catch it
#   make analyse       valgrind, MemorySanitizer, ThreadSanitizer, clang-tidy: what takes longer than lint
#   make bench         speed of the filters on this machine
#   make lint          layers, symbols, messages, manual pages, scripts, static analysis
#   make demo          checks, replays and converts real logs
#   make install       into $(DESTDIR)$(PREFIX)
#   make dist          a source archive; make package: Debian packages; make release: both and more, tested
#
# CC, CFLAGS, LDFLAGS and BUILD may be given; WERROR=1 makes warnings errors.

VERSION := $(shell sed -n 's/^\#define NT_VERSION "\(.*\)"/\1/p' libnotation/notation.h)
MAJOR   := $(firstword $(subst ., ,$(VERSION)))
BUILD   ?= build
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
CC      := $(if $(filter default,$(origin CC)),gcc,$(CC))
CFLAGS  ?= -O2 -g
INSTALL ?= install

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wformat=2 -Wstrict-prototypes \
            -Wmissing-prototypes -Wvla -Wwrite-strings $(if $(WERROR),-Werror)

# Hardening, as far as the compiler knows it; all of it together costs perft and nt-conv less than 3 %. Zeroing of automatic
# variables would cost more: a move generator keeps its lists on the stack. A sanitizer build turns it off with HARDEN=.
accepted  = $(shell printf 'int x;' | $(CC) -O2 -Werror $(1) -x c -c -o /dev/null - 2>/dev/null && echo '$(1)')
HARDEN   := -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -fstack-protector-strong -fno-common -fno-strict-overflow \
            $(call accepted,-fno-delete-null-pointer-checks) $(call accepted,-fstack-clash-protection) \
            $(call accepted,-fcf-protection=full)
HARDEN_LD := -Wl,-z,relro,-z,now,-z,noexecstack,-z,separate-code -Wl,--as-needed
NO_INTERPOSE := $(call accepted,-fno-semantic-interposition)

# Where it is built leaves no trace: two builds have the same bytes.
BASE_FLAGS = -std=c17 -D_POSIX_C_SOURCE=200809L -ffile-prefix-map=$(CURDIR)=. $(WARNINGS) $(HARDEN) $(CFLAGS) $(CPPFLAGS) -MMD -MP
LIB_FLAGS  = -Ilibnotation -fPIC -fvisibility=hidden $(NO_INTERPOSE) $(call pkg,--cflags,$(packages) $(loaded))
packages   = jansson zlib libzstd liblzma
loaded     = libxml-2.0 # not linked: formats/xml_library.h
pkg        = $(shell pkg-config $(1) $(2))
LIBS       = $(call pkg,--libs,$(packages)) -lbz2
TOOL_LIBS  = $(call pkg,--libs,libpcre2-8 sqlite3) -lm

lib_sources  := $(wildcard libnotation/*/*.c)
lib_objects  := $(lib_sources:%.c=$(BUILD)/%.o) $(BUILD)/variants_data.o $(BUILD)/page_data.o
page         := $(addprefix libnotation/formats/html/,page.html page.css page.js)
variants     := $(sort $(wildcard libnotation/variants/*.variant))
tool_names   := $(sort $(basename $(notdir $(wildcard tools/nt-*.c))))
tool_objects := $(patsubst %.c,$(BUILD)/%.o,$(filter-out tools/nt-%,$(wildcard tools/*.c)))
tool_library := $(BUILD)/tools/libtools.a
tools        := $(tool_names:%=$(BUILD)/bin/%)
unit_objects := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/unit/*.c))
unit_tests   := $(BUILD)/tests/unit/main
proofs       := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/perft/*.c tests/oracle/*.c tests/games/*.c tests/roundtrip/*.c \
                tests/database/*.c))
trust        := $(addprefix $(BUILD)/tests/,fault/sweep fault/shim.so fuzz/replay sandbox/probe.so hostile/hostile \
                threads/threads)
support      := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/support/*.c))
fuzz_objects := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/fuzz/*.c)) $(support)
pages        := $(patsubst %,$(BUILD)/%,$(wildcard man/*.[1-9]))
completions  := $(foreach tool,$(tool_names),$(addprefix $(BUILD)/completions/,bash/$(tool) zsh/_$(tool) fish/$(tool).fish))
static       := $(BUILD)/libnotation.a
soname       := libnotation.so.$(MAJOR)
shared       := $(BUILD)/libnotation.so.$(VERSION)

.PHONY: all library tests programs setup check check-full fuzz cov mutation planted analyse lint bench demo install uninstall dist package \
        release clean
.DELETE_ON_ERROR:
.SECONDARY:

all: $(tools) library $(pages) $(completions)
library: $(static) $(shared)
tests: all programs
programs: $(tools) $(unit_tests) $(proofs) $(trust) # what a change of the library is tested with

# ---- the library ----

$(BUILD)/libnotation/%.o: libnotation/%.c
	@mkdir -p $(@D)
	$(CC) $(BASE_FLAGS) $(LIB_FLAGS) -c -o $@ $<

$(BUILD)/variants_data.c: $(variants) tools/build/variants.sh tools/build/embed.sh libnotation/variants
	@mkdir -p $(@D)
	tools/build/variants.sh $(variants) > $@

$(BUILD)/page_data.c: $(page) tools/build/page.sh tools/build/embed.sh
	@mkdir -p $(@D)
	tools/build/page.sh $(page) > $@

$(BUILD)/%_data.o: $(BUILD)/%_data.c
	$(CC) $(BASE_FLAGS) $(LIB_FLAGS) -c -o $@ $<

$(static): $(lib_objects)
	rm -f $@
	$(AR) rcs $@ $^

$(shared): $(lib_objects)
	$(CC) -shared -Wl,-soname,$(soname) -Wl,-z,defs $(CFLAGS) $(HARDEN_LD) $(LDFLAGS) -o $@ $^ $(LIBS)
	ln -sf $(@F) $(BUILD)/$(soname)
	ln -sf $(soname) $(BUILD)/libnotation.so

# ---- the filters and their pages ----

$(BUILD)/tools/%.o: tools/%.c
	@mkdir -p $(@D)
	$(CC) $(BASE_FLAGS) -fPIE -Ilibnotation -I. $(call pkg,--cflags,libpcre2-8 sqlite3) -c -o $@ $<

# An archive, so that a filter has of it what it uses: only nt-grep is linked with PCRE2,
# and only nt-conv with SQLite.
$(tool_library): $(tool_objects)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/bin/%: $(BUILD)/tools/%.o $(tool_library) $(static)
	@mkdir -p $(@D)
	$(CC) -pie $(CFLAGS) $(HARDEN_LD) $(LDFLAGS) -o $@ $^ $(LIBS) $(TOOL_LIBS)

$(BUILD)/man/%: man/% $(wildcard man/options/*) libnotation/base/diag.def libnotation/notation.h tools/build/man.sh
	@mkdir -p $(@D)
	tools/build/man.sh libnotation $< > $@

$(BUILD)/completions/bash/%: $(BUILD)/bin/% tools/build/completions.sh
	@mkdir -p $(@D)
	$< --help | tools/build/completions.sh bash $* > $@

$(BUILD)/completions/zsh/_%: $(BUILD)/bin/% tools/build/completions.sh
	@mkdir -p $(@D)
	$< --help | tools/build/completions.sh zsh $* > $@

$(BUILD)/completions/fish/%.fish: $(BUILD)/bin/% tools/build/completions.sh
	@mkdir -p $(@D)
	$< --help | tools/build/completions.sh fish $* > $@

# ---- tests: tests/unit is one program; each test_NAME.c of it offers NAME_suite ----

$(BUILD)/tests/unit/suites.def: $(wildcard tests/unit/*.c) tests/unit
	@mkdir -p $(@D)
	printf 'SUITE(%s)\n' $(patsubst tests/unit/test_%.c,%,$(wildcard tests/unit/test_*.c)) > $@

$(BUILD)/tests/unit/%.o: tests/unit/%.c $(BUILD)/tests/unit/suites.def
	$(CC) $(BASE_FLAGS) -Ilibnotation -I$(BUILD)/tests/unit $(call pkg,--cflags,check) -c -o $@ $<

$(unit_tests): $(unit_objects) $(static)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS) $(call pkg,--libs,check)

$(BUILD)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(CC) $(BASE_FLAGS) -Ilibnotation -Itests $(call pkg,--cflags,$(packages)) -c -o $@ $<

$(proofs): $(BUILD)/%: $(BUILD)/%.o $(static)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(LIBS)

# Programs over tests/support, and what is preloaded into filters.
$(addprefix $(BUILD)/tests/,fault/sweep hostile/hostile threads/threads): $(BUILD)/%: $(BUILD)/%.o $(support) $(static)
	$(CC) $(CFLAGS) -pthread $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(LIBS)

$(BUILD)/tests/%.so: tests/%.c
	@mkdir -p $(@D)
	$(CC) -std=c17 $(WARNINGS) -O2 -fPIC -shared -o $@ $<

$(BUILD)/tests/fuzz/replay: $(fuzz_objects) $(static)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(LIBS)

$(BUILD)/tests/fuzz/fuzz: $(filter-out %/main.o,$(fuzz_objects)) $(static)
	$(CC) $(CFLAGS) -fsanitize=fuzzer $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(LIBS)

# make fuzz SECONDS=60 [TARGETS='pgn moves']: so long for each target.
fuzz:
	@+$(MAKE) --no-print-directory $(BUILD)/fuzz/tests/fuzz/fuzz BUILD=$(BUILD)/fuzz HARDEN= CC=clang \
	    CFLAGS='-O2 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined -fno-sanitize-coverage=trace-cmp'
	@BUILD=$(BUILD)/fuzz tests/fuzz/fuzz.sh '$(or $(SECONDS),60)' $(TARGETS)

# Filters write what they have covered from within: the sandbox would keep them from it.
cov: setup
	@+$(MAKE) --no-print-directory tests BUILD=$(BUILD)/cov HARDEN= CFLAGS='-O0 -g --coverage -fprofile-update=atomic'
	@find $(BUILD)/cov -name '*.gcda' -delete
	@NT_NO_SANDBOX=1 BUILD=$(BUILD)/cov tests/run.sh
	@BUILD=$(BUILD)/cov tests/coverage/report.sh

mutation: setup
	@BUILD=$(BUILD) CC='$(CC)' tests/mutation/mutate.sh $(MUTANTS)

planted: setup
	@BUILD=$(BUILD) tests/planted/planted.sh

analyse: setup
	@+$(MAKE) --no-print-directory tests
	@BUILD=$(BUILD) tests/analyse/analyse.sh

setup:
	@tools/build/setup.sh

check: setup
	@+$(MAKE) --no-print-directory tests
	@BUILD=$(BUILD) tests/run.sh

check-full: setup
	@+$(MAKE) --no-print-directory tests
	@FULL=1 BUILD=$(BUILD) tests/run.sh
	@+$(MAKE) --no-print-directory tests BUILD=$(BUILD)/san HARDEN= \
	    CFLAGS='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer'
	@BUILD=$(BUILD)/san tests/run.sh
	@+$(MAKE) --no-print-directory tests BUILD=$(BUILD)/narrow CFLAGS='-O2 -g -DNT_NARROW'
	@BUILD=$(BUILD)/narrow tests/run.sh

lint: setup
	@+$(MAKE) --no-print-directory all
	@BUILD=$(BUILD) CC='$(CC)' tests/lint/run.sh

bench: setup
	@+$(MAKE) --no-print-directory all
	@BUILD=$(BUILD) tests/bench/run.sh

demo: setup
	@+$(MAKE) --no-print-directory all
	@BUILD=$(BUILD) samples/demo.sh

# ---- installation ----

bindir     = $(DESTDIR)$(PREFIX)/bin
libdir     = $(DESTDIR)$(LIBDIR)
mandir     = $(DESTDIR)$(PREFIX)/share/man
includedir = $(DESTDIR)$(PREFIX)/include
bashdir    = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
zshdir     = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
fishdir    = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
sharedir   = $(DESTDIR)$(PREFIX)/share/notation

install: all
	$(INSTALL) -d $(bindir) $(libdir)/pkgconfig $(includedir) $(bashdir) $(zshdir) $(fishdir) $(sharedir)
	$(INSTALL) -m 644 libnotation/formats/notation.rng $(sharedir)
	$(INSTALL) -m 644 $(filter $(BUILD)/completions/bash/%,$(completions)) $(bashdir)
	$(INSTALL) -m 644 $(filter $(BUILD)/completions/zsh/%,$(completions)) $(zshdir)
	$(INSTALL) -m 644 $(filter $(BUILD)/completions/fish/%,$(completions)) $(fishdir)
	$(INSTALL) -m 755 $(tools) $(bindir)
	$(INSTALL) -m 644 $(static) $(shared) $(libdir)
	ln -sf $(notdir $(shared)) $(libdir)/$(soname)
	ln -sf $(soname) $(libdir)/libnotation.so
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|' -e 's|@VERSION@|$(VERSION)|' \
	    tools/build/notation.pc.in > $(libdir)/pkgconfig/notation.pc
	$(INSTALL) -m 644 libnotation/notation.h $(includedir)
	for page in $(pages); do section=$(mandir)/man$${page##*.}; \
	    $(INSTALL) -d $$section && $(INSTALL) -m 644 $$page $$section || exit; done

uninstall:
	rm -f $(tool_names:%=$(bindir)/%) $(libdir)/libnotation.a $(libdir)/libnotation.so* $(libdir)/pkgconfig/notation.pc
	rm -f $(includedir)/notation.h $(sharedir)/notation.rng
	rm -f $(tool_names:%=$(bashdir)/%) $(tool_names:%=$(zshdir)/_%) $(tool_names:%=$(fishdir)/%.fish)
	for page in $(notdir $(pages)); do rm -f $(mandir)/man$${page##*.}/$$page; done

dist:
	@mkdir -p $(BUILD)
	git archive --prefix=notation-$(VERSION)/ HEAD | gzip -n -9 > $(BUILD)/notation-$(VERSION).tar.gz

# In a copy, so that nothing of it is left here.
package: dist
	rm -rf $(BUILD)/package && mkdir -p $(BUILD)/package
	tar -xzf $(BUILD)/notation-$(VERSION).tar.gz -C $(BUILD)/package
	cd $(BUILD)/package/notation-$(VERSION) && env -u BUILD -u MAKEFLAGS -u MFLAGS -u MAKEOVERRIDES \
	    DEB_BUILD_OPTIONS='nocheck $(DEB_BUILD_OPTIONS)' dpkg-buildpackage -us -uc -b -d

release: setup
	@+$(MAKE) --no-print-directory tests
	@FULL=1 BUILD=$(BUILD) tests/release/run.sh

clean:
	rm -rf $(BUILD)

-include $(lib_objects:.o=.d) $(tool_objects:.o=.d) $(tool_names:%=$(BUILD)/tools/%.d) $(unit_objects:.o=.d) \
         $(proofs:%=%.d) $(fuzz_objects:.o=.d) $(BUILD)/tests/fault/sweep.d $(BUILD)/tests/hostile/hostile.d $(BUILD)/tests/threads/threads.d
