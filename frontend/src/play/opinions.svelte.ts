/** What the engine thinks of a game's positions; what it says of one that is not on the screen yet waits. */

import { Evaluations, keysOf } from '../evaluations.svelte';
import type { EvaluationView, State } from '../messages';

export interface Opinion {
  readonly version: number;
  readonly ply: number;
  readonly evaluation: EvaluationView;
}

type Shown = Pick<State, 'version' | 'moves'>;

/** How many versions are remembered: an opinion may come when the game has gone on. */
const MOST_VERSIONS = 32;

export class Opinions extends Evaluations {
  private early: Opinion[] = [];
  private versions: Shown[] = [];

  /** An opinion has come; which moves it is about is known when its version is shown. */
  hear(opinion: Opinion, state: Shown): void {
    this.early.push(opinion);
    this.shown(state);
  }

  /** The game is shown as it was at this version. */
  shown(state: Shown): void {
    if (state.version !== this.versions.at(-1)?.version) {
      this.versions = [
        ...this.versions.slice(1 - MOST_VERSIONS),
        { version: state.version, moves: state.moves },
      ];
    }
    const due = this.early.filter(({ version }) => version <= state.version);
    if (!due.length) return;
    this.early = this.early.filter(({ version }) => version > state.version);
    this.learn(
      due.flatMap(({ version, ply, evaluation }) => {
        const then = this.versions.findLast((one) => one.version <= version);
        const key = then && keysOf(then.moves)[ply];
        return key === undefined ? [] : [[key, evaluation] as const];
      }),
    );
  }
}
