/** What has just happened, in words: each line stays long enough to be read. */

import type { SaidLine } from './announce';

/** How long a line is seen. */
const SEEN_MS = 2_800;
/** An answer and the placement after it belong together; more than these would be a list. */
const MOST_LINES = 2;

export interface ShownLine extends SaidLine {
  readonly key: number;
}

export class Saying {
  lines: readonly ShownLine[] = $state.raw([]);
  private made = 0;

  say(line: SaidLine): void {
    const shown = { ...line, key: ++this.made };
    this.lines = [...this.lines, shown].slice(-MOST_LINES);
    this.removeLater(shown);
  }

  /** The viewer has gone on. */
  clear(): void {
    this.lines = [];
  }

  /** A page that nobody looks at keeps what it has to say. */
  private removeLater(line: ShownLine): void {
    setTimeout(() => {
      if (document.hidden) this.removeLater(line);
      else this.lines = this.lines.filter(({ key }) => key !== line.key);
    }, SEEN_MS);
  }
}
