/** Seeded noise for the drawn materials: the same board looks the same on every machine. */

export type Random = () => number;

export function randomFrom(seed: number): Random {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Smooth value noise in 0..1 over a lattice of so many cells, after which it repeats without a seam. */
export function smoothNoise(seed: number, across: number, down = across): (x: number, y: number) => number {
  const random = randomFrom(seed);
  const lattice = Float32Array.from({ length: across * down }, random);
  const at = (x: number, y: number) => lattice[(y % down) * across + (x % across)] as number;
  return (x, y) => {
    const xi = Math.floor(x);
    const yi = Math.floor(y);
    const u = (x - xi) ** 2 * (3 - 2 * (x - xi));
    const v = (y - yi) ** 2 * (3 - 2 * (y - yi));
    const a = at(xi, yi);
    const b = at(xi + 1, yi);
    const c = at(xi, yi + 1);
    return a + (b - a) * u + (c - a) * v + (a - b - c + at(xi + 1, yi + 1)) * u * v;
  };
}

export function newCanvas(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('this browser draws no canvas');
  return [canvas, pen];
}

/** Fill a canvas pixel by pixel. */
export function paint(
  pen: CanvasRenderingContext2D,
  width: number,
  height: number,
  colour: (x: number, y: number) => readonly [number, number, number],
): void {
  const image = pen.createImageData(width, height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 4) {
      const [r, g, b] = colour(x, y);
      image.data[i] = r;
      image.data[i + 1] = g;
      image.data[i + 2] = b;
      image.data[i + 3] = 255;
    }
  }
  pen.putImageData(image, 0, 0);
}

/** Cover an area with a tile that has no seams, beginning anywhere in it. */
export function cover(
  pen: CanvasRenderingContext2D,
  tile: HTMLCanvasElement,
  [x, y, width, height]: readonly [number, number, number, number],
  [shiftX, shiftY]: readonly [number, number] = [0, 0],
): void {
  pen.save();
  pen.beginPath();
  pen.rect(x, y, width, height);
  pen.clip();
  pen.translate(x - shiftX, y - shiftY);
  pen.fillStyle = pen.createPattern(tile, 'repeat') as CanvasPattern;
  pen.fillRect(shiftX, shiftY, width, height);
  pen.restore();
}
