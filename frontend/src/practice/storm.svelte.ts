/** A storm: as many puzzles as possible before the server's clock runs out. */

import { loadParts } from '../games';
import type { PuzzleView, StormView } from '../messages';
import { hear } from '../sound';
import { Problem, type GameSource } from '../source';
import { t } from '../texts.svelte';
import { problemOf } from '../words';
import { keepOffer } from './offered';
import { PuzzleTable } from './table.svelte';
import { questionOf } from './words';

/** How long it is seen whether the last decision was right. */
const GLANCE_MS = 350;

export class Storm {
  view: StormView;
  puzzle: PuzzleView;
  table: PuzzleTable;
  /** Milliseconds left. */
  left = $state(0);
  over = $state(false);
  problem = $state('');
  /** What became of the last decision. */
  flash: 'right' | 'wrong' | null = $state(null);
  /** What became of each puzzle so far. */
  results: readonly boolean[] = $state.raw([]);
  /** Milliseconds that a storm lasts. */
  readonly length: number;
  /** The best score before this storm. */
  readonly best: number;
  /** The server's clock less ours. */
  private ahead = 0;
  private readonly timer: ReturnType<typeof setInterval>;
  private second = Infinity;

  private constructor(
    private readonly source: Pick<GameSource, 'tryStorm'>,
    first: StormView & { puzzle: PuzzleView },
    table: (storm: Storm) => PuzzleTable,
  ) {
    this.view = $state.raw(first);
    this.best = first.best ?? 0;
    this.length = first.ends - first.now;
    this.puzzle = $state.raw(first.puzzle);
    keepOffer(first.puzzle.puzzle);
    this.table = $state.raw(table(this));
    this.table.announcement = questionOf(this.puzzle);
    this.tell(first);
    this.timer = setInterval(() => this.tick(), 100);
  }

  static async begin(source: Pick<GameSource, 'tryStorm'>, first: StormView): Promise<Storm> {
    const { puzzle } = first;
    if (!puzzle) throw new Problem('invalid', 'a storm without a puzzle');
    const parts = await loadParts(first.game);
    const table = (storm: Storm) =>
      new PuzzleTable(puzzle, puzzle.moment, parts, (text) => void storm.attempt(text));
    return new Storm(source, { ...first, puzzle }, table);
  }

  close(): void {
    clearInterval(this.timer);
    this.table.close();
  }

  private async attempt(text: string): Promise<void> {
    this.problem = '';
    try {
      const { storm, moves } = this.view;
      await this.take(await this.source.tryStorm(storm, this.puzzle.puzzle, [...moves, text]));
    } catch (error) {
      this.problem = problemOf(error);
      if (!this.over) this.table.reopen();
    }
  }

  private async take(view: StormView): Promise<void> {
    const { table } = this;
    const { solved, missed } = this.view;
    this.tell(view);
    this.view = view;
    if (view.solved > solved) this.results = [...this.results, true];
    else if (view.missed > missed) this.results = [...this.results, false];
    if (view.right !== null) {
      this.flash = view.right ? 'right' : 'wrong';
      hear(view.right ? 'group' : 'step');
      const shown = table.show(view.steps);
      table.light(view.right ? 'green' : 'red');
      await shown;
      await new Promise((done) => setTimeout(done, GLANCE_MS));
    }
    this.flash = null;
    if (view.over || this.over) return this.end();
    if (view.puzzle) {
      this.puzzle = view.puzzle;
      keepOffer(view.puzzle.puzzle);
      this.table = new PuzzleTable(
        view.puzzle,
        view.puzzle.moment,
        table.parts,
        (text) => void this.attempt(text),
      );
      this.table.announcement = `${said(view.right)} ${questionOf(view.puzzle)}`;
    } else if (view.moment) {
      table.set(view.moment);
      table.announcement = `${said(view.right)} ${t('training.goon')}`;
    }
  }

  /** What the server's clock says. */
  private tell({ now, ends }: StormView): void {
    this.ahead = now - Date.now();
    this.left = Math.max(0, ends - now);
  }

  private tick(): void {
    this.left = Math.max(0, this.view.ends - (Date.now() + this.ahead));
    const second = Math.ceil(this.left / 1000);
    if (second < this.second && second <= 10 && second > 0) hear('tick');
    this.second = second;
    if (this.left === 0 && !this.over) this.end();
  }

  private end(): void {
    if (this.over) return;
    this.over = true;
    this.left = 0;
    this.table.open = false;
    clearInterval(this.timer);
    hear('end');
    this.table.announcement = t('storm.over', { count: this.view.solved });
  }
}

const said = (right: boolean | null): string => (right ? t('training.right') : t('training.wrong'));
