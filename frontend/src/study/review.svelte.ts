/** The review of a chapter as far as it has got, by the nodes it is about. */

import type { DecisionView, StudyReview } from '../messages';

/** Both sides, or the colour that a side has at the end. */
export type Whose = 'both' | string;
/** Of more mistakes than this, a lesson takes the costliest first. */
const MANY = 5;
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

  constructor(
    /** The colour of the person who looks; null where that is not known. */
    readonly yours: string | null = null,
  ) {}

  readonly review = $derived.by(() => this.message?.review ?? null);
  readonly nodes: readonly number[] = $derived.by(() => this.message?.nodes ?? []);
  /** Whether every position has been looked at once. */
  readonly looked = $derived.by(() => this.review?.evaluations.every((one) => one !== null) ?? false);
  /** What is thought of the decisions: nothing before the first look is done, because the first words would change. */
  private readonly decisions: readonly DecisionView[] = $derived.by(() =>
    this.looked ? (this.review?.decisions ?? []) : [],
  );
  /** How both sides have played, once that can be said. */
  readonly sides = $derived.by(() => (this.looked ? (this.review?.sides ?? []) : []));
  private readonly byNode: ReadonlyMap<number, DecisionView> = $derived.by(
    () => new Map(this.decisions.map((decision) => [this.nodes[decision.ply] ?? -1, decision])),
  );
  readonly mistakes: readonly Mistake[] = $derived.by(() =>
    this.decisions.flatMap((decision) => {
      const [before, node] = [this.nodes[decision.ply - 1], this.nodes[decision.ply]];
      return decision.verdict && before !== undefined && node !== undefined
        ? [{ decision, node, before }]
        : [];
    }),
  );
  private readonly ofWhose: readonly Mistake[] = $derived.by(() => this.mistakesOf(this.whose));
  /** The costliest of those that are walked through, first; of both sides the server has chosen them. */
  readonly turningPoints: readonly Mistake[] = $derived.by(() => {
    if (this.whose !== 'both') return costliest(this.ofWhose);
    return (this.review?.turning_points ?? []).flatMap(
      (ply) => this.mistakes.find(({ decision }) => decision.ply === ply) ?? [],
    );
  });
  /** Whom a lesson is for: the side that was chosen, or the person who looks. */
  readonly learner: Whose = $derived.by(() => (this.whose === 'both' ? (this.yours ?? 'both') : this.whose));

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

  /** The costly decisions of a side; people keep their side when colours are swapped. */
  mistakesOf(whose: Whose): readonly Mistake[] {
    if (whose === 'both') return this.mistakes;
    const own = this.sides.find(({ colour }) => colour === whose)?.side;
    return this.mistakes.filter(({ decision: { side, colour } }) =>
      own === undefined ? colour === whose : side === own,
    );
  }

  isYours(mistake: Mistake): boolean {
    return this.yours !== null && this.mistakesOf(this.yours).some(({ node }) => node === mistake.node);
  }

  /** What is worth learning from, of a side: mistakes and blunders, no mere inaccuracies. */
  graveOf(whose: Whose): readonly Mistake[] {
    return this.mistakesOf(whose).filter(({ decision }) => decision.verdict !== 'inaccuracy');
  }

  /** What a lesson begins with, in the order of the game, and what it leaves for later. */
  lesson(): { first: readonly Mistake[]; rest: readonly Mistake[] } {
    const all = this.graveOf(this.learner);
    const first = new Set(all.length > MANY ? costliest(all) : all);
    return { first: all.filter((one) => first.has(one)), rest: all.filter((one) => !first.has(one)) };
  }

  /** The next costly decision after or before so many decisions; round the end. */
  next(ply: number, by: 1 | -1): Mistake | null {
    const all = this.ofWhose;
    if (by > 0) return all.find(({ decision }) => decision.ply > ply) ?? all[0] ?? null;
    return all.findLast(({ decision }) => decision.ply < ply) ?? all.at(-1) ?? null;
  }
}

const costliest = (mistakes: readonly Mistake[]): readonly Mistake[] =>
  [...mistakes].sort((one, other) => other.decision.loss - one.decision.loss).slice(0, MOST_TURNING_POINTS);
