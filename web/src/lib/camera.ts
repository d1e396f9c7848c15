// camera.ts - the visible part of the graph, and what is under a point

export interface Camera {
  x: number; // the point of the graph in the middle of the view
  y: number;
  scale: number; // pixels per unit, across
  least: number; // minimum pixels per unit, downwards
  stretch: number; // how much wider than high a square is, zoomed in
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

const MIN_SCALE = 0.0005;
const MAX_SCALE = 5;
const MAX_STRETCH = 2.5;

function clampScale(scale: number): number {
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));
}

/*
 * A large book is much wider than it is deep. Zoomed out, it is compressed only
 * horizontally, so that its depth stays visible. A small one is deeper than it
 * is wide, and stretched a little.
 */
export function scaleDown(camera: Camera): number {
  return Math.max(camera.scale / camera.stretch, camera.least);
}

export function toView(camera: Camera, size: Size, point: Point): Point {
  return {
    x: (point.x - camera.x) * camera.scale + size.width / 2,
    y: (point.y - camera.y) * scaleDown(camera) + size.height / 2,
  };
}

export function toGraph(camera: Camera, size: Size, point: Point): Point {
  return {
    x: (point.x - size.width / 2) / camera.scale + camera.x,
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
  const zoomed = { ...camera, scale: clampScale(camera.scale * factor) };
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
    x: camera.x - dx / camera.scale,
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

export function fit(box: Box, size: Size, margin = 40): Camera {
  const width = Math.max(1, box.right - box.left);
  const height = Math.max(1, box.bottom - box.top);
  const across = Math.min((size.width - 2 * margin) / width, 1.2);
  const down = Math.min((size.height - 2 * margin) / height, 1.2);
  const stretch = Math.min(MAX_STRETCH, Math.max(1, across / down));
  return {
    scale: clampScale(Math.min(across, down * stretch)),
    least: down,
    stretch,
    x: (box.left + box.right) / 2,
    y: (box.top + box.bottom) / 2,
  };
}

/* A grid of square cells that indexes points. */
export class Grid {
  private cells = new Map<string, number[]>();

  constructor(
    private points: Point[],
    private side: number,
  ) {
    points.forEach((point, index) => {
      const key = this.key(this.cell(point.x), this.cell(point.y));
      const cell = this.cells.get(key);
      if (cell) cell.push(index);
      else this.cells.set(key, [index]);
    });
  }

  private cell(value: number): number {
    return Math.floor(value / this.side);
  }

  private key(column: number, row: number): string {
    return `${column}:${row}`;
  }

  /* The nearest point within 'reach' across and 'down' downwards, or -1. */
  nearest(at: Point, reach: number, down = reach): number {
    let best = -1;
    let distance = 1;
    for (let x = this.cell(at.x - reach); x <= this.cell(at.x + reach); x++)
      for (let y = this.cell(at.y - down); y <= this.cell(at.y + down); y++)
        for (const index of this.cells.get(this.key(x, y)) ?? []) {
          const point = this.points[index]!;
          const dx = (point.x - at.x) / reach;
          const dy = (point.y - at.y) / down;
          if (dx * dx + dy * dy > distance) continue;
          distance = dx * dx + dy * dy;
          best = index;
        }
    return best;
  }
}
