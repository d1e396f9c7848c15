// camera.ts - what part of the graph is seen, and what lies under a point

export interface Camera {
  x: number; // the point of the graph in the middle of the view
  y: number;
  scale: number; // pixels per unit
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

export const MIN_SCALE = 0.005;
export const MAX_SCALE = 5;

export function clampScale(scale: number): number {
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));
}

export function toView(camera: Camera, size: Size, point: Point): Point {
  return {
    x: (point.x - camera.x) * camera.scale + size.width / 2,
    y: (point.y - camera.y) * camera.scale + size.height / 2,
  };
}

export function toGraph(camera: Camera, size: Size, point: Point): Point {
  return {
    x: (point.x - size.width / 2) / camera.scale + camera.x,
    y: (point.y - size.height / 2) / camera.scale + camera.y,
  };
}

/* Zooms so that the point of the graph under 'at' stays where it is. */
export function zoomAt(
  camera: Camera,
  size: Size,
  at: Point,
  factor: number,
): Camera {
  const scale = clampScale(camera.scale * factor);
  const fixed = toGraph(camera, size, at);
  return {
    scale,
    x: fixed.x - (at.x - size.width / 2) / scale,
    y: fixed.y - (at.y - size.height / 2) / scale,
  };
}

export function panBy(camera: Camera, dx: number, dy: number): Camera {
  return {
    ...camera,
    x: camera.x - dx / camera.scale,
    y: camera.y - dy / camera.scale,
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
  const scale = Math.min(
    (size.width - 2 * margin) / width,
    (size.height - 2 * margin) / height,
    1.2,
  );
  return {
    scale: clampScale(scale),
    x: (box.left + box.right) / 2,
    y: (box.top + box.bottom) / 2,
  };
}

export function visibleBox(camera: Camera, size: Size, margin: number): Box {
  const half = {
    width: size.width / 2 / camera.scale + margin,
    height: size.height / 2 / camera.scale + margin,
  };
  return {
    left: camera.x - half.width,
    right: camera.x + half.width,
    top: camera.y - half.height,
    bottom: camera.y + half.height,
  };
}

/* Squares of a fixed size that know the points in them. */
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

  /* The nearest point within 'reach', or -1. */
  nearest(at: Point, reach: number): number {
    let best = -1;
    let distance = reach * reach;
    for (let x = this.cell(at.x - reach); x <= this.cell(at.x + reach); x++)
      for (let y = this.cell(at.y - reach); y <= this.cell(at.y + reach); y++)
        for (const index of this.cells.get(this.key(x, y)) ?? []) {
          const point = this.points[index]!;
          const d = (point.x - at.x) ** 2 + (point.y - at.y) ** 2;
          if (d > distance) continue;
          distance = d;
          best = index;
        }
    return best;
  }
}
