/** What the server offers: games, boards, options, levels, languages. */

import { fetchCatalogue } from './api';
import type { Catalogue } from './messages';
import { startingLanguage, texts } from './texts.svelte';

/** Those the page can ask for while there is no catalogue. */
const LANGUAGES = ['en', 'de', 'fr', 'nl', 'it', 'hu', 'ro'];

class Offered {
  catalogue: Catalogue | null = $state.raw(null);
  away = $state(false);

  /** Catalogue and texts; without them there is nothing to show. */
  async load(): Promise<void> {
    this.away = false;
    try {
      const catalogue = await fetchCatalogue();
      await texts.load(startingLanguage(Object.keys(catalogue.languages)));
      this.catalogue = catalogue;
    } catch {
      // The service worker may still have the texts, to say so in the right language.
      await texts.load(startingLanguage(LANGUAGES)).catch(() => undefined);
      this.away = true;
    }
  }
}

export const offered = new Offered();
