// graph_canvas.tsx - the canvas: pan, zoom, point, click, keys

import { useEffect, useRef } from "preact/hooks";
import {
  fit,
  panBy,
  scaleDown,
  toGraph,
  toView,
  zoomAt,
  type Camera,
  type Point,
  type Size,
} from "../../lib/camera";
import { RADIUS, type GraphData } from "../../model/graph_data";
import type { Learnt } from "../../model/learnt";
import type { Color } from "../../lib/types";
import { drawPicture, readPalette, type Coloring } from "./graph_draw";

export interface Handle {
  zoom(factor: number): void;
  fit(): void;
  center(node: number): void;
}

interface Props {
  data: GraphData;
  path: number[];
  current: number;
  coloring: Coloring;
  side: Color;
  learnt: Learnt;
  theme: string; // redraws when it changes
  handle: { current: Handle | null };
  isSmall?: boolean | undefined; // shows what is around the position
  onHover: (node: number, at: Point) => void;
  onChoose: (node: number) => void;
}

const CLICK_SLOP = 5;
const KEY_PAN = 60;
const READABLE = 0.75; // scale at which moves can be read
const SMALL = 0.42; // ... with their neighbours, where there is little room
const SMALL_MARGIN = 24;

/* Everything that lives as long as the canvas does. */
class View {
  camera: Camera = { x: 0, y: 0, scale: 1, least: 0, stretch: 1 };
  size: Size = { width: 1, height: 1 };
  hovered = -1;
  pointers = new Map<number, Point>();
  travelled = 0;
  private frame = 0;
  private palette;

  constructor(
    readonly canvas: HTMLCanvasElement,
    public props: Props,
  ) {
    this.palette = readPalette(canvas);
  }

  recolor(): void {
    this.palette = readPalette(this.canvas);
    this.redraw();
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = Math.min(2, devicePixelRatio || 1);
    this.size = { width: Math.max(1, width), height: Math.max(1, height) };
    this.canvas.width = Math.round(this.size.width * ratio);
    this.canvas.height = Math.round(this.size.height * ratio);
    this.redraw();
  }

  redraw(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      const ctx = this.canvas.getContext("2d");
      const { data, path, current, coloring, side, learnt } = this.props;
      if (!ctx) return;
      const { camera, size, hovered, palette } = this;
      drawPicture(ctx, {
        data,
        path,
        camera,
        size,
        current,
        hovered,
        coloring,
        side,
        learnt,
        palette,
        isSmall: Boolean(this.props.isSmall),
      });
    });
  }

  setCamera(camera: Camera): void {
    this.camera = camera;
    this.redraw();
  }

  fit(): void {
    this.setCamera(fit(this.props.data.box, this.size));
  }

  /* The view of new data. */
  open(): void {
    this.fit();
    if (this.props.isSmall) this.follow();
  }

  /* Shows the position on the board. */
  follow(): void {
    const { current, isSmall } = this.props;
    if (!isSmall) return this.reveal(current);
    this.camera = { ...this.camera, least: SMALL, stretch: 1 };
    if (current >= 0) this.center(current, this.scaleAround(current));
    else this.redraw();
  }

  center(node: number, scale = this.camera.scale): void {
    const at = this.props.data.graph.nodes[node];
    if (at) this.setCamera({ ...this.camera, x: at.x, y: at.y, scale });
  }

  /* The scale at which the moves from a node can be seen. */
  private scaleAround(node: number): number {
    const { x, ends } = this.props.data;
    let far = 1;
    for (let i = 0; i < ends.length; i += 2)
      if (ends[i] === node)
        far = Math.max(far, Math.abs(x[ends[i + 1]!]! - x[node]!));
    const scale = (this.size.width / 2 - SMALL_MARGIN) / far;
    return Math.min(SMALL, Math.max(SMALL / 8, scale));
  }

  /* Scrolls a node into view if it is not visible. */
  reveal(node: number): void {
    const at = this.props.data.graph.nodes[node];
    if (!at) return this.redraw();
    const { x, y } = toView(this.camera, this.size, at);
    const margin = 30;
    const seen =
      x > margin &&
      y > margin &&
      x < this.size.width - margin &&
      y < this.size.height - margin;
    if (seen) this.redraw();
    else this.center(node);
  }

  zoom(factor: number, at?: Point): void {
    const middle = { x: this.size.width / 2, y: this.size.height / 2 };
    this.setCamera(zoomAt(this.camera, this.size, at ?? middle, factor));
  }

  point(event: MouseEvent): Point {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  nodeAt(at: Point): number {
    const pixels = Math.max((RADIUS + 4) * this.camera.scale, 9);
    const place = toGraph(this.camera, this.size, at);
    return this.props.data.grid.nearest(
      place,
      pixels / this.camera.scale,
      pixels / scaleDown(this.camera),
    );
  }

  hover(at: Point): void {
    const node = this.nodeAt(at);
    this.canvas.classList.toggle("pointing", node >= 0);
    if (node === this.hovered) return;
    this.hovered = node;
    this.props.onHover(node, at);
    this.redraw();
  }

  unhover(): void {
    this.hovered = -1;
    this.props.onHover(-1, { x: 0, y: 0 });
    this.redraw();
  }

  move(event: PointerEvent): void {
    const at = this.point(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) return this.hover(at);
    const other = [...this.pointers].find(
      ([id]) => id !== event.pointerId,
    )?.[1];
    this.pointers.set(event.pointerId, at);
    this.travelled += Math.abs(at.x - before.x) + Math.abs(at.y - before.y);
    if (!other) {
      if (this.travelled > CLICK_SLOP && this.hovered >= 0) this.unhover();
      return this.setCamera(panBy(this.camera, at.x - before.x, at.y - before.y));
    }
    const far = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
    const factor = far(at, other) / Math.max(1, far(before, other));
    const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
    this.zoom(factor, middle);
  }

  release(event: PointerEvent): void {
    const at = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (!at || this.travelled > CLICK_SLOP) return;
    const node = this.nodeAt(at);
    if (node >= 0) this.props.onChoose(node);
  }

  key(event: KeyboardEvent): boolean {
    const pans: Record<string, [number, number]> = {
      ArrowLeft: [KEY_PAN, 0],
      ArrowRight: [-KEY_PAN, 0],
      ArrowUp: [0, KEY_PAN],
      ArrowDown: [0, -KEY_PAN],
    };
    const pan = pans[event.key];
    if (pan) this.setCamera(panBy(this.camera, pan[0], pan[1]));
    else if (event.key === "+" || event.key === "=") this.zoom(1.3);
    else if (event.key === "-") this.zoom(1 / 1.3);
    else if (event.key === "0") this.fit();
    else if (event.key === "c") this.center(this.props.current);
    else return false;
    return true;
  }
}

export function GraphCanvas(props: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useRef<View | null>(null);
  if (view.current) view.current.props = props;

  useEffect(() => {
    const made = new View(canvas.current!, props);
    view.current = made;
    props.handle.current = {
      zoom: (factor) => made.zoom(factor),
      fit: () => made.fit(),
      center: (node) =>
        made.center(node, Math.max(made.camera.scale, READABLE)),
    };
    made.resize();
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      made.zoom(Math.exp(-event.deltaY * 0.0015), made.point(event));
    };
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(canvas.current!);
    canvas.current!.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      observer.disconnect();
      props.handle.current = null;
    };
  }, []);

  useEffect(() => view.current?.open(), [props.data]);
  useEffect(() => view.current?.recolor(), [props.theme]);
  useEffect(() => view.current?.redraw(), [
    props.coloring,
    props.learnt,
    props.side,
  ]);
  useEffect(() => view.current?.follow(), [props.current]);

  const on =
    (call: (made: View, event: PointerEvent) => void) =>
    (event: PointerEvent) =>
      view.current && call(view.current, event);
  return (
    <canvas
      ref={canvas}
      class="graph-canvas"
      tabIndex={0}
      role="application"
      aria-label={
        `Graph of ${props.data.graph.nodes.length} positions. Arrow keys pan, ` +
        "plus and minus zoom, 0 shows all, c centres on the current position. " +
        (props.isSmall
          ? "The table of moves leads to the same positions."
          : "The moves below lead to the same positions.")
      }
      onPointerDown={on((made, event) => {
        canvas.current?.setPointerCapture(event.pointerId);
        made.pointers.set(event.pointerId, made.point(event));
        if (made.pointers.size === 1) made.travelled = 0;
      })}
      onPointerMove={on((made, event) => made.move(event))}
      onPointerUp={on((made, event) => made.release(event))}
      onPointerCancel={on((made, event) => {
        made.pointers.delete(event.pointerId);
      })}
      onPointerLeave={on((made) => made.unhover())}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
          return;
        if (!view.current?.key(event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
