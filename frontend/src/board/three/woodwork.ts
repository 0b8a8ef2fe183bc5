/** The wooden board: a dark frame with inlaid coordinates around a paler field with its grid. */

import { fileOf, onBoard, rankOf, type BoardShape } from '../squares';
import { coordinates, holes, INLAYS, inlays, RIM, WOOD } from '../wood';
import { cover, newCanvas, paint, randomFrom, smoothNoise } from './noise';

/** From the squares to the line along a side. */
const INLAY_GAP = 0.1;
const OAK = WOOD.oak[1];
const WALNUT = WOOD.walnut[0];
const GRAIN_WIDTH = 640;
const GRAIN_HEIGHT = 200;

let grown: HTMLCanvasElement | null = null;

/** A seamless piece of wood without colour: long fibres and the bent rings of the trunk. Drawn once. */
function grainTile(): HTMLCanvasElement {
  if (grown) return grown;
  const [canvas, pen] = newCanvas(GRAIN_WIDTH, GRAIN_HEIGHT);
  const bend = smoothNoise(5, 3, 7);
  const wave = smoothNoise(6, 6, 11);
  const fibre = smoothNoise(7, 28, 180);
  paint(pen, GRAIN_WIDTH, GRAIN_HEIGHT, (x, y) => {
    const [u, v] = [x / GRAIN_WIDTH, y / GRAIN_HEIGHT];
    const rings = bend(u * 3, v * 7) * 0.7 + wave(u * 6, v * 11) * 0.16;
    const ring = Math.sin((rings * 7 + v * 9) * 2 * Math.PI) * 0.5 + 0.5;
    const level = 255 * (0.84 + 0.06 * ring + 0.12 * (fibre(u * 28, v * 180) - 0.5));
    return [level, level, level];
  });
  return (grown = canvas);
}

/** Planks of `plank` pixels along x, each from another part of the tree; one piece where it is 0. */
function planks(grain: HTMLCanvasElement, width: number, height: number, tone: string, plank: number) {
  const [canvas, pen] = newCanvas(width, height);
  const random = randomFrom(9);
  const thick = plank || height;
  for (let y = 0; y < height; y += thick) {
    cover(pen, grain, [0, y, width, thick], [random() * GRAIN_WIDTH, random() * GRAIN_HEIGHT]);
    pen.fillStyle = `rgba(${random() < 0.5 ? '0,0,0' : '255,255,255'},${random() * 0.1})`;
    pen.fillRect(0, y, width, thick);
    pen.fillStyle = 'rgba(30,14,4,.4)';
    if (plank) pen.fillRect(0, y, width, 1.4);
  }
  pen.globalCompositeOperation = 'multiply';
  pen.fillStyle = tone;
  pen.fillRect(0, 0, width, height);
  pen.globalCompositeOperation = 'source-over';
  return canvas;
}

/** Everything that is plain dark wood. */
export const frameSide = (): HTMLCanvasElement => planks(grainTile(), 512, 64, WALNUT, 0);

/** The board from above, `unit` pixels a square; `sideways` for viewers at its short sides. */
export function boardPicture(board: BoardShape, unit: number, sideways: boolean): HTMLCanvasElement {
  const { files, ranks } = board;
  const width = Math.round((files + 2 * RIM) * unit);
  const height = Math.round((ranks + 2 * RIM) * unit);
  const grain = grainTile();
  const canvas = planks(grain, width, height, WALNUT, 0);
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
  const oak = planks(grain, files * unit, ranks * unit, OAK, unit);
  const left = (x: number) => (RIM + x) * unit;
  const top = (y: number) => (RIM + ranks - y) * unit;

  for (let file = 0; file < files; file++) {
    for (let rank = 0; rank < ranks; rank++) {
      if (!onBoard(board, file, rank)) continue;
      const [x, y] = [left(file), top(rank + 1)];
      pen.drawImage(oak, file * unit, (ranks - 1 - rank) * unit, unit, unit, x, y, unit, unit);
      if ((file + rank) % 2) {
        pen.fillStyle = 'rgba(60,30,8,.07)';
        pen.fillRect(x, y, unit, unit);
      }
      groove(pen, x, y, unit);
    }
  }
  inlaySides(pen, board, unit, left, top);
  inlayNames(pen, board, unit, sideways, left, top);
  // Through a hole the table is seen.
  for (const square of holes(board)) pen.clearRect(left(fileOf(square)), top(rankOf(square) + 1), unit, unit);
  return canvas;
}

/** A scored line has a dark bed and a lit lower lip. */
function groove(pen: CanvasRenderingContext2D, x: number, y: number, unit: number) {
  pen.lineWidth = Math.max(1.5, unit * 0.02);
  pen.strokeStyle = 'rgba(38,20,8,.62)';
  pen.strokeRect(x, y, unit, unit);
  pen.lineWidth = 1;
  pen.strokeStyle = 'rgba(255,232,190,.16)';
  pen.strokeRect(x + 1.5, y + 1.5, unit, unit);
}

type OnCanvas = (at: number) => number;

function inlaySides(
  pen: CanvasRenderingContext2D,
  board: BoardShape,
  unit: number,
  left: OnCanvas,
  top: OnCanvas,
) {
  pen.lineCap = 'butt';
  for (const { pair, from, to } of inlays(board, INLAY_GAP)) {
    for (const [width, style] of [
      [0.1, 'rgba(20,10,4,.8)'],
      [0.065, INLAYS[pair % INLAYS.length] as string],
    ] as const) {
      pen.lineWidth = unit * width;
      pen.strokeStyle = style;
      pen.beginPath();
      pen.moveTo(left(from[0]), top(from[1]));
      pen.lineTo(left(to[0]), top(to[1]));
      pen.stroke();
    }
  }
}

function inlayNames(
  pen: CanvasRenderingContext2D,
  board: BoardShape,
  unit: number,
  sideways: boolean,
  left: OnCanvas,
  top: OnCanvas,
) {
  pen.font = `${unit * (board.squares ? 0.25 : 0.3)}px Marcellus, Optima, Georgia, serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  // Half of the coordinates is written for each of two viewers who sit opposite each other.
  for (const { text, at, far, file } of coordinates(board)) {
    pen.save();
    pen.translate(left(at[0]), top(at[1]));
    pen.rotate((far !== (sideways && !file) ? Math.PI : 0) - (sideways ? Math.PI / 2 : 0));
    pen.fillStyle = 'rgba(20,10,4,.8)';
    pen.fillText(text, 1.5, 2);
    pen.fillStyle = WOOD.label;
    pen.fillText(text, 0, 0);
    pen.restore();
  }
}
