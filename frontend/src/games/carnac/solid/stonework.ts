/** The granite of the stones with its carved and painted signs: one picture for all faces, and its relief. */

import { cover, newCanvas, paint, randomFrom, smoothNoise } from '../../../board/three/noise';
import type { StoneTheme } from '../choices';
import { SIGN_OF, STONE_PALETTES, type StoneColour } from '../palette';
import { SIGNS, type Point } from '../symbols';

const CELL = 256;
export const VARIANTS = 2;
const WIDTH = CELL * 2 * VARIANTS;
const HEIGHT = CELL * 3;
/** Granite is drawn once at this size and repeated; no multiple of it is a face, so no two faces are alike. */
const TILE = 320;
/** The relief needs half the fineness of the picture. */
const COARSE = 0.5;

/** A face's place in the picture, in texture coordinates: left, bottom, width and height. */
export type FaceRect = readonly [u: number, v: number, width: number, height: number];
export type FaceKind = 'side' | 'end';

function pixelRect(kind: FaceKind, colour: StoneColour, variant: number): [number, number, number, number] {
  const x = (variant * 2 + (colour === 'red' ? 0 : 1)) * CELL;
  return kind === 'side' ? [x, 0, CELL, CELL * 2] : [x, CELL * 2, CELL, CELL];
}

export function faceRect(kind: FaceKind, colour: StoneColour, variant: number): FaceRect {
  const [x, y, width, height] = pixelRect(kind, colour, variant);
  return [x / WIDTH, 1 - (y + height) / HEIGHT, width / WIDTH, height / HEIGHT];
}

export function stroke(
  pen: CanvasRenderingContext2D,
  points: readonly Point[],
  width: number,
  style: string,
): void {
  pen.strokeStyle = style;
  pen.lineWidth = width;
  pen.beginPath();
  points.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.stroke();
}

/** Every face in the picture. */
function* faces() {
  for (let variant = 0; variant < VARIANTS; variant++) {
    for (const colour of ['red', 'white'] as const) {
      for (const kind of ['side', 'end'] as const) {
        yield { variant, colour, rect: pixelRect(kind, colour, variant) };
      }
    }
  }
}

/** Run a painter once for each sign on each face, in that sign's own unit circle. */
function onEveryFace(pen: CanvasRenderingContext2D, paintSign: (colour: StoneColour) => void) {
  for (const { variant, colour, rect } of faces()) {
    const [x, y, width, height] = rect;
    for (let top = y; top < y + height; top += CELL) {
      pen.save();
      pen.translate(x + width / 2, top + CELL / 2);
      pen.scale(CELL * 0.345, CELL * 0.345);
      // Stones are turned every way, so the second set of faces is cut at another angle.
      pen.rotate(colour === 'white' ? variant * 2.2 + (top - y) / CELL : 0);
      pen.lineCap = pen.lineJoin = 'round';
      paintSign(colour);
      pen.restore();
    }
  }
}

/** A seamless piece of granite; with `relief` its heights instead of its colours. */
function graniteTile([r, g, b]: readonly [number, number, number], relief: boolean): HTMLCanvasElement {
  const [canvas, pen] = newCanvas(TILE, TILE);
  const cloud = smoothNoise(3, 7);
  const patch = smoothNoise(4, 19);
  const grain = smoothNoise(8, 152);
  const random = randomFrom(21);
  paint(pen, TILE, TILE, (x, y) => {
    const [u, v] = [x / TILE, y / TILE];
    const f = cloud(u * 7, v * 7) * 0.55 + patch(u * 19, v * 19) * 0.45;
    const s = grain(u * 152, v * 152);
    if (relief) {
      const level = 190 + f * 24 + s * 18;
      return [level, level, level];
    }
    // Granite is a mass of crystals: most near the mean, some of pale feldspar, some of black mica.
    const crystal = s > 0.82 ? 1.36 : s > 0.72 ? 1.12 : s < 0.16 ? 0.62 : 1;
    const light = (0.74 + f * 0.44) * crystal * (0.96 + random() * 0.08);
    return [r * light * (s > 0.82 ? 1.04 : 1), g * light, b * light];
  });
  return canvas;
}

/** The picture of all faces. */
export function stonePicture(theme: StoneTheme): HTMLCanvasElement {
  const palette = STONE_PALETTES[theme];
  const [canvas, pen] = newCanvas(WIDTH, HEIGHT);
  cover(pen, graniteTile(palette.granite, false), [0, 0, WIDTH, HEIGHT]);
  wearEdges(pen);
  onEveryFace(pen, (colour) => {
    const sign = SIGNS[SIGN_OF[colour]];
    for (const { points, over } of sign.strokes) {
      pen.lineCap = over ? 'butt' : 'round';
      stroke(pen, points, sign.width + 0.1, palette.groove);
      pen.lineCap = 'round';
      stroke(pen, points, sign.width, palette.paint[colour]);
    }
  });
  return canvas;
}

/** Corners of handled stone are paler and their faces a little darker towards the ground. */
function wearEdges(pen: CanvasRenderingContext2D) {
  pen.lineWidth = 5;
  for (const { rect } of faces()) {
    const [x, y, width, height] = rect;
    for (const [inset, alpha] of [
      [0, 0.2],
      [3, 0.12],
      [7, 0.06],
    ] as const) {
      pen.strokeStyle = `rgba(255,250,240,${alpha})`;
      pen.strokeRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset);
    }
  }
}

/** The relief as a normal map: rough granite, and grooves with a round bottom. */
export function stoneRelief(): HTMLCanvasElement {
  const [heights, pen] = newCanvas(WIDTH * COARSE, HEIGHT * COARSE);
  pen.scale(COARSE, COARSE);
  cover(pen, graniteTile([0, 0, 0], true), [0, 0, WIDTH, HEIGHT]);
  onEveryFace(pen, (colour) => {
    const sign = SIGNS[SIGN_OF[colour]];
    for (const { points, over } of sign.strokes) {
      pen.lineCap = over ? 'butt' : 'round';
      for (let depth = 0; depth <= 5; depth++) {
        const level = 185 - depth * 24;
        stroke(pen, points, sign.width + 0.1 - depth * 0.035, `rgb(${level},${level},${level})`);
      }
    }
  });
  return normalMap(heights, pen, 1.6);
}

/** Slopes of a grey height picture, as the renderer wants them. */
function normalMap(canvas: HTMLCanvasElement, pen: CanvasRenderingContext2D, strength: number) {
  const { width, height } = canvas;
  const level = pen.getImageData(0, 0, width, height).data;
  const at = (x: number, y: number) =>
    level[(Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))) * 4] as number;
  const [out, outPen] = newCanvas(width, height);
  paint(outPen, width, height, (x, y) => {
    const dx = ((at(x - 1, y) - at(x + 1, y)) / 255) * strength;
    const dy = ((at(x, y + 1) - at(x, y - 1)) / 255) * strength;
    const length = Math.hypot(dx, dy, 1);
    return [(dx / length) * 127 + 128, (dy / length) * 127 + 128, (1 / length) * 127 + 128];
  });
  return out;
}
