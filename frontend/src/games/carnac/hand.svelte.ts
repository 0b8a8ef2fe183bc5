/** Deciding in Carnac: the stone that is got ready, and the answers to the opponent's. */

import type { Square } from '../../board/squares';
import type { CarnacLegal, CarnacScene } from '../../messages';
import type { Hand, Deciding } from '../game';
import {
  answerFalls,
  answerFor,
  answerProspect,
  flipped,
  stoneProspect,
  turned,
  type HeldStone,
  type StoneProspect,
} from './decide';
import type { Fall } from './things';

export class StoneHand implements Hand<StoneProspect> {
  held: HeldStone = $state.raw({ top: 'red', axis: 'white' });
  /** Nearly every square may be chosen, so none is lit. */
  readonly lit: ReadonlySet<Square> = new Set();

  constructor(private readonly table: Deciding<CarnacScene, CarnacLegal>) {}

  get legal(): CarnacLegal | null {
    return this.table.legal;
  }

  /** The falls to choose from while a stone waits for its answer. */
  readonly answers: readonly Fall[] = $derived.by(() => {
    const { legal, scene } = this.table;
    return legal && scene.pending ? answerFalls(legal.answers, scene.pending) : [];
  });

  prospectsAt(square: Square): StoneProspect[] {
    const { legal, state } = this.table;
    const prospect = legal && stoneProspect(legal, state.letters, this.held, square);
    return prospect ? [prospect] : [];
  }

  key(key: string): boolean {
    if (this.answer(key)) return true;
    if (key === 'T') this.flip();
    else if (key === 'R') this.turn();
    else return false;
    return true;
  }

  /** Answer with a letter of the compass or a dash; true if that is an answer now. */
  answer(text: string): boolean {
    const { legal } = this.table;
    const answer = legal && answerFor(legal, text);
    if (answer) this.table.propose(answerProspect(answer));
    return Boolean(answer);
  }

  flip(): void {
    this.held = flipped(this.held);
  }

  turn(): void {
    this.held = turned(this.held);
  }
}
