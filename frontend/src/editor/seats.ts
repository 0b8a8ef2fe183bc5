/** Who sits where in a game that begins from a position. */

import type { DeciderView, SeatRequest } from '../messages';

export type Opponent = 'engine' | 'friend' | 'screen';

/** One seat is mine; where several play, all others are of the same kind. */
export function seatsFor(
  deciders: readonly Pick<DeciderView, 'player'>[],
  mine: number,
  opponent: Opponent,
  level: number,
  name: string,
): SeatRequest[] {
  return deciders.map(({ player }): SeatRequest => {
    if (player === mine) return { kind: 'person', name };
    if (opponent === 'engine') return { kind: 'engine', level };
    return opponent === 'friend' ? { kind: 'open' } : { kind: 'person', name: '' };
  });
}
