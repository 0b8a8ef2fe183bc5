/** A puzzle being solved: what was tried, what became of it, and why a try fails. */

import type { GameParts } from '../games/game';
import type {
  Judged,
  PlayedStep,
  PuzzleTried,
  PuzzleView,
  PuzzleWhy,
  Refutation,
  StreakView,
} from '../messages';
import { hear } from '../sound';
import { Problem, type GameSource } from '../source';
import { t } from '../texts.svelte';
import { claimSentences } from '../verdicts';
import { problemOf } from '../words';
import { keepSolved } from './solved';
import { PuzzleTable } from './table.svelte';
import { leftSentence, whySentence } from './words';

/** A proof that takes long is asked for again: this often, and after this long. */
const PROOF_TRIES = 8;
const PROOF_MS = 3000;

export class Solving {
  /** What it waits for: a decision, the judgement, a look at why it failed; or it is over. */
  stage: 'open' | 'asking' | 'wrong' | 'solved' | 'shown' = $state('open');
  /** How many of the decisions have been found. */
  found = $state(0);
  /** Tries that failed. */
  missed = $state(0);
  /** Why the last try failed, once that is proven. */
  refutation: Refutation | null = $state.raw(null);
  /** Why the solution works, once that is proven. */
  why: PuzzleWhy | null = $state.raw(null);
  /** The try most like the solution is on the board, with its refutation. */
  missShown = $state(false);
  /** It is being proven. */
  proving = $state(false);
  /** What the solution has done for the learner. */
  judged: Judged | null = $state.raw(null);
  streak: StreakView | null = $state.raw(null);
  /** The hint has been asked for. */
  hinted = $state(false);
  problem = $state('');
  /** The line so far, both sides' decisions. */
  moves: readonly string[] = $state.raw([]);
  readonly table: PuzzleTable;
  /** The last try. */
  private last = '';
  /** What has been played so far. */
  private steps: readonly PlayedStep[] = [];
  /** Counts what has been asked for proofs: an answer that comes too late is left alone. */
  private questions = 0;

  constructor(
    private readonly source: Pick<GameSource, 'tryPuzzle' | 'fetchSolution' | 'fetchWhy'>,
    readonly puzzle: PuzzleView,
    parts: GameParts,
  ) {
    this.table = new PuzzleTable(puzzle, puzzle.moment, parts, (text) => void this.attempt(text));
  }

  get over(): boolean {
    return this.stage === 'solved' || this.stage === 'shown';
  }

  /** Solved at the first try. */
  get clean(): boolean {
    return this.stage === 'solved' && this.missed === 0;
  }

  /** Take the failed decision back and look for another one. */
  again(): void {
    if (this.stage !== 'wrong') return;
    this.forgetWhy();
    this.stage = 'open';
    this.table.set(this.table.moment);
  }

  /** Be shown how it goes. */
  async giveUp(): Promise<void> {
    if (this.over) return;
    const { puzzle, table } = this;
    await this.ask(async () => {
      table.open = false;
      const solution = await this.source.fetchSolution(puzzle.puzzle);
      this.judged = solution.judged ?? this.judged;
      this.moves = solution.moves;
      this.forgetWhy();
      this.stage = 'shown';
      this.steps = solution.steps;
      table.announcement = t('training.shown');
      void this.askWhyItWorks();
      await table.show(solution.steps, 0, puzzle.moment);
    });
  }

  /** Ask why the last try fails, and wait for the proof. */
  async askWhy(): Promise<void> {
    if (this.stage !== 'wrong' || this.refutation) return;
    const question = ++this.questions;
    this.proving = true;
    try {
      const tried = await this.source.tryPuzzle(this.puzzle.puzzle, [...this.moves, this.last], true);
      if (question === this.questions) await this.refute(tried);
    } catch (error) {
      if (question === this.questions) this.problem = problemOf(error);
    } finally {
      if (question === this.questions) this.proving = false;
    }
  }

  /** Show the try that is most like the solution, and why it fails; or the solution again. */
  async showMiss(shown: boolean): Promise<void> {
    if (!this.why) return;
    this.missShown = shown;
    await this.table.show(shown ? this.why.steps : this.steps, 0, this.puzzle.moment);
  }

  /** The sentence comes when it is proven; without one the puzzle is solved all the same. */
  private async askWhyItWorks(): Promise<void> {
    for (let left = PROOF_TRIES; left > 0; left--) {
      try {
        this.why = await this.source.fetchWhy(this.puzzle.puzzle, this.moves);
        this.table.announcement = whySentence(this.why);
        return;
      } catch (error) {
        if (!(error instanceof Problem && error.code === 'busy')) return;
        await new Promise((done) => setTimeout(done, PROOF_MS));
      }
    }
  }

  /** Why the last try fails is no longer of interest. */
  private forgetWhy(): void {
    this.questions++;
    this.proving = false;
    this.refutation = null;
  }

  private async attempt(text: string): Promise<void> {
    this.last = text;
    await this.ask(async () => {
      const tried = await this.source.tryPuzzle(this.puzzle.puzzle, [...this.moves, text], false);
      this.judged = tried.judged ?? this.judged;
      this.streak = tried.streak;
      if (tried.right) return this.praise(tried);
      this.missed++;
      const shown = this.refute(tried);
      if (!tried.refutation) void this.askWhy();
      await shown;
    });
  }

  private async praise(tried: PuzzleTried): Promise<void> {
    const { table } = this;
    this.found++;
    this.moves = tried.moves;
    const before = this.steps.length;
    this.steps = [...this.steps, ...tried.steps];
    // All of the solution can be walked through.
    const shown = table.show(this.steps, before, this.puzzle.moment);
    table.light('green');
    if (tried.done) {
      this.stage = 'solved';
      keepSolved(this.puzzle.puzzle);
      hear('end');
      table.announcement = t('training.solved');
      void this.askWhyItWorks();
      await shown;
      return;
    }
    hear('group');
    if (!(await shown)) return;
    const reply = tried.steps.slice(1).map((_, i) => table.sentence(before + i + 1));
    table.set(tried.moment);
    this.stage = 'open';
    table.announcement = [t('training.right'), ...reply, t('training.goon')].join(' ');
  }

  /** Show that a try fails, and why as far as that is known; what is on the board already is not shown again. */
  private async refute({ steps, refutation }: PuzzleTried): Promise<void> {
    const { table } = this;
    const seen = this.stage === 'wrong' ? steps.length : 0;
    this.refutation = refutation;
    this.stage = 'wrong';
    table.announcement = [
      t('training.wrong'),
      ...(refutation ? [leftSentence(refutation.result), ...claimSentences(refutation.claims)] : []),
    ].join(' ');
    if (seen && !refutation) return;
    const shown = table.show([...steps, ...(refutation?.steps ?? [])], seen);
    if (!seen) table.light('red');
    await shown;
  }

  /** What could not be asked leaves the board as it was. */
  private async ask(task: () => Promise<void>): Promise<void> {
    const { stage } = this;
    this.problem = '';
    this.stage = 'asking';
    try {
      await task();
    } catch (error) {
      this.problem = problemOf(error);
      this.stage = stage;
      if (stage === 'open') this.table.reopen();
    }
  }
}
