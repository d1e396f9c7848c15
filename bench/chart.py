#!/usr/bin/env python3
"""chart.py TABLE.json CHART.svg - the ratios of bench/table.py as bars

Each bar is a row: how many times Tabia is as fast as its peer, on a scale
that doubles with every step; the line is where both are equal.
"""
import html
import json
import math
import sys

WIDTH, LEFT, BAR, GAP, SCALE = 860, 240, 16, 8, 70


def main():
    with open(sys.argv[1]) as f:
        rows = [r for r in json.load(f) if r["ratio"] and r["other"]
                and r["unit"] != "ms"]
    height = len(rows) * (BAR + GAP) + 3 * GAP
    zero = LEFT + SCALE
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
           'font-family="sans-serif" font-size="12">' % (WIDTH, height),
           '<rect width="100%" height="100%" fill="#fff"/>']
    for i, row in enumerate(rows):
        y = GAP + i * (BAR + GAP)
        step = math.log2(min(max(row["ratio"], 1 / 2), 40))
        x = zero + min(0, SCALE * step)
        colour = "#1a6680" if step >= 0 else "#b5533c"
        out.append('<text x="%d" y="%d" text-anchor="end">%s</text>' % (
            LEFT - GAP, y + BAR - 4, html.escape(row["name"])))
        out.append('<rect x="%.1f" y="%d" width="%.1f" height="%d" '
                   'fill="%s"/>' % (x, y, max(1, abs(SCALE * step)), BAR,
                                    colour))
        out.append('<text x="%.1f" y="%d">%.1f (%s)</text>' % (
            max(zero, zero + SCALE * step) + 4, y + BAR - 4, row["ratio"],
            html.escape(row["peer"])))
    out.append('<line x1="%d" y1="0" x2="%d" y2="%d" stroke="#666"/>' % (
        zero, zero, height))
    out.append("</svg>")
    with open(sys.argv[2], "w") as f:
        f.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
