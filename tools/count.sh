#!/usr/bin/env bash
#
# count.sh [FOLDER] - the size and shape of the code, in a few numbers
#
# Lines and files are those of src/ and include/. A static function is called
# once when one call of it is in its file; a function that a table names is not
# called there, and members, comments and strings do not count.

set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

files() { find src include -name '*.[ch]' | sort; }

row() { printf '%-34s %8s\n' "$@"; }

row "files" "$(files | wc -l)"
row "lines" "$(files | xargs cat | wc -l)"
row "exported functions" "$(cat include/tabia/*.h | grep -c '^TABIA_API')"
read -r n folder < <(find src -type d | while read -r folder; do
    echo "$(find "$folder" -maxdepth 1 -type f | wc -l) $folder"
done | sort -rn | head -n 1)
row "files in the largest folder" "$n ($folder)"

files | grep '\.c$' | xargs perl -0777 -e '
    my ($functions, $statics, $once, $short) = (0, 0, 0, 0);
    for my $file (@ARGV) {
        open(my $in, "<", $file) or die "$file: $!";
        my $text = <$in>;
        $text =~ s{/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"}
                  {my $gone = $&; $gone =~ tr/\n//cd; $gone}gse;
        my %calls;
        $calls{$_}++ for $text =~ /(?<![.\w])(?<!->)(\w+)\(/g;
        # Declarations and definitions stand at the margin.
        my %heads;
        $heads{$_}++ for $text =~ /^static [\w *]*?(\w+)\(/gm;
        while ($text =~ /^(\w[\w *]*?)(\w+)\(([^;{}]*)\n\{\n/gm) {
            my ($before, $name, $start) = ($1, $2, pos($text));
            $functions++;
            next unless $before =~ /\bstatic\b/;
            my $body = substr($text, $start, index($text, "\n}", $start) -
                                             $start + 1);
            $statics++;
            $short++ if ($body =~ tr/\n//) <= 4;
            $once++ if $calls{$name} - $heads{$name} == 1;
        }
    }
    printf("%-34s %8d\n", "functions", $functions);
    printf("%-34s %8d\n", "static functions", $statics);
    printf("%-34s %8d (%.1f %%)\n", "  called once", $once,
           100 * $once / ($statics || 1));
    printf("%-34s %8d\n", "  of up to 4 lines", $short);
'
