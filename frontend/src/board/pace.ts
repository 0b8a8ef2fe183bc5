/** The pace of what is set down on the board, in either view. `u` runs from 0 to 1. */

export const SET_MS = 520;

/** Fast at first, then slow. */
const settling = (u: number): number => 1 - (1 - u) ** 3;

/** The part of a drop after which it has landed; the rest is a small rebound. */
export const LANDS = 0.72;

/** How high a thing that drops still is, from 1 to 0: it gathers speed, lands and settles. */
export function dropping(u: number): number {
  if (u < LANDS) return 1 - (u / LANDS) ** 2;
  return 0.045 * Math.sin((Math.PI * (u - LANDS)) / (1 - LANDS));
}

const CARRIED = 0.5;
/** The part of the way over and down after which it has landed. */
export const SET_LANDS = CARRIED + LANDS * (1 - CARRIED);

/** A thing that is carried over and let down: how far it has come, and how high it is held. */
export function carrying(u: number): { readonly way: number; readonly height: number } {
  if (u >= CARRIED) return { way: 1, height: dropping((u - CARRIED) / (1 - CARRIED)) };
  const way = settling(u / CARRIED);
  return { way, height: way };
}

/** Does something once, when `at` is reached. */
export function once(at: number, act: () => void): (u: number) => void {
  let done = false;
  return (u) => {
    if (done || u < at) return;
    done = true;
    act();
  };
}
