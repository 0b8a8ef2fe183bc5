/** Deciding on a board, in a game, a study, a lesson or a puzzle: what is pointed at, what it could mean, what waits for a yes. */

import type { Drawing } from '../board/drawing';
import { shapeOf, type Square } from '../board/squares';
import { draw } from '../games/draw';
import type { Deciding, GameParts, Hand, Prospect, TableState } from '../games/game';
import type { BoardView, Legal, Scene } from '../messages';
import { settings } from '../settings.svelte';
import { t } from '../texts.svelte';
import { Showing } from './showing.svelte';

export abstract class Decider implements Deciding<Scene, Legal> {
  abstract readonly state: TableState;
  abstract readonly scene: Scene;
  abstract readonly legal: Legal | null;
  abstract readonly board: BoardView;
  /** Nothing is left to decide in the scene that is shown. */
  protected abstract readonly over: boolean;
  /** What a screen reader is told. */
  announcement = $state('');
  hovered: Square | null = $state(null);
  /** The square that what is in hand has been put over; there it stays while it is turned and flipped. */
  aim: Square | null = $state(null);
  /** What the chosen square could mean, where it could mean several things. */
  meanings: readonly Prospect[] = $state.raw([]);
  readonly hand: Hand;
  /** A reason's moves, which take the place of the position while they are shown. */
  readonly showing: Showing;
  /** What has been chosen by a button, and so has no square of its own. */
  private picked: Prospect | null = $state.raw(null);

  constructor(
    /** What the page knows of this game in particular. */
    readonly parts: GameParts,
  ) {
    this.hand = parts.makeHand(this);
    this.showing = new Showing(
      () => parts.words,
      (said) => (this.announcement = said ?? this.showing.sentence(this.showing.at - 1)),
    );
  }

  private readonly shape = $derived.by(() => shapeOf(this.board));
  readonly drawing: Drawing = $derived.by(() => {
    const { scene, hand, prospect, over, counted, showing } = this;
    if (showing.scene) {
      const { forward: animate, numbers: circles } = showing;
      return draw(this.parts, this.shape, { scene: showing.scene, over: false }, { animate, circles });
    }
    return draw(
      this.parts,
      this.shape,
      { scene, hand, prospect, over, counted },
      // Where nothing can be chosen, nothing lights up under the pointer.
      { hovered: this.legal ? this.hovered : null, ...this.extras },
    );
  });

  /** How much of the end has been counted. */
  protected get counted(): number {
    return Infinity;
  }

  /** What is drawn besides the position and what is decided in it. */
  protected get extras(): Partial<Drawing> {
    return {};
  }

  /** What waits for confirmation. */
  readonly chosen: Prospect | null = $derived.by(() => this.onlyProspect(this.aim) ?? this.picked);

  /** What is shown as if it were decided: what is chosen or pointed at, or else what the page shows. */
  readonly prospect: Prospect | null = $derived.by(
    () => this.chosen ?? this.onlyProspect(this.hovered) ?? this.shownProspect(),
  );

  /** What the page itself shows while nothing is chosen or pointed at. */
  protected shownProspect(): Prospect | null {
    return null;
  }

  /** Send a decision that is already known to be legal. */
  abstract play(text: string): void;

  /** What choosing a square would decide, where it could mean one thing only. */
  protected onlyProspect(square: Square | null): Prospect | null {
    const found = square && this.legal && !this.showing.scene ? this.hand.prospectsAt(square) : [];
    return found.length === 1 ? (found[0] as Prospect) : null;
  }

  /** Point at a square and play there; with confirmation only the second time. */
  choose(square: Square): void {
    if (this.showing.scene) return this.showing.stop();
    const found = this.legal ? this.hand.prospectsAt(square) : [];
    const only = found.length === 1 ? (found[0] as Prospect) : null;
    if (only && (!settings.confirm || this.chosen?.text === only.text)) return this.play(only.text);
    this.reconsider();
    if (only) return this.aimAt(square);
    this.meanings = found;
    if (found.length) this.announcement = `${square}: ${t('choice.title')}`;
  }

  /** Put what is in hand over a square and leave it there until it is confirmed. */
  aimAt(square: Square): void {
    const only = this.onlyProspect(square);
    if (!only || only.text === this.chosen?.text) return;
    this.reconsider();
    this.aim = square;
    this.announcement = t('confirm.text', { move: this.parts.words.moveExplained(only.text, this.scene) });
  }

  /** Play, or ask for confirmation first. */
  propose(prospect: Prospect): void {
    const again = this.chosen?.text === prospect.text;
    this.reconsider();
    if (settings.confirm && !again) this.picked = prospect;
    else this.play(prospect.text);
  }

  reconsider(): void {
    this.showing.stop();
    this.aim = null;
    this.picked = null;
    this.meanings = [];
  }

  confirm(): void {
    if (this.chosen) this.play(this.chosen.text);
  }
}
