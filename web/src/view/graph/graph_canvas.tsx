// graph_canvas.tsx - the canvas: pan, zoom, point, click, keys

import { useEffect, useRef } from "preact/hooks";
import {
  fit,
  keepInside,
  panBy,
  scaleDown,
  toView,
  zoomAt,
  type Camera,
  type Point,
  type Size,
} from "../../lib/camera";
import { RADIUS, type GraphData } from "../../model/graph_data";
import type { Learnt } from "../../model/learnt";
import type { Color } from "../../lib/types";
import {
  drawPicture,
  readPalette,
  type Coloring,
  type Written,
} from "./graph_draw";

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
  onSparse?: ((node: number) => void) | undefined; // zoomed in to few, around it
}

const CLICK_SLOP = 5;
const SPARSE = 40; // positions in sight
const REST = 300; // milliseconds without a gesture
const KEY_PAN = 60;
const READABLE = 0.75; // zoom at which moves can be read
const SMALL = 0.42; // ... with their neighbours, where there is little room
const FREE = 1 / 3; // of the view may be empty
const SMALL_MARGIN = 24;

const NO_SIZE: Size = { width: 1, height: 1 };

/* Everything that lives as long as the canvas does. */
class View {
  camera: Camera = fit({ left: 0, top: 0, right: 0, bottom: 0 }, NO_SIZE);
  labels: Written[] = [];
  size = NO_SIZE;
  hovered = -1;
  pointers = new Map<number, Point>();
  travelled = 0;
  private isFit = false; // all is shown, whatever the size
  private shown: GraphData | null = null;
  private timer = 0;
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
    if (this.isFit) this.fit();
    else this.redraw();
  }

  redraw(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      const ctx = this.canvas.getContext("2d");
      const { data, path, current, coloring, side, learnt } = this.props;
      if (!ctx) return;
      const { camera, size, hovered, palette } = this;
      this.labels = drawPicture(ctx, {
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
    const { data, isSmall } = this.props;
    const free = isSmall ? 0.5 : FREE;
    this.isFit = false;
    this.camera = keepInside(camera, this.size, data.box, free);
    this.redraw();
  }

  /* Shows all; the small map what is around the position. */
  fit(): void {
    const camera = fit(this.props.data.box, this.size);
    this.setCamera(camera);
    this.isFit = true;
    if (!this.props.isSmall) return;
    this.camera = { ...camera, across: 0, down: SMALL, min: SMALL / 8 };
    this.follow();
  }

  /* Shows other data; what that was loaded around stays where it is. */
  load(): void {
    const { shown, size, camera } = this;
    const { data } = this.props;
    const at = (from: GraphData | null) =>
      from?.graph.nodes[from.byFen.get(data.middle!)!];
    const [old, node] = [at(shown), at(data)];
    this.shown = data;
    this.unhover();
    if (!old || !node) return this.fit();
    const { x, y } = toView(camera, size, old);
    const { zoom } = camera;
    const middle = { ...fit(data.box, size), zoom, x: node.x, y: node.y };
    this.setCamera(panBy(middle, x - size.width / 2, y - size.height / 2));
  }

  /* When the gesture is over, asks for more where little is in sight. */
  rest(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      const { camera, size, props } = this;
      let [count, nearest, least] = [0, 0, 1];
      props.data.graph.nodes.forEach((node, index) => {
        const { x, y } = toView(camera, size, node);
        const far = Math.max(
          Math.abs(x / size.width - 0.5),
          Math.abs(y / size.height - 0.5),
        );
        if (far < 0.5) count++;
        if (far < least) [nearest, least] = [index, far];
      });
      if (count && count < SPARSE) props.onSparse?.(nearest);
    }, REST);
  }

  /* Shows the position on the board. */
  follow(): void {
    const { current, isSmall } = this.props;
    if (!isSmall) return this.reveal(current);
    if (current >= 0) this.center(current, this.scaleAround(current));
    else this.redraw();
  }

  center(node: number, zoom = this.camera.zoom): void {
    const at = this.props.data.graph.nodes[node];
    if (at) this.setCamera({ ...this.camera, x: at.x, y: at.y, zoom });
  }

  /* The zoom at which the moves from a node can be seen. */
  private scaleAround(node: number): number {
    const { x, ends } = this.props.data;
    let far = 1;
    for (let i = 0; i < ends.length; i += 2)
      if (ends[i] === node)
        far = Math.max(far, Math.abs(x[ends[i + 1]!]! - x[node]!));
    const zoom = (this.size.width / 2 - SMALL_MARGIN) / far;
    return Math.min(SMALL, Math.max(SMALL / 8, zoom));
  }

  /* Scrolls a node into view if it is not visible. */
  reveal(node: number): void {
    const at = this.props.data.graph.nodes[node];
    if (!at) return this.redraw();
    const { x, y } = toView(this.camera, this.size, at);
    const { width, height } = this.size;
    const isAway = (at: number, size: number) =>
      Math.abs(at - size / 2) > size / 2 - 30;
    if (isAway(x, width) || isAway(y, height)) this.center(node);
    else this.redraw();
  }

  zoom(factor: number, at?: Point): void {
    const middle = { x: this.size.width / 2, y: this.size.height / 2 };
    this.setCamera(zoomAt(this.camera, this.size, at ?? middle, factor));
    this.rest();
  }

  point(event: MouseEvent): Point {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  nodeAt(at: Point): number {
    const { camera, size, labels } = this;
    let far = Math.max((RADIUS + 4) * scaleDown(camera), 9);
    let nearest = -1;
    this.props.data.graph.nodes.forEach((node, index) => {
      const { x, y } = toView(camera, size, node);
      const distance = Math.hypot(x - at.x, y - at.y);
      if (distance > far) return;
      far = distance;
      nearest = index;
    });
    if (nearest >= 0) return nearest;
    const label = labels.find(
      ({ box: [left, top, right, bottom] }) =>
        at.x > left && at.x < right && at.y > top && at.y < bottom,
    );
    return label?.node ?? -1;
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
      this.rest();
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
    const pan = ["Left", "Up", "Right", "Down"].indexOf(
      event.key.replace("Arrow", ""),
    );
    const far = pan < 2 ? KEY_PAN : -KEY_PAN;
    if (pan >= 0)
      this.setCamera(panBy(this.camera, pan % 2 ? 0 : far, pan % 2 ? far : 0));
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
      center: (node) => {
        made.center(node, Math.max(made.camera.zoom, READABLE));
        made.rest();
      },
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

  useEffect(() => view.current?.load(), [props.data]);
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
        "The list of moves leads to the same positions."
      }
      onPointerDown={on((made, event) => {
        canvas.current?.setPointerCapture(event.pointerId);
        made.pointers.set(event.pointerId, made.point(event));
        if (made.pointers.size === 1) made.travelled = 0;
      })}
      onPointerMove={on((made, event) => made.move(event))}
      onPointerUp={on((made, event) => made.release(event))}
      onDblClick={(event) => {
        const made = view.current;
        if (made && made.nodeAt(made.point(event)) < 0) made.fit();
      }}
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
