/** What the server offers: games, boards, options, levels, languages. */

import { source } from './backend';
import type { Catalogue } from './messages';
import { KEPT } from './place';
import { recall } from './storage';
import { startingLanguage, texts } from './texts.svelte';

/** Those the page can ask for while there is no catalogue. */
const LANGUAGES = ['en', 'de', 'fr', 'nl', 'it', 'hu', 'ro'];

class LoadedCatalogue {
  games: Catalogue['games'] = $state.raw([]);
  levels: Catalogue['levels'] = $state.raw([]);
  languages: Catalogue['languages'] = $state.raw({});
  status: 'loading' | 'ready' | 'away' = $state('loading');

  /** The server is away, and the device answers in its place. */
  standIn = $state(false);

  /** Look whether the server has come back, and say nothing if not. */
  async tryAgain(): Promise<void> {
    if (!(this.status === 'away' || this.standIn) || !(await source.isThere())) return;
    // What is being played on the device stays on the screen.
    if (this.standIn) this.standIn = false;
    else await this.load();
  }

  /** Catalogue and texts; without them there is nothing to show. */
  async load(): Promise<void> {
    this.status = 'loading';
    try {
      const { games, levels, languages, kept } = await source.fetchCatalogue();
      await texts.load(startingLanguage(Object.keys(languages)));
      Object.assign(this, { games, levels, languages });
      this.standIn = kept && recall(KEPT) !== null;
      this.status = kept && !this.standIn ? 'away' : 'ready';
    } catch {
      // The service worker may still have the texts, to say so in the right language.
      await texts.load(startingLanguage(LANGUAGES)).catch(() => undefined);
      this.status = 'away';
    }
  }
}

export const catalogue = new LoadedCatalogue();
