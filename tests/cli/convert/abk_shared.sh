# A real book keeps its live moves and its settings.
book=$(shared abk/Perfect2021.abk) || exit
cp "$book" a.abk
tabia convert --strict a.abk b.abk
tabia convert --strict b.abk c.abk
cmp b.abk c.abk && echo same
tabia diff a.abk b.abk
