/** A lesson on the desk: the step at hand, the try that was made, and what was said and played in return. */

import type { Ink } from '../board/annotations';
import type { Drawing } from '../board/drawing';
import type { Square } from '../board/squares';
import { Decider } from '../deciding/decider.svelte';
import type { GameParts, TableState } from '../games/game';
import type {
  BoardView,
  Legal,
  LessonStepView,
  LessonVerdict,
  LessonView,
  MomentView,
  Scene,
} from '../messages';
import { settings } from '../settings.svelte';
import { hear } from '../sound';
import type { GameSource } from '../source';
import { fillText, t, texts } from '../texts.svelte';
import { problemOf } from '../words';
import { progress } from './progress.svelte';

/** How long each decision of a line is seen before the next. */
const PACE_MS = 900;

export class LessonDesk extends Decider {
  /** Is replaced when the language changes. */
  lesson: LessonView;
  number = $state(0);
  verdict: LessonVerdict | null = $state.raw(null);
  /** A try is being judged. */
  waiting = $state(false);
  /** Why a try was not judged. */
  problem = $state('');
  /** All steps are done: the game is next. */
  finished = $state(false);
  /** How much of the verdict's line is on the board. */
  private shown = $state(0);
  /** Where the step begins. */
  private start: MomentView;
  /** The learner's decisions since the last step with a position of its own. */
  private way: readonly string[] = [];
  private tried = '';
  private timer = 0;

  constructor(
    private readonly source: Pick<GameSource, 'tryStep'>,
    lesson: LessonView,
    parts: GameParts,
  ) {
    super(parts);
    this.lesson = $state.raw(lesson);
    this.start = $state.raw((lesson.play[0] as LessonStepView).start);
    const done = progress.of(lesson.id);
    if (done < lesson.steps) this.begin(this.chainStart(done));
  }

  readonly step: LessonStepView = $derived.by(() => this.lesson.play[this.number] as LessonStepView);
  readonly moment: MomentView = $derived.by(() => this.verdict?.line[this.shown - 1]?.moment ?? this.start);
  readonly scene: Scene = $derived.by(() => this.moment.scene);
  readonly state: TableState = $derived.by(() => ({
    letters: this.lesson.letters,
    turn: this.moment.turn,
    moves: [],
  }));
  readonly legal: Legal | null = $derived.by(() =>
    this.verdict || this.waiting || this.finished ? null : this.start.legal,
  );
  readonly board: BoardView = $derived.by(() => this.step.board);
  protected readonly over: boolean = $derived.by(() => this.moment.turn === null);
  /** The whole line has been seen. */
  readonly settled: boolean = $derived.by(
    () => this.verdict !== null && this.shown >= this.verdict.line.length,
  );

  protected override get extras(): Partial<Drawing> {
    const { verdict } = this;
    const said = verdict && this.settled;
    const ink: Ink = !said ? 'yellow' : verdict.right ? 'green' : 'red';
    const squares: readonly Square[] = said ? verdict.marks : verdict ? [] : this.step.marks;
    return { animate: this.shown > 0, circles: squares.map((square) => ({ square, ink })) };
  }

  /** What is to be done. */
  readonly task: string = $derived.by(() => this.text(this.step.task));
  /** What is said to the try. */
  readonly answer: string = $derived.by(() =>
    this.verdict ? this.text(this.verdict.text, this.verdict.values) : '',
  );

  text(key: string, values: LessonVerdict['values'] = {}): string {
    return fillText(this.lesson.texts[key] ?? '', values, texts.language);
  }

  /** Try a decision, or answer the question. */
  play(text: string): void {
    this.reconsider();
    if (this.verdict || this.waiting) return;
    this.waiting = true;
    this.problem = '';
    const { number } = this;
    this.tried = text;
    this.source.tryStep(this.lesson.id, number, [...this.way, text]).then(
      (verdict) => this.take(verdict),
      (error: unknown) => {
        this.waiting = false;
        this.problem = problemOf(error);
      },
    );
  }

  /** Let a right decision be seen. */
  show(): void {
    this.play(this.step.show);
  }

  /** Back to where the step begins. */
  again(): void {
    this.close();
    this.verdict = null;
    this.shown = 0;
    this.announcement = this.task;
  }

  /** The next step, or after the last one the game. */
  next(): void {
    const { verdict } = this;
    if (!verdict?.right) return;
    if (verdict.done) {
      this.finished = true;
      return;
    }
    if (verdict.onward) {
      this.way = [...this.way, this.tried];
      this.begin(this.number + 1, verdict.onward);
    } else this.begin(this.number + 1);
  }

  /** To a step that has been reached before. */
  go(number: number): void {
    this.begin(this.chainStart(number));
  }

  close(): void {
    clearTimeout(this.timer);
  }

  /** The step with a position of its own from which a step goes on. */
  private chainStart(number: number): number {
    let first = number;
    while (this.lesson.play[first]?.goes_on) first -= 1;
    return first;
  }

  private begin(number: number, start?: MomentView): void {
    this.close();
    if (!start) this.way = [];
    this.finished = false;
    this.verdict = null;
    this.shown = 0;
    this.number = number;
    this.start = start ?? this.step.start;
    this.announcement = this.task;
  }

  private take(verdict: LessonVerdict): void {
    this.waiting = false;
    this.verdict = verdict;
    if (verdict.right) progress.note(this.lesson.id, this.number + 1);
    this.shown = settings.motion ? Math.min(1, verdict.line.length) : verdict.line.length;
    this.walk();
  }

  /** Show the rest of the line, decision by decision. */
  private walk(): void {
    if (!this.settled) {
      this.timer = window.setTimeout(() => {
        this.shown += 1;
        this.walk();
      }, PACE_MS);
      return;
    }
    if (this.verdict?.right) hear('group');
    const said = this.verdict?.right ? t('learn.right') : t('learn.wrong');
    this.announcement = `${said} ${this.answer}`;
  }
}
