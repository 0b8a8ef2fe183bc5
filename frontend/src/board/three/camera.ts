/** Where the board is looked at from, and how far away that must be to see all of it. Angles in degrees. */

export interface Viewpoint {
  /** Around the board: 0 from the south, 90 from the east. */
  readonly yaw: number;
  /** Away from the vertical: 0 straight from above. */
  readonly tilt: number;
  readonly fov: number;
  readonly zoom: number;
  /** The point of the board that is looked at. */
  readonly x: number;
  readonly z: number;
}

export type Vec = readonly [x: number, y: number, z: number];

/** What must be seen: the corners of the wood, how high things rise on it, and how far the stockpile reaches. */
export interface Extent {
  readonly corners: readonly (readonly [x: number, z: number])[];
  readonly high: number;
  readonly beyond: number;
  /** The seat whose far side that is. */
  readonly quarter: number;
}

const RAD = Math.PI / 180;
/** From so far away that what stands upright does not lean: two degrees already show their sides. */
const BIRD_FOV = 0.4;
const NEAREST_TILT = 4;
const FLATTEST_TILT = 80;

export const isBird = (view: Viewpoint): boolean => view.tilt < NEAREST_TILT;

/**
 * The seat's own view, square to the player and 57° high: things still show their sides, and hide little of what is
 * behind them. `quarter` turns of 90° bring the board round for white and for narrow screens.
 */
export function homeView(quarter: number): Viewpoint {
  return { yaw: quarter * 90, tilt: 33, fov: 24, zoom: 1, x: 0, z: 0 };
}

export function birdView(quarter: number): Viewpoint {
  return { yaw: quarter * 90, tilt: 0.01, fov: BIRD_FOV, zoom: 1, x: 0, z: 0 };
}

/** Drag by so many pixels; from the bird's-eye view the first drag tips the board up again. */
export function orbit(view: Viewpoint, dx: number, dy: number): Viewpoint {
  const tilt = Math.min(FLATTEST_TILT, Math.max(NEAREST_TILT, view.tilt - dy * 0.3));
  return { ...view, yaw: view.yaw - dx * 0.35, tilt, fov: 24 };
}

export function zoomBy(view: Viewpoint, factor: number, towards: { x: number; z: number } | null): Viewpoint {
  const zoom = Math.min(4, Math.max(0.7, view.zoom * factor));
  const ease = zoom > 1 && towards ? 1 - view.zoom / zoom : 0;
  const pull = zoom <= 1 ? 0 : 1;
  return {
    ...view,
    zoom,
    x: pull * (view.x + ((towards?.x ?? view.x) - view.x) * ease),
    z: pull * (view.z + ((towards?.z ?? view.z) - view.z) * ease),
  };
}

const mix = (a: number, b: number, u: number) => a + (b - a) * u;
export const smooth = (u: number): number => u * u * (3 - 2 * u);

/** Part of the way from one view to another, `u` from 0 to 1, by the shorter way round. */
export function between(a: Viewpoint, b: Viewpoint, u: number): Viewpoint {
  const e = smooth(u);
  const turn = ((((b.yaw - a.yaw) % 360) + 540) % 360) - 180;
  return {
    yaw: a.yaw + turn * e,
    tilt: mix(a.tilt, b.tilt, e),
    // The distance goes with 1/fov, so that is what has to change evenly.
    fov: 1 / mix(1 / a.fov, 1 / b.fov, e),
    zoom: mix(a.zoom, b.zoom, e),
    x: mix(a.x, b.x, e),
    z: mix(a.z, b.z, e),
  };
}

/** The camera's axes: to its right, up, and backwards out of the picture. */
export function axes(view: Viewpoint): { right: Vec; up: Vec; back: Vec } {
  const y = view.yaw * RAD;
  const t = view.tilt * RAD;
  return {
    right: [Math.cos(y), 0, -Math.sin(y)],
    up: [-Math.sin(y) * Math.cos(t), Math.sin(t), -Math.cos(y) * Math.cos(t)],
    back: [Math.sin(y) * Math.sin(t), Math.cos(t), Math.cos(y) * Math.sin(t)],
  };
}

const dot = (a: Vec, b: Vec) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const LOW = -0.5;
/** A pile beside the board stands on the table, lower than the board. */
const PILE_HIGH = 0.5;

/** Points that must all be in the picture; from above the stockpile may be cut off. */
export function corners({ corners: wood, high, beyond, quarter }: Extent, flat: boolean): Vec[] {
  const seen = wood.flatMap(([x, z]) => (flat ? [0] : [LOW, high]).map((y): Vec => [x, y, z]));
  if (flat || !beyond) return seen;
  const [dx, dz] = [
    [0, -1],
    [-1, 0],
    [0, 1],
    [1, 0],
  ][quarter & 3] as [number, number];
  const reach = Math.max(...wood.map(([x, z]) => x * dx + z * dz)) + beyond;
  return [...seen, [dx * reach, PILE_HIGH, dz * reach]];
}

/** The distance at which the whole extent just fits, and how far the picture must move up to be centred. */
export function fit(view: Viewpoint, extent: Extent, aspect: number): { distance: number; shift: number } {
  const { right, up, back } = axes(view);
  const slope = Math.tan((view.fov * RAD) / 2);
  const points = corners(extent, isBird(view)).map((p) => [dot(p, right), dot(p, up), dot(p, back)] as const);
  const span = (distance: number) => {
    let wide = 0;
    let low = Infinity;
    let high = -Infinity;
    for (const [x, y, depth] of points) {
      const reach = (distance - depth) * slope;
      wide = Math.max(wide, Math.abs(x) / (reach * aspect));
      low = Math.min(low, y / reach);
      high = Math.max(high, y / reach);
    }
    return { wide, low, high };
  };
  let near = Math.max(...points.map((p) => p[2])) + 0.5;
  let far = 40 / slope;
  for (let i = 0; i < 32; i++) {
    const middle = (near + far) / 2;
    const { wide, low, high } = span(middle);
    if (wide > 0.96 || high - low > 1.91) near = middle;
    else far = middle;
  }
  const { low, high } = span(far);
  return { distance: far, shift: (low + high) / 2 };
}
