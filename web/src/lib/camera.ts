// camera.ts - the visible part of the graph, and what is under a point

export interface Camera {
  x: number; // the point of the graph in the middle of the view
  y: number;
  zoom: number; // pixels per unit, if neither axis needs more
  min: number; // zoom from which everything is seen
  across: number; // minimum pixels per unit, so that the view is filled
  down: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const MAX_ZOOM = 1.5;
const MARGIN = 36; // pixels around the whole
const FLAT = 2; // a level is deeper than a column is wide

/*
 * A large book is much wider than it is deep, a small one deeper than it is wide.
 * Zoomed out, each axis fills the view; zoomed in, they grow one after the other.
 */
export function scaleAcross(camera: Camera): number {
  return Math.max(camera.zoom, camera.across);
}

export function scaleDown(camera: Camera): number {
  return Math.max(camera.zoom / FLAT, camera.down);
}

export function toView(camera: Camera, size: Size, point: Point): Point {
  return {
    x: (point.x - camera.x) * scaleAcross(camera) + size.width / 2,
    y: (point.y - camera.y) * scaleDown(camera) + size.height / 2,
  };
}

function toGraph(camera: Camera, size: Size, point: Point): Point {
  return {
    x: (point.x - size.width / 2) / scaleAcross(camera) + camera.x,
    y: (point.y - size.height / 2) / scaleDown(camera) + camera.y,
  };
}

/* Zooms so that the point of the graph under 'at' stays where it is. */
export function zoomAt(
  camera: Camera,
  size: Size,
  at: Point,
  factor: number,
): Camera {
  const fixed = toGraph(camera, size, at);
  const zoom = Math.max(camera.min, Math.min(MAX_ZOOM, camera.zoom * factor));
  const zoomed = { ...camera, zoom };
  const there = toGraph(zoomed, size, at);
  return {
    ...zoomed,
    x: zoomed.x + fixed.x - there.x,
    y: zoomed.y + fixed.y - there.y,
  };
}

export function panBy(camera: Camera, dx: number, dy: number): Camera {
  return {
    ...camera,
    x: camera.x - dx / scaleAcross(camera),
    y: camera.y - dy / scaleDown(camera),
  };
}

export function bounds(points: Point[]): Box {
  const box = { left: 0, top: 0, right: 0, bottom: 0 };
  points.forEach((point, index) => {
    box.left = index ? Math.min(box.left, point.x) : point.x;
    box.right = index ? Math.max(box.right, point.x) : point.x;
    box.top = index ? Math.min(box.top, point.y) : point.y;
    box.bottom = index ? Math.max(box.bottom, point.y) : point.y;
  });
  return box;
}

export function fit(box: Box, size: Size): Camera {
  const width = Math.max(1, box.right - box.left);
  const height = Math.max(1, box.bottom - box.top);
  const across = Math.min((size.width - 2 * MARGIN) / width, MAX_ZOOM);
  const down = Math.min((size.height - 2 * MARGIN) / height, MAX_ZOOM / FLAT);
  const zoom = Math.min(across, down * FLAT);
  return {
    zoom,
    min: zoom,
    across,
    down,
    x: (box.left + box.right) / 2,
    y: (box.top + box.bottom) / 2,
  };
}

/* Moves the view so that at most 'free' of it, across and down, is empty. */
export function keepInside(
  camera: Camera,
  size: Size,
  box: Box,
  free: number,
): Camera {
  const keep = (at: number, first: number, last: number, half: number) =>
    Math.max(
      Math.min(first + half, last - half),
      Math.min(Math.max(first + half, last - half), at),
    );
  const half = (pixels: number, scale: number) =>
    (pixels * (0.5 - free)) / scale;
  return {
    ...camera,
    x: keep(camera.x, box.left, box.right, half(size.width, scaleAcross(camera))),
    y: keep(camera.y, box.top, box.bottom, half(size.height, scaleDown(camera))),
  };
}
