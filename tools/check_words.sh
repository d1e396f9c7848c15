#!/usr/bin/env bash
#
# check_words.sh [FOLDER [TABIA]] - texts for users are plain English
#
# Searches documents, public headers, the page's sources and the strings of the
# C files for the phrases of tools/words.txt. With TABIA, also checks that no
# line of its help is longer than 80 columns.

set -euo pipefail
export LC_ALL=C.UTF-8
words=$(dirname "$(realpath "$0")")/words.txt
cd "${1:-$(dirname "$0")/..}"
tabia=${2:-}

checked=(README.md NEWS.md CONTRIBUTING.md SECURITY.md data docs examples
    include web/src src)

found=()
for path in "${checked[@]}"; do
    [ ! -e "$path" ] || found+=("$path")
done
files=()
[ ${#found[@]} -eq 0 ] || mapfile -t files < <(
    find "${found[@]}" -type f \( -name '*.md' \
        -o -name '*.[ch]' -o -name '*.ts' -o -name '*.tsx' \) -print |
        grep -v '\.test\.ts$' | sort)

status=0
if [ ${#files[@]} -gt 0 ]; then
    perl - "$words" "${files[@]}" >&2 <<'END' || status=1
use strict;
use warnings;
use open qw(:std :utf8);

sub slurp {
    open(my $file, '<', $_[0]) or die "$_[0]: $!\n";
    local $/;
    return scalar <$file>;
}

# A blank also matches a line end, with the start of a comment or bullet.
my @rules;
for (split /\n/, slurp(shift @ARGV)) {
    next if /^#|^\s*$/;
    my ($pattern, $instead) = /^(.*\S)\s+->\s+(\S.*)$/ or
        die "words.txt: no ' -> ' in '$_'\n";
    $pattern =~ s/ /(?:\\s|\\n\\s*(?:\\*|\/\/)\\s)+/g;
    push @rules, [qr/(?<![\w-])(?:$pattern)(?![\w-])/i, $instead];
}

# Everything but line ends becomes blank.
sub blank { my $text = shift; $text =~ s/[^\n]/ /g; return $text }

# Prose without code: what programs print is checked in their sources.
sub prose {
    my $text = shift;
    $text =~ s/^(```.*?^```)/blank($1)/gems;
    $text =~ s/^(    .*)$/blank($1)/gem;
    $text =~ s/(`[^`]*`)/blank($1)/ge;
    return $text;
}

# Strings without code and comments; neighbours are one string.
sub strings {
    my $text = shift;
    my $string = qr/"(?:[^"\\\n]|\\.)*"/;
    my $other = qr{//[^\n]*|/\*.*?\*/|'(?:[^'\\\n]|\\.)'|[^"'/]+|.}s;
    $text =~ s{($string|$other)}
              {substr($1, 0, 1) eq '"' ? $1 : blank($1)}gse;
    $text =~ s/"(\s*)"/ $1 /g;
    return $text;
}

my $status = 0;
for my $path (@ARGV) {
    my $text = slurp($path);
    if ($path =~ /\.md$/) { $text = prose($text) }
    elsif ($path =~ /^src\//) { $text = strings($text) }
    for my $rule (@rules) {
        my ($pattern, $instead) = @$rule;
        while ($text =~ /$pattern/g) {
            my $match = $&;
            my $line = 1 + substr($text, 0, $-[0]) =~ tr/\n//;
            $match =~ s/\s+/ /g;
            print "$path:$line: '$match': write $instead\n";
            $status = 1;
        }
    }
}
exit $status;
END
fi

# The table of formats is data, not help.
if [ -n "$tabia" ]; then
    for topic in '' exit-status $("$tabia" help --verbs); do
        # shellcheck disable=SC2086 # no topic is no argument
        long=$("$tabia" help $topic |
            awk '/^name +files/ { exit } length > 80')
        [ -z "$long" ] ||
            { echo "tabia help $topic: over 80 columns: $long" >&2; status=1; }
    done
fi
exit $status
