/** The last decisions of a game, played out against a defence that makes no mistake. */

import type { GameParts } from '../games/game';
import type { EndgameMoved, EndgameView, Moment } from '../messages';
import { hear } from '../sound';
import type { GameSource } from '../source';
import { t } from '../texts.svelte';
import { problemOf } from '../words';
import { PuzzleTable } from './table.svelte';
import { endgameQuestion, leftSentence } from './words';

export class Endgame {
  stage: 'open' | 'asking' | 'slipped' | 'won' | 'lost' = $state('open');
  /** The answer to a decision that gave the result away. */
  slip: EndgameMoved | null = $state.raw(null);
  /** Decisions that had to be taken back. */
  slips = $state(0);
  problem = $state('');
  moves: readonly string[] = $state.raw([]);
  readonly table: PuzzleTable;
  private before: { moment: Moment; moves: readonly string[] };

  constructor(
    private readonly source: Pick<GameSource, 'moveEndgame'>,
    readonly view: EndgameView,
    parts: GameParts,
  ) {
    this.before = { moment: view.moment, moves: [] };
    this.table = new PuzzleTable(view, view.moment, parts, (text) => void this.play(text));
    this.table.announcement = endgameQuestion(view);
  }

  /** Whether nothing is left to decide. */
  get over(): boolean {
    return this.stage === 'won' || this.stage === 'lost';
  }

  /** From the beginning. */
  restart(): void {
    this.begin({ moment: this.view.moment, moves: [] });
  }

  /** The decision that gave the result away is taken back. */
  takeBack(): void {
    if (this.slip) this.begin(this.before);
  }

  /** Play on all the same. */
  goOn(): void {
    const { slip } = this;
    if (!slip) return;
    this.slip = null;
    this.settle(slip);
  }

  /** What would have kept the result, in words; empty where nothing was given away. */
  get better(): string {
    const move = this.slip?.better[0];
    return move ? this.table.parts.words.moveExplained(move, this.before.moment.scene) : '';
  }

  private begin(from: { moment: Moment; moves: readonly string[] }): void {
    this.slip = null;
    this.problem = '';
    this.moves = from.moves;
    this.stage = 'open';
    this.table.set(from.moment);
  }

  private async play(text: string): Promise<void> {
    const { table } = this;
    this.problem = '';
    this.stage = 'asking';
    try {
      this.before = { moment: table.moment, moves: this.moves };
      const moved = await this.source.moveEndgame(this.view.endgame, [...this.moves, text]);
      this.moves = moved.moves;
      const shown = table.show(moved.steps);
      table.light(moved.kept ? 'green' : 'red');
      if (!(await shown)) return;
      const said = moved.steps.slice(1).map((_, i) => table.sentence(i + 1));
      if (moved.kept) return this.settle(moved, said);
      this.slips++;
      this.slip = moved;
      this.stage = 'slipped';
      table.announcement = [t('endgame.slip'), leftSentence(moved.result), ...said].join(' ');
    } catch (error) {
      this.problem = problemOf(error);
      this.stage = 'open';
      table.reopen();
    }
  }

  private settle(moved: EndgameMoved, said: readonly string[] = []): void {
    const { table } = this;
    if (moved.moment.turn) {
      table.set(moved.moment);
      this.stage = 'open';
      table.announcement = [...said, t('training.goon')].join(' ');
      return;
    }
    const { winner } = moved.moment;
    const result = winner === this.view.colour ? 'win' : winner ? 'loss' : 'draw';
    const kept = result === 'win' || result === this.view.result;
    this.stage = kept ? 'won' : 'lost';
    table.set(moved.moment);
    table.announcement = t(kept ? 'endgame.won' : 'endgame.lost');
    hear('end');
  }
}
