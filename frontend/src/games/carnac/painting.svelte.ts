/** How the stones are painted now. */

import { untrack } from 'svelte';
import { choices, type StoneTheme } from './choices';

const texts = $state({ shown: 0 });

/** What was chosen, except beside texts that call the stones red and white. */
export const theme = (): StoneTheme => (texts.shown ? 'red-white' : choices.stones);

export const look = (): Record<string, string> => ({ paint: theme() });

/** Paint the stones as texts call them, until what this returns is called. */
export function asWritten(): () => void {
  const add = (count: number) => untrack(() => (texts.shown += count));
  add(1);
  return () => add(-1);
}
