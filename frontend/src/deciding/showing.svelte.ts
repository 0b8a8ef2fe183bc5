/** The moves of a reason, shown on the board in place of the position until the viewer goes back. */

import type { Circle } from '../board/annotations';
import type { ClaimView, PlayedLine } from '../messages';
import { Walking } from './walking.svelte';

/** Where a line begins: a position, and the decisions that led on from it. */
export interface Origin {
  readonly position: string;
  readonly before?: readonly string[];
}

export class Showing extends Walking {
  /** The reason whose moves are on the board. */
  claim: ClaimView | null = $state.raw(null);
  /** The line that it is compared with is shown. */
  other = $state(false);
  /** A reason's moves are on their way. */
  asked = $state(false);
  /** A reason was chosen, and its card stays as it is until the viewer goes back. */
  readonly busy = $derived(this.asked || this.claim !== null);

  /** The last move on each square by its number: of all before the first is played, then of those that have been. */
  readonly numbers: readonly Circle[] = $derived.by(() => {
    const labels = new Map<string, string>();
    for (const [i, { scene }] of this.line.slice(0, this.at || undefined).entries()) {
      const square = scene.last.at(-1);
      if (square) labels.set(square, String(i + 1));
    }
    return [...labels].map(([square, label]) => ({ square, ink: 'advice', label }));
  });

  /** Play the moves of a reason, or those that it is compared with. */
  begin(claim: ClaimView, other: boolean, { scene, steps }: PlayedLine): void {
    this.claim = claim;
    this.other = other;
    void this.show(scene, steps, 0, true);
  }

  override stop(): void {
    super.stop();
    this.claim = null;
    this.other = false;
  }
}
