/** One number for each position: the deepest look that anything on the page has heard of. */

import type { EvaluationView } from './messages';

/** The name of a position: the moves that lead to it. */
export const after = (key: string, move: string): string => (key ? `${key} ${move}` : move);

/** The names of the positions of a game, from its start to the one after the last move. */
export function keysOf(moves: readonly { readonly text: string }[]): string[] {
  const keys = [''];
  for (const { text } of moves) keys.push(after(keys.at(-1) ?? '', text));
  return keys;
}

/** Whether one look was deeper than another; what is certain cannot be known better. */
export const isDeeper = (one: EvaluationView, other: EvaluationView | null): boolean =>
  !other || (other.simulations !== null && (one.simulations ?? Infinity) > other.simulations);

export class Evaluations {
  private known: ReadonlyMap<string, EvaluationView> = $state.raw(new Map());

  of(key: string): EvaluationView | null {
    return this.known.get(key) ?? null;
  }

  /** Take in what was thought of some positions; what is known better stays. */
  learn(found: Iterable<readonly [key: string, evaluation: EvaluationView | null]>): void {
    let known: Map<string, EvaluationView> | null = null;
    for (const [key, evaluation] of found) {
      if (!evaluation || !isDeeper(evaluation, (known ?? this.known).get(key) ?? null)) continue;
      known ??= new Map(this.known);
      known.set(key, evaluation);
    }
    if (known) this.known = known;
  }
}
