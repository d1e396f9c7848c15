# A real book keeps its live moves and its settings.
[ -n "$SHARED" ] && [ -f "$SHARED/data/abk/Perfect2021.abk" ] || exit 77
cp "$SHARED/data/abk/Perfect2021.abk" a.abk
tabia convert --strict a.abk b.abk
tabia convert --strict b.abk c.abk
cmp b.abk c.abk && echo same
tabia diff a.abk b.abk
