/** What is wrong with a position, in the reader's language. */

import type { FaultView } from '../messages';
import { known, t } from '../texts.svelte';
import { subjectName } from '../words';

/** Values that are colours. */
const COLOURS = new Set(['colour', 'first', 'second']);

export function faultSentence({ code, detail, values }: FaultView): string {
  const key = `fault.${code}`;
  if (!known(key)) return detail;
  const named = Object.entries(values).map(([name, value]) => [
    name,
    COLOURS.has(name) ? subjectName(String(value)) : value,
  ]);
  return t(key, Object.fromEntries(named));
}
