/** A board on which something is to be found: the position, what is decided in it, and lines that are shown. */

import type { Circle, Ink } from '../board/annotations';
import type { Drawing } from '../board/drawing';
import { Decider } from '../deciding/decider.svelte';
import type { GameParts, Prospect, TableState } from '../games/game';
import { seated } from '../gamestate';
import type { BoardView, Legal, Moment, PlayedStep, PuzzleView, Scene } from '../messages';
import { settings } from '../settings.svelte';
import { t } from '../texts.svelte';
import { subjectName } from '../words';

/** How long each decision of a line is seen; without animations the eye needs less. */
const PACE_MS = 900;
const STILL_MS = 250;

export class PuzzleTable extends Decider {
  moment: Moment;
  /** Whether it is the learner's turn to decide. */
  open = $state(true);
  /** A line that can be walked through, after the position. */
  line: readonly PlayedStep[] = $state.raw([]);
  /** How many of its decisions are on the board. */
  at = $state(0);
  /** Squares that light up, for right or wrong. */
  private lights: readonly Circle[] = $state.raw([]);
  /** What has been decided and is not judged yet. */
  private sent: string | null = $state(null);
  private forward = $state(true);
  /** Counts what is shown: a line stops when another one is wanted. */
  private shows = 0;

  constructor(
    /** What does not change from one decision to the next. */
    readonly puzzle: Pick<PuzzleView, 'game' | 'board' | 'letters'>,
    moment: Moment,
    parts: GameParts,
    private readonly decide: (text: string) => void,
  ) {
    super(parts);
    this.moment = $state.raw(moment);
  }

  readonly scene: Scene = $derived.by(() => this.line[this.at - 1]?.scene ?? this.moment.scene);
  readonly state: TableState = $derived.by(() => ({
    letters: this.puzzle.letters,
    turn: seated(this.moment.turn),
    moves: [],
  }));
  readonly legal: Legal | null = $derived.by(() =>
    this.open && !this.line.length ? this.moment.legal : null,
  );
  protected readonly over: boolean = $derived.by(
    () => this.moment.turn === null && this.at === this.line.length,
  );

  get board(): BoardView {
    return this.puzzle.board;
  }

  protected override get extras(): Partial<Drawing> {
    return { animate: this.forward, circles: this.lights };
  }

  override play(text: string): void {
    if (!this.legal) return;
    this.reconsider();
    this.open = false;
    this.sent = text;
    this.decide(text);
  }

  /** What has been sent stays in view. */
  protected override shownProspect(): Prospect | null {
    const { sent, scene, state } = this;
    return sent === null ? null : (this.parts.advised?.(sent, scene, state) ?? null);
  }

  /** Nothing came of what was sent: it may be decided again. */
  reopen(): void {
    this.sent = null;
    this.open = true;
  }

  /** Another position to decide in. */
  set(moment: Moment): void {
    this.shows++;
    this.reconsider();
    this.line = [];
    this.at = 0;
    this.lights = [];
    this.forward = true;
    this.moment = moment;
    this.reopen();
  }

  /** Light up what has just been decided. */
  light(ink: Ink): void {
    this.lights = this.scene.last.map((square) => ({ square, ink }));
  }

  /**
   * Show decisions one after the other, from the position `base`; the first `from` of them are there already.
   * False if something else was wanted before the last of them.
   */
  async show(steps: readonly PlayedStep[], from = 0, base = this.moment): Promise<boolean> {
    const show = ++this.shows;
    this.reconsider();
    this.sent = null;
    this.moment = base;
    this.line = steps;
    this.at = from;
    this.forward = true;
    for (let next = from + 1; next <= steps.length; next++) {
      if (next > from + 1) await later(settings.motion ? PACE_MS : STILL_MS);
      if (show !== this.shows) return false;
      this.lights = [];
      this.at = next;
    }
    return true;
  }

  /** Walk through the line; each decision is announced. */
  step(by: number): void {
    this.goTo(this.at + by);
  }

  goTo(index: number): void {
    if (!this.line.length) return;
    const next = Math.min(this.line.length, Math.max(0, index));
    this.shows++;
    this.forward = next === this.at + 1;
    this.at = next;
    this.lights = [];
    this.announcement = this.sentence(next - 1) || t('training.line.start');
  }

  /** The decision of the line by its index, in words. */
  sentence(index: number): string {
    const step = this.line[index];
    if (!step) return '';
    const before = this.line[index - 1]?.scene ?? this.moment.scene;
    const move = this.parts.words.moveExplained(step.move, before);
    return t('training.line.step', { colour: subjectName(step.colour), move });
  }

  close(): void {
    this.shows++;
  }
}

const later = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
