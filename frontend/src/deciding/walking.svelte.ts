/** A line that is shown on a board, decision by decision: it plays by itself and can be walked through. */

import type { GameParts } from '../games/game';
import type { PlayedStep, Scene } from '../messages';
import { settings } from '../settings.svelte';
import { t } from '../texts.svelte';
import { subjectName } from '../words';

/** How long each decision of a line is seen; without animations the eye needs less. */
const PACE_MS = 900;
const STILL_MS = 250;

/** What can be walked through. */
export interface Walkable {
  readonly line: readonly PlayedStep[];
  readonly at: number;
  goTo(index: number): void;
  sentence(index: number): string;
}

export class Walking implements Walkable {
  line: readonly PlayedStep[] = $state.raw([]);
  /** How many of its decisions are on the board. */
  at = $state(0);
  /** Whether the last step led on by one, which is worth animating. */
  forward = $state(true);
  /** The position in which the line begins. */
  protected first: Scene | null = $state.raw(null);
  /** Counts what is shown: a line stops when another one is wanted. */
  private shows = 0;

  constructor(
    private readonly words: () => GameParts['words'],
    /** Told when another moment of the line is shown; with what there is to say if a person went there. */
    private readonly stepped: (said: string | null) => void,
  ) {}

  /** The moment on the board; null where no line is shown. */
  readonly scene: Scene | null = $derived.by(() =>
    this.line.length ? (this.line[this.at - 1]?.scene ?? this.first) : null,
  );

  /**
   * Show decisions one after the other, from a position on; the first `from` of them are there already.
   * False if something else was wanted before the last of them.
   */
  async show(first: Scene, steps: readonly PlayedStep[], from = 0, linger = false): Promise<boolean> {
    const show = ++this.shows;
    this.first = first;
    this.line = steps;
    this.at = from;
    this.forward = true;
    for (let next = from + 1; next <= steps.length; next++) {
      if (linger || next > from + 1) await later(settings.motion ? PACE_MS : STILL_MS);
      if (show !== this.shows) return false;
      this.at = next;
      this.stepped(null);
    }
    return true;
  }

  goTo(index: number): void {
    if (!this.line.length) return;
    const next = Math.min(this.line.length, Math.max(0, index));
    this.shows++;
    this.forward = next === this.at + 1;
    this.at = next;
    this.stepped(this.sentence(next - 1));
  }

  /** The decision of the line by its index, in words; empty for the position in which it begins. */
  sentence(index: number): string {
    const step = this.line[index];
    const before = this.line[index - 1]?.scene ?? this.first;
    if (!step || !before) return '';
    const move = this.words().moveExplained(step.move, before);
    return t('training.line.step', { colour: subjectName(step.colour), move });
  }

  /** No line is shown any more. */
  stop(): void {
    this.pause();
    this.line = [];
    this.at = 0;
    this.forward = true;
  }

  /** What is on the board stays there. */
  pause(): void {
    this.shows++;
  }
}

const later = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
