#!/usr/bin/perl
# Lists mutants: mutants.pl COUNT FILE... chooses COUNT of all small faults that could be put into the files, and writes a line
# for each: FILE, number of the line, what it does, the line with the fault, with tabs between. They are drawn by a sum of file,
# line before and after: as long as a line stays as it is, so does the place of its mutants in the draw. For mutate.sh.
use strict;
use warnings;
use Digest::MD5 'md5_hex';

my $count = shift;
my (@mutants, %seen);

# [what, what is replaced, by what]; each place of a line where the pattern fits is a mutant.
my @faults = (
    ['< to <=', qr/ < /, ' <= '], ['<= to <', qr/ <= /, ' < '], ['> to >=', qr/ > /, ' >= '], ['>= to >', qr/ >= /, ' > '],
    ['== to !=', qr/ == /, ' != '], ['!= to ==', qr/ != /, ' == '], ['&& to ||', qr/ && /, ' || '], ['|| to &&', qr/ \|\| /, ' && '],
    ['+ to -', qr/ \+ /, ' - '], ['- to +', qr/ - /, ' + '], ['* to +', qr/ \* (?=\w)/, ' + '], ['& to |', qr/ & /, ' | '],
    ['0 to 1', qr/\b0(?=[;,)\]])/, '1'], ['1 to 0', qr/\b1(?=[;,)\] ])/, '0'], ['1 to 2', qr/\b1(?=[;,)\] ])/, '2'],
    ['true to false', qr/\btrue\b/, 'false'], ['false to true', qr/\bfalse\b/, 'true'], ['! left out', qr/!(?=[a-z(])/, ''],
    ['++ to --', qr/\+\+/, '--'], ['-- to ++', qr/--/, '++'], ['+= to -=', qr/ \+= /, ' -= '], ['|= to &=', qr/ \|= /, ' &= '],
    ['condition is 0', qr/(?<=\bif \()[^(){}]*(?=\) )/, '0'], ['condition is 1', qr/(?<=\bif \()[^(){}]*(?=\) )/, '1'],
    ['break left out', qr/\bbreak;/, ';'], ['continue left out', qr/\bcontinue;/, ';'],
    ['call left out', qr/^ +\K[a-z_0-9]+\([^;=]*\);$/, ';'], ['assignment left out', qr/^ +\K[a-z_>.\[\]-]+ [|&+-]?= [^;]*;$/, ';'],
);

for my $file (@ARGV) {
    open my $in, '<', $file or die "$file: $!\n";
    my $comment = 0;
    while (my $line = <$in>) {
        chomp $line;
        my $code = $line;
        if ($comment) { $comment = 0 if $code =~ /\*\//; next }
        $code =~ s{/\*.*?\*/}{' ' x length $&}ge;
        if ($code =~ s{/\*.*}{}) { $comment = 1 }
        # declarations, text and what only a broken caller meets are left alone
        next if $code =~ /^\s*(#|\}|assert|enum|typedef|static const|return NT_NO_MEMORY)/ || $code =~ /^\S.*[({]$/;
        for my $fault (@faults) {
            my ($what, $old, $new) = @$fault;
            while ($code =~ /$old/g) {
                my ($from, $length) = ($-[0], $+[0] - $-[0]);
                my $text = substr($code, $from, $length);
                next if substr($code, 0, $from) =~ /"[^"]*$/ && substr($code, $from) =~ /"/;
                my $mutated = $line;
                substr($mutated, $from, $length) = $new;
                next if $mutated eq $line;
                my $key = join "\t", $file, $line =~ s/^ +//r, $mutated =~ s/^ +//r;
                substr($mutated, $from + 1, 0) = " /* $text */" if $what =~ /^condition|left out$/ && $new ne ''; # what it was
                push @mutants, [md5_hex($key . $seen{$key}++), "$file\t$.\t$what\t$mutated\n"];
            }
        }
    }
    close $in;
}

printf STDERR "%d mutants in %d files\n", scalar @mutants, scalar @ARGV;
@mutants = sort { $a->[0] cmp $b->[0] } @mutants;
print map { $_->[1] } splice(@mutants, 0, $count);
