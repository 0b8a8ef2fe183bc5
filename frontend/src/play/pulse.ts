/** Signs of life of a player with a clock: without them the server cannot tell silence from a lost connection. */

import type { State } from '../messages';

/** Seconds from one to the next. */
const NEXT = 5;

/** Whether another person waits for this player's clock. */
const isTimed = ({ clock, status, you, seats }: State): boolean =>
  clock !== null &&
  !clock.correspondence &&
  status === 'playing' &&
  you.role === 'player' &&
  seats.some(({ kind, seat }) => kind === 'person' && !you.seats.includes(seat));

export class Pulse {
  private readonly timer: ReturnType<typeof setInterval>;
  private promised = false;

  constructor(
    private readonly state: () => State,
    private readonly send: (next: number | null) => void,
  ) {
    this.timer = setInterval(this.beat, NEXT * 1000);
    addEventListener('visibilitychange', this.beat);
    this.beat();
  }

  stop(): void {
    clearInterval(this.timer);
    removeEventListener('visibilitychange', this.beat);
  }

  /** A page that is not looked at is called too seldom to promise anything. */
  private readonly beat = (): void => {
    const promises = isTimed(this.state()) && !document.hidden;
    if (promises || this.promised) this.send(promises ? NEXT : null);
    this.promised = promises;
  };
}
