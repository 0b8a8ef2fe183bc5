/** The wooden board: a dark frame with inlaid coordinates around a paler field with its grid. */

import { fileLetter, onBoard, type BoardShape } from '../squares';
import { newCanvas, paint, randomFrom, smoothNoise } from './noise';

/** Width of the frame around the playing field, in squares. */
export const RIM = 0.62;

type Tone = readonly [number, number, number];
const OAK: Tone = [178, 129, 80];
const WALNUT: Tone = [82, 50, 30];

/** Planks of `plank` pixels along x; one piece where it is 0. */
function planks(width: number, height: number, seed: number, tone: Tone, plank: number): HTMLCanvasElement {
  const [canvas, pen] = newCanvas(width, height);
  const noise = smoothNoise(seed);
  const random = randomFrom(seed);
  const shade = Array.from({ length: 64 }, random);
  paint(pen, width, height, (x, y) => {
    const k = plank ? Math.floor(y / plank) % 32 : 0;
    const along = x + (shade[k] as number) * 900;
    const bend = noise(along / 260, y / 34 + k * 7) * 0.7 + noise(along / 110, y / 20) * 0.16;
    const ring = Math.sin((bend * 7 + y * 0.045 + (shade[k] as number) * 6) * 6.283) * 0.5 + 0.5;
    const fibre = noise(along / 22, y * 1.1);
    const v = 0.83 + 0.05 * ring + 0.1 * (fibre - 0.5) + 0.1 * ((shade[k + 32] as number) - 0.5);
    const seam = plank && y % plank < 1.4 ? 0.62 : 1;
    return [tone[0] * v * seam, tone[1] * v * seam, tone[2] * v * seam];
  });
  return canvas;
}

/** The edge of the board and everything else that is plain dark wood. */
export const frameSide = (): HTMLCanvasElement => planks(512, 64, 9, WALNUT, 0);

/** The board from above, `unit` pixels a square; `sideways` for viewers at its short sides. */
export function boardPicture(board: BoardShape, unit: number, sideways: boolean): HTMLCanvasElement {
  const { files, ranks } = board;
  const width = Math.round((files + 2 * RIM) * unit);
  const height = Math.round((ranks + 2 * RIM) * unit);
  const canvas = planks(width, height, 9, WALNUT, 0);
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
  const oak = planks(files * unit, ranks * unit, 5, OAK, unit);
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
