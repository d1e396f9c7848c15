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
    assert.ok(seen.x >= 36 && seen.x <= 764, `x ${seen.x}`);
    assert.ok(seen.y >= 36 && seen.y <= 564, `y ${seen.y}`);
  }
});
test("zooming keeps the point under the pointer", () => {
  const view = { x: 10, y: 20, zoom: 0.5, min: 0.1, across: 0.1, down: 0.7 };
  const point = { x: 333, y: -444 };
  const before = camera.toView(view, size, point);
  const zoomed = camera.zoomAt(view, size, before, 2.5);
  const after = camera.toView(zoomed, size, point);
  assert.ok(Math.abs(before.x - after.x) < 1e-9);
  assert.ok(Math.abs(before.y - after.y) < 1e-9);
  assert.equal(zoomed.zoom, 1.25);
});
test("a wide graph is compressed across only, a deep one downwards only", () => {
  const wide = { left: 0, right: 100_000, top: 0, bottom: 1000 };
  const view = camera.fit(wide, size);
  const corner = camera.toView(view, size, { x: 0, y: 0 });
  assert.deepEqual([Math.round(corner.x), Math.round(corner.y)], [36, 36]);
  const near = camera.zoomAt(view, size, corner, 1000);
  assert.equal(camera.scaleAcross(near), 2 * camera.scaleDown(near));
  const deep = camera.fit({ left: 0, right: 500, top: 0, bottom: 9000 }, size);
  const end = camera.toView(deep, size, { x: 500, y: 9000 });
  assert.deepEqual([Math.round(end.x), Math.round(end.y)], [764, 564]);
});
test("zooming ends where all is seen, and where a few moves are", () => {
  const view = camera.fit(camera.bounds(points), size);
  const middle = { x: 400, y: 300 };
  const near = camera.zoomAt(view, size, middle, 1e9);
  assert.equal(camera.scaleAcross(near), 1.5);
  const far = camera.zoomAt(near, size, middle, 1e-9);
  assert.equal(camera.scaleAcross(far), camera.scaleAcross(view));
  assert.equal(camera.scaleDown(far), camera.scaleDown(view));
});
test("the map cannot be moved out of view", () => {
  const box = camera.bounds(points);
  const view = camera.fit(box, size);
  for (const factor of [1, 2, 50])
    for (const far of [-1e6, 1e6]) {
      const zoomed = camera.zoomAt(view, size, { x: 400, y: 300 }, factor);
      const moved = camera.panBy(zoomed, far, far);
      const kept = camera.keepInside(moved, size, box, 1 / 3);
      const first = camera.toView(kept, size, { x: box.left, y: box.top });
      const last = camera.toView(kept, size, { x: box.right, y: box.bottom });
      const is = `${factor} ${far}: ${JSON.stringify([first, last])}`;
      assert.ok(first.x <= 534 && last.x >= 266, is);
      assert.ok(first.y <= 401 && last.y >= 199, is);
    }
});
