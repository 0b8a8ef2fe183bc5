/** The two signs carved into the stones, as strokes in a unit circle: the knot and the spiral. */

export type Point = readonly [x: number, y: number];
export interface Sign {
  /** Strokes from the bottom to the top; one that lies over another is drawn with a dark casing. */
  readonly strokes: readonly { readonly points: readonly Point[]; readonly over: boolean }[];
  readonly width: number;
}

/** A four-fold knot in one closed line: eight crossings, alternately over and under. */
function knot(): Sign {
  const steps = 256;
  const turn = Math.PI / 4;
  const at = (i: number): Point => {
    const t = (i / steps) * 2 * Math.PI;
    const x = (Math.sin(t) + 2 * Math.sin(3 * t)) / 3;
    const y = (Math.cos(t) - 2 * Math.cos(3 * t)) / 3;
    return [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
  };
  // The line runs over where sin 4t is negative, so each eighth of it is one strand.
  const strand = steps / 8;
  const strokes = Array.from({ length: 8 }, (_, k) => ({
    points: Array.from({ length: strand + 1 }, (_, i) => at(k * strand + i)),
    over: k % 2 === 1,
  }));
  return { strokes: [...strokes.filter((s) => !s.over), ...strokes.filter((s) => s.over)], width: 0.17 };
}

function spiral(): Sign {
  const steps = 120;
  const turns = 2.6;
  const points = Array.from({ length: steps + 1 }, (_, i): Point => {
    const t = i / steps;
    const angle = t * turns * 2 * Math.PI - 0.6;
    const radius = 0.06 + t * 0.84;
    return [Math.cos(angle) * radius, Math.sin(angle) * radius];
  });
  return { strokes: [{ points, over: false }], width: 0.19 };
}

export const SIGNS = { knot: knot(), spiral: spiral() } as const;
export type SignName = keyof typeof SIGNS;

/** A stroke as SVG path data. */
export const pathOf = (points: readonly Point[]): string =>
  points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}`).join('');
