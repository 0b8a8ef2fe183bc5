/** How the players of a rated game are rated, and what its end has changed. */

import { accounts } from '../accounts';
import type { RatedMatch } from '../messages';

export type RatedPlayer = RatedMatch['players'][number];

export class MatchRatings {
  match: RatedMatch | null = $state.raw(null);

  constructor(private readonly game: string) {}

  /** Ask the server, when both have sat down and when the game is over; without an answer the game is as good. */
  async ask(): Promise<void> {
    try {
      this.match = await accounts.fetchMatch(this.game);
    } catch {
      // What is known stays.
    }
  }

  /** What is known of a seat's player; nothing of players without a rating. */
  of(seat: number): RatedPlayer | null {
    const player = this.match?.players.find((one) => one.seat === seat);
    return player?.before == null ? null : player;
  }
}
