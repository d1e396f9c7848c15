// rows.mjs - turns the lines of 'tabia find --batch --json' into rows
import { readFileSync } from "node:fs";

const out = [];
for (const line of readFileSync(0, "utf8").split("\n")) {
    if (line === "") continue;
    const { position, books, error } = JSON.parse(line);
    const moves = error ? [] : books[0].moves;
    const said = moves.map((move) => `${move.uci}:${move.weight ?? 0}`);
    out.push(`${position}\t${error ? "error" : said.join(" ") || "-"}\n`);
}
process.stdout.write(out.join(""));
