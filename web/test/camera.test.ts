import assert from "node:assert/strict";
import { test } from "node:test";
import * as camera from "../src/lib/camera";

const size = { width: 800, height: 600 };
const points = [
  { x: 0, y: 0 },
  { x: 1000, y: 0 },
  { x: 500, y: 2000 },
];

test("fit shows every point", () => {
  const view = camera.fit(camera.bounds(points), size);
  for (const point of points) {
    const seen = camera.toView(view, size, point);
    assert.ok(seen.x >= 40 && seen.x <= 760, `x ${seen.x}`);
    assert.ok(seen.y >= 40 && seen.y <= 560, `y ${seen.y}`);
  }
});
test("zooming keeps the point under the pointer", () => {
  const view = { x: 10, y: 20, scale: 1, least: 1.7, stretch: 1 };
  const at = { x: 700, y: 50 };
  const before = camera.toGraph(view, size, at);
  const zoomed = camera.zoomAt(view, size, at, 2.5);
  const after = camera.toGraph(zoomed, size, at);
  assert.ok(Math.abs(before.x - after.x) < 1e-9);
  assert.ok(Math.abs(before.y - after.y) < 1e-9);
  assert.equal(zoomed.scale, 2.5);
});
test("a wide graph is squeezed from the sides only", () => {
  const wide = { left: 0, right: 100_000, top: 0, bottom: 1000 };
  const view = camera.fit(wide, size);
  const corner = camera.toView(view, size, { x: 0, y: 0 });
  assert.deepEqual([Math.round(corner.x), Math.round(corner.y)], [40, 40]);
  const near = camera.zoomAt(view, size, corner, 1000);
  assert.equal(camera.scaleDown(near), near.scale);
});
test("zoom has its limits", () => {
  const view = { x: 0, y: 0, scale: 1, least: 0, stretch: 1 };
  assert.equal(camera.zoomAt(view, size, { x: 0, y: 0 }, 1e9).scale, 5);
  assert.equal(camera.zoomAt(view, size, { x: 0, y: 0 }, 1e-9).scale, 0.0005);
});
test("the nearest point, as by looking at all", () => {
  const many = Array.from({ length: 500 }, (_, i) => ({
    x: (i * 7919) % 1009,
    y: (i * 104729) % 997,
  }));
  const grid = new camera.Grid(many, 40);
  for (let i = 0; i < 200; i++) {
    const at = { x: (i * 31) % 1009, y: (i * 57) % 997 };
    const far = (p: { x: number; y: number }) =>
      Math.hypot(p.x - at.x, p.y - at.y);
    const best = Math.min(...many.map(far));
    const got = grid.nearest(at, 30);
    if (best > 30) assert.equal(got, -1);
    else assert.equal(far(many[got]!), best);
  }
});
