/** How a drawn stone came to be as it is: where it stood, and the way it fell. */

import { directionTo, fileOf, rankOf, squareAt, STEP, type Direction } from '../../board/squares';
import { otherStone, type StoneColour } from './palette';
import type { Stone } from './things';

/** A stone as it stood, and the way it fell: what its mesh is made and turned by. */
export interface Form {
  readonly file: number;
  readonly rank: number;
  readonly top: StoneColour;
  readonly axis: StoneColour;
  readonly fall: Direction | null;
}

/** The form behind a drawn stone. A lying one tells its look, not its fall: any fall with that look will do. */
export function formOf(stone: Stone): Form {
  const [first, second] = stone.squares as [string, string | undefined];
  if (!second) {
    const axis = stone.axis ?? 'red';
    return { file: fileOf(first), rank: rankOf(first), top: stone.top, axis, fall: null };
  }
  const fall = directionTo(first, second) ?? 'E';
  const [files, ranks] = STEP[fall];
  const axis = fall === 'E' || fall === 'W' ? stone.top : otherStone(stone.top);
  return { file: fileOf(first) - files, rank: rankOf(first) - ranks, top: 'white', axis, fall };
}

/** The fall that takes a standing stone to where it lies in the next drawing, or null if none does. */
export function fallBetween(before: Form, after: Stone): Direction | null {
  const [first, second] = after.squares;
  if (before.fall || !first || !second) return null;
  const origin = squareAt(before.file, before.rank);
  const fall = directionTo(origin, first);
  if (!fall || fall !== directionTo(origin, second)) return null;
  const far = Math.max(
    ...[first, second].map((s) => Math.abs(fileOf(s) - before.file) + Math.abs(rankOf(s) - before.rank)),
  );
  return far === 2 ? fall : null;
}

export interface Movement {
  readonly stone: Stone;
  /** As it stood before it fell; null for a stone that is set down. */
  readonly fall: { readonly from: Form; readonly direction: Direction } | null;
}

/** The movement that leads from some stones to others, or null where none does. */
export function movementTo(before: readonly Stone[], after: readonly Stone[]): Movement | null {
  const stone = after[after.length - 1];
  if (!stone) return null;
  if (after.length === before.length + 1) return stone.squares.length === 1 ? { stone, fall: null } : null;
  const stood = before[after.length - 1];
  if (after.length !== before.length || !stood) return null;
  const from = formOf(stood);
  const direction = fallBetween(from, stone);
  return direction && { stone, fall: { from, direction } };
}
