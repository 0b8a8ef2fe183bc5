/** A move the engine advises, as it would look on the board. */

import { DIRECTIONS } from '../../board/squares';
import type { CarnacScene } from '../../messages';
import { fallsFrom, type HeldStone, type StoneProspect } from './decide';
import type { StoneColour } from './palette';
import type { Fall } from './things';

const COLOUR_OF: Readonly<Record<string, StoneColour>> = { r: 'red', w: 'white' };

/** A placement's text: its square, the colour on top, the colour of the east and west sides. */
export function readPlacement(text: string): (HeldStone & { readonly square: string }) | null {
  const [, square, top, axis] = /^([a-n]\d+)([rw])([rw])$/.exec(text) ?? [];
  if (!square) return null;
  return {
    square,
    top: COLOUR_OF[top as string] as StoneColour,
    axis: COLOUR_OF[axis as string] as StoneColour,
  };
}

/** The megalith that waits for its answer. */
function waiting({ stones, pending }: CarnacScene): HeldStone | null {
  const stone = stones.find(({ squares }) => squares.length === 1 && squares[0] === pending);
  return stone?.axis ? { top: stone.top as StoneColour, axis: stone.axis as StoneColour } : null;
}

/** Where the megalith that waits would lie after an answer, and what it would show; null if it does not fall. */
export function fallOf(text: string, scene: CarnacScene): Fall | null {
  const direction = DIRECTIONS.find((one) => one === text);
  const stone = waiting(scene);
  return (direction && stone && scene.pending && fallsFrom(scene.pending, direction, stone)[0]) || null;
}

/** What a move would put on the board; null for one that puts nothing there. */
export function advised(text: string, scene: CarnacScene): StoneProspect | null {
  const placed = readPlacement(text);
  if (placed) {
    const { square, top, axis } = placed;
    return { text, stone: { squares: [square], top, axis }, falls: [] };
  }
  const fall = fallOf(text, scene);
  if (!fall) return null;
  // A lying stone names the square of its red end first, and its top end falls farthest.
  const squares = waiting(scene)?.top === 'red' ? [...fall.squares].reverse() : fall.squares;
  return { text, stone: { squares, top: fall.colour, axis: null }, falls: [] };
}
