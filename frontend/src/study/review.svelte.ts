/** The review of a chapter as far as it has got, by the nodes it is about. */

import type { DecisionView, StudyReview } from '../messages';

export type Whose = 'both' | string;
/** Where more of the decisions are costly than this, the turning points say more than all of them. */
const CROWDED = 1 / 3;
const MOST_TURNING_POINTS = 3;

/** A costly decision with the node it led to and the one it was taken in. */
export interface Mistake {
  readonly decision: DecisionView;
  readonly node: number;
  readonly before: number;
}

export class Reviewed {
  message: StudyReview | null = $state.raw(null);
  /** Whether it has been asked for. */
  running = $state(false);
  /** Whose mistakes are walked through. */
  whose: Whose = $state('both');
  /** What is walked through where much was costly. */
  walk: 'turning' | 'all' = $state('turning');

  readonly review = $derived.by(() => this.message?.review ?? null);
  readonly nodes: readonly number[] = $derived.by(() => this.message?.nodes ?? []);
  private readonly byNode: ReadonlyMap<number, DecisionView> = $derived.by(
    () => new Map(this.review?.decisions.map((decision) => [this.nodes[decision.ply] ?? -1, decision])),
  );
  readonly mistakes: readonly Mistake[] = $derived.by(() =>
    (this.review?.decisions ?? []).flatMap((decision) => {
      const [before, node] = [this.nodes[decision.ply - 1], this.nodes[decision.ply]];
      return decision.verdict && before !== undefined && node !== undefined
        ? [{ decision, node, before }]
        : [];
    }),
  );
  private readonly ofWhose: readonly Mistake[] = $derived.by(() =>
    this.mistakes.filter(({ decision }) => this.whose === 'both' || decision.colour === this.whose),
  );
  /** The costliest of those that are walked through, first; of both sides the server has chosen them. */
  readonly turningPoints: readonly Mistake[] = $derived.by(() => {
    if (this.whose !== 'both') {
      const costliest = [...this.ofWhose].sort((one, other) => other.decision.loss - one.decision.loss);
      return costliest.slice(0, MOST_TURNING_POINTS);
    }
    return (this.review?.turning_points ?? []).flatMap(
      (ply) => this.mistakes.find(({ decision }) => decision.ply === ply) ?? [],
    );
  });
  /** Whether so much was costly that a walk begins with the turning points. */
  readonly crowded = $derived.by(
    () =>
      this.mistakes.length > Math.max(MOST_TURNING_POINTS, CROWDED * (this.review?.decisions.length ?? 0)),
  );
  /** Whether every position has been looked at once. */
  readonly looked = $derived.by(() => this.review?.win_rates.every((rate) => rate !== null) ?? false);

  receive(message: StudyReview): void {
    // What is being deepened is worth less than what is finished, until it is finished itself.
    const before = this.message;
    const deepening =
      before?.review.key === message.review.key &&
      before.review.done === before.review.total &&
      message.review.simulations > before.review.simulations &&
      message.review.decisions.length < before.review.decisions.length;
    if (!deepening) this.message = message;
  }

  /** What was thought of the decision that led to a node. */
  of(node: number): DecisionView | null {
    return this.byNode.get(node) ?? null;
  }

  /** The chance of the side that began at a node; null where it is not known. */
  rateAt(node: number): number | null {
    const at = this.nodes.indexOf(node);
    return at < 0 ? null : (this.review?.win_rates[at] ?? null);
  }

  /** The next costly decision of those that are walked through, after or before so many decisions; round the end. */
  next(ply: number, by: 1 | -1): Mistake | null {
    const all =
      this.crowded && this.walk === 'turning'
        ? [...this.turningPoints].sort((one, other) => one.decision.ply - other.decision.ply)
        : this.ofWhose;
    if (by > 0) return all.find(({ decision }) => decision.ply > ply) ?? all[0] ?? null;
    return all.findLast(({ decision }) => decision.ply < ply) ?? all.at(-1) ?? null;
  }
}
