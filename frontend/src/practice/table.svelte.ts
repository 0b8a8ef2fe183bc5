/** A board on which something is to be found: the position, what is decided in it, and lines that are shown. */

import type { Circle, Ink } from '../board/annotations';
import type { Drawing } from '../board/drawing';
import { Decider } from '../deciding/decider.svelte';
import { Walking, type Walkable } from '../deciding/walking.svelte';
import type { GameParts, Prospect, TableState } from '../games/game';
import { seated } from '../gamestate';
import type { BoardView, Legal, Moment, PlayedStep, PuzzleView, Scene } from '../messages';
import { t } from '../texts.svelte';

export class PuzzleTable extends Decider implements Walkable {
  moment: Moment;
  /** Whether it is the learner's turn to decide. */
  open = $state(true);
  /** A line that can be walked through, after the position. */
  private readonly walking: Walking;
  /** Squares that light up, for right or wrong. */
  private lights: readonly Circle[] = $state.raw([]);
  /** What has been decided and is not judged yet. */
  private sent: string | null = $state(null);

  constructor(
    /** What does not change from one decision to the next. */
    readonly puzzle: Pick<PuzzleView, 'game' | 'board' | 'letters'>,
    moment: Moment,
    parts: GameParts,
    private readonly decide: (text: string) => void,
  ) {
    super(parts);
    this.moment = $state.raw(moment);
    this.walking = new Walking(
      () => parts.words,
      (said) => {
        this.lights = [];
        if (said !== null) this.announcement = said || t('training.line.start');
      },
    );
  }

  readonly scene: Scene = $derived.by(() => this.walking.scene ?? this.moment.scene);
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

  get line(): readonly PlayedStep[] {
    return this.walking.line;
  }

  /** How many decisions of the line are on the board. */
  get at(): number {
    return this.walking.at;
  }

  get board(): BoardView {
    return this.puzzle.board;
  }

  protected override get extras(): Partial<Drawing> {
    return { animate: this.walking.forward, circles: this.lights };
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
    this.reconsider();
    this.walking.stop();
    this.lights = [];
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
  show(steps: readonly PlayedStep[], from = 0, base = this.moment): Promise<boolean> {
    this.reconsider();
    this.sent = null;
    this.moment = base;
    return this.walking.show(base.scene, steps, from);
  }

  /** Walk through the line; each decision is announced. */
  step(by: number): void {
    this.goTo(this.at + by);
  }

  goTo(index: number): void {
    this.showing.stop();
    this.walking.goTo(index);
  }

  /** The decision of the line by its index, in words. */
  sentence(index: number): string {
    return this.walking.sentence(index);
  }

  close(): void {
    this.walking.pause();
    this.showing.stop();
  }
}
