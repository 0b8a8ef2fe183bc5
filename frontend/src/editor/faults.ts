/** What is wrong with a position or with its text, in the reader's language. */

import type { FaultView } from '../messages';
import type { Problem } from '../source';
import { known, t, texts } from '../texts.svelte';
import { subjectName } from '../words';

/** Values that are colours. */
const COLOURS = new Set(['colour', 'first', 'second']);

export function faultSentence({
  code,
  detail,
  values,
}: Pick<FaultView, 'code' | 'detail' | 'values'>): string {
  const key = `fault.${code}`;
  if (!known(key)) {
    // They come with the reasons of reviews, once they are needed.
    texts.wantReasons();
    return detail;
  }
  const named = Object.entries(values).map(([name, value]) => [
    name,
    COLOURS.has(name) ? subjectName(String(value)) : value,
  ]);
  return t(key, Object.fromEntries(named));
}

/** Why a text was not set up. */
export interface Rejection {
  /** It is no position at all, or one that cannot be, or nothing was learnt of it. */
  readonly kind: 'unreadable' | 'illegal' | 'failed';
  readonly sentence: string;
  readonly place: Problem['place'];
}

export const rejectionOf = (fault: FaultView): Rejection => ({
  kind: fault.unreadable ? 'unreadable' : 'illegal',
  // As soon as there are words for it.
  get sentence() {
    return faultSentence(fault);
  },
  place: fault.place,
});

/** Where in a text a place is: what is before it, itself, and what follows. */
export interface Spot {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly word: string;
  readonly after: string;
}

/** How much of the text is shown around a place. */
const AROUND = 24;

export function spotIn(text: string, { line, column, word }: NonNullable<Rejection['place']>): Spot {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  const end = start + word.length;
  const [head, tail] = [text.slice(0, start), text.slice(end)].map((part) => part.replaceAll('\n', ' '));
  const [before, after] = [head as string, tail as string];
  return {
    start,
    end,
    before: before.length > AROUND ? `…${before.slice(-AROUND)}` : before,
    // At the end of a text there is nothing to be marked.
    word: word || '…',
    after: after.length > AROUND ? `${after.slice(0, AROUND)}…` : after,
  };
}
