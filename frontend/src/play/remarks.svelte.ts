/** What the coach has to say: it may come before the decision it is about is on the screen, or too late. */

import type { CoachRemark, DecisionView, State } from '../messages';

/** Whether the decision is on the board, and the engine has not answered it. */
function isUnanswered({ status, turn, seats, moves }: State, { ply, text }: DecisionView): boolean {
  const byEngine = (one: { readonly seat: number } | null) =>
    one !== null && seats[one.seat]?.kind === 'engine';
  return (
    status === 'playing' &&
    byEngine(turn) &&
    moves[ply - 1]?.text === text &&
    !moves.slice(ply).some(byEngine)
  );
}

export class Remarks {
  private last: CoachRemark | null = $state.raw(null);

  constructor(private readonly state: () => State) {}

  private readonly hasCome = $derived.by(
    () => this.last !== null && this.last.version <= this.state().version,
  );
  /** A costly decision that has been pointed out; the engine waits for what becomes of it. */
  readonly decision: DecisionView | null = $derived.by(() =>
    this.last && this.hasCome && isUnanswered(this.state(), this.last.decision) ? this.last.decision : null,
  );

  /** The coach speaks; false: of a decision that is gone or answered. */
  hear(remark: CoachRemark): boolean {
    this.last = remark;
    this.look();
    return this.last !== null;
  }

  /** The game has gone on. What is taken back and decided once more is judged once more. */
  look(): void {
    if (this.hasCome && !this.decision) this.last = null;
  }

  /** The decision stands. */
  drop(): void {
    this.last = null;
  }
}
