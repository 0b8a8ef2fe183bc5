/** The wooden board: a dark frame with inlaid coordinates around a paler field with its grid. */

import { fileLetter, onBoard, type BoardShape } from '../squares';
import { cover, newCanvas, paint, randomFrom, smoothNoise } from './noise';

/** Width of the frame around the playing field, in squares. */
export const RIM = 0.62;

const OAK = '#b98a58';
const WALNUT = '#57361f';
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
  const left = (file: number) => (RIM + file) * unit;
  const top = (rank: number) => (RIM + ranks - 1 - rank) * unit;

  for (let file = 0; file < files; file++) {
    for (let rank = 0; rank < ranks; rank++) {
      if (!onBoard(board, file, rank)) continue;
      const x = file * unit;
      const y = (ranks - 1 - rank) * unit;
      pen.drawImage(oak, x, y, unit, unit, left(file), top(rank), unit, unit);
      if ((file + rank) % 2) {
        pen.fillStyle = 'rgba(60,30,8,.07)';
        pen.fillRect(left(file), top(rank), unit, unit);
      }
      groove(pen, left(file), top(rank), unit);
    }
  }
  coordinates(pen, board, unit, sideways, left, top);
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

function coordinates(
  pen: CanvasRenderingContext2D,
  board: BoardShape,
  unit: number,
  sideways: boolean,
  left: (file: number) => number,
  top: (rank: number) => number,
) {
  const { files, ranks } = board;
  pen.font = `${unit * 0.3}px Marcellus, Optima, Georgia, serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const inlay = (text: string, x: number, y: number, turned: boolean) => {
    pen.save();
    pen.translate(x, y);
    pen.rotate((turned ? Math.PI : 0) - (sideways ? Math.PI / 2 : 0));
    pen.fillStyle = 'rgba(20,10,4,.8)';
    pen.fillText(text, 1.5, 2);
    pen.fillStyle = '#e9cf9f';
    pen.fillText(text, 0, 0);
    pen.restore();
  };
  // Half of the coordinates is written for each of two viewers who sit opposite each other.
  for (let file = 0; file < files; file++) {
    const x = left(file) + unit / 2;
    inlay(fileLetter(file), x, (RIM + ranks + RIM / 2) * unit, false);
    inlay(fileLetter(file), x, (RIM / 2) * unit, true);
  }
  for (let rank = 0; rank < ranks; rank++) {
    const y = top(rank) + unit / 2;
    inlay(String(rank + 1), (RIM / 2) * unit, y, sideways);
    inlay(String(rank + 1), (RIM + files + RIM / 2) * unit, y, !sideways);
  }
}
