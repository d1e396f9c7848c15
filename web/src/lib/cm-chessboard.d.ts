// cm-chessboard.d.ts - the part of cm-chessboard that we use

export interface VisualMoveInput {
  view: View;
  chessboard: Chessboard;
  draggablePiece: SVGSVGElement | null;
  createDraggablePiece(piece: string): void;
  moveDraggablePiece(x: number, y: number): void;
}

export interface View {
  squareWidth: number;
  squareHeight: number;
  svg: SVGSVGElement;
  markersLayer: SVGGElement;
  markersTopLayer: SVGGElement;
  visualMoveInput: VisualMoveInput;
  handleResize(): void;
}

export interface AnimationsQueue {
  queue: unknown[];
  workingOnPromise: boolean;
  enqueue(task: () => Promise<void>): Promise<void>;
}

export interface InputEvent {
  type: string;
  squareFrom: string;
  squareTo?: string;
  legalMove?: boolean;
}

export class Chessboard {
  constructor(context: HTMLElement, props: object);
  view: View;
  positionAnimationsQueue: AnimationsQueue;
  setPosition(fen: string, animated: boolean): Promise<void>;
  setOrientation(color: "w" | "b", animated: boolean): Promise<void>;
  getOrientation(): "w" | "b";
  enableMoveInput(handler: (event: InputEvent) => boolean | void): void;
  disableMoveInput(): void;
  cancelMoveInput(): void;
  isMoveInputEnabled(): boolean;
  destroy(): void;
}

export const INPUT_EVENT_TYPE: Record<
  | "moveInputStarted"
  | "movingOverSquare"
  | "validateMoveInput"
  | "moveInputCanceled"
  | "moveInputFinished",
  string
>;
