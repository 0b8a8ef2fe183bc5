/** What a person has chosen for Carnac. */

import { withOwn } from '../../settings.svelte';

/** The published game's symbols, or those of the author's own sheet. */
export type StoneTheme = 'red-white' | 'black-red';

export const choices = withOwn<{ stones: StoneTheme; dolmens: boolean }>({
  stones: 'red-white',
  /** Whether dolmens are outlined before the end. */
  dolmens: true,
});
