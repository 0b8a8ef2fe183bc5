/** When this page begins to think for the server: in idle time, and not before its person's first decision. */

import { loadThinking } from '../chunks';
import { idle } from '../idle';
import { knownGames } from '../memory/games';
import type { State, Think } from '../messages';
import { isOwn, serverless } from '../place';
import type { PageEngine, Say } from '../thinking';

export class Sparing {
  private engine: PageEngine | null = null;
  private forget: (() => void) | null = null;

  constructor(private readonly say: Say) {}

  /** The game stands so. */
  look(state: State): void {
    const { game, moves, status, you } = state;
    if (this.forget || status !== 'playing' || you.role !== 'player' || serverless || isOwn(game)) return;
    // A first visit ends with the first decision: until then nothing is fetched that the board can do without.
    if (!moves.length && knownGames().length < 2) return;
    this.forget = idle(() => void this.load(state).catch(() => undefined));
  }

  private async load(state: State): Promise<void> {
    const { PageEngine } = await loadThinking();
    this.engine = new PageEngine(this.say);
    await this.engine.begin(state);
  }

  /** A new line has been opened. */
  connected(): void {
    this.engine?.connected();
  }

  hear(message: Think): void {
    void this.engine?.hear(message);
  }

  close(): void {
    this.forget?.();
    this.engine?.close();
  }
}
