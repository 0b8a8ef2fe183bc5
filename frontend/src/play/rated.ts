/** What a rated game shows besides, once that has come. */

import type { Changed, MatchRatings, SeatRating } from '../rated';

export interface Rated {
  readonly ratings: MatchRatings;
  readonly SeatRating: typeof SeatRating;
  readonly Changed: typeof Changed;
}
