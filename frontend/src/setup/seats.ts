/** Who sits where in a game that begins from a position. */

import type { DeciderView, SeatRequest } from '../messages';

export type Opponent = 'engine' | 'friend' | 'screen';
/** A player who plays on from a position; where colours can be chosen, with theirs. */
export type Side = Pick<DeciderView, 'player'> & Partial<DeciderView>;

/** One seat is mine; where several play, all others are of the same kind. */
export function seatsFrom(
  sides: readonly Side[],
  mine: number,
  opponent: Opponent,
  level: number,
  name: string,
): SeatRequest[] {
  return sides.map(({ player }): SeatRequest => {
    if (player === mine) return { kind: 'person', name };
    if (opponent === 'engine') return { kind: 'engine', level };
    return opponent === 'friend' ? { kind: 'open' } : { kind: 'person', name: '' };
  });
}
