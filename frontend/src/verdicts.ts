/** What is said of a decision: what it cost, and why. */

import type { ClaimView, DecisionView } from './messages';
import { known, t, texts } from './texts.svelte';
import { numberOrNone, squaresOf, subjectName, textOr } from './words';

export type Verdict = NonNullable<DecisionView['verdict']>;
export const VERDICTS: readonly Verdict[] = ['inaccuracy', 'mistake', 'blunder'];

export const verdictName = (verdict: Verdict): string => t(`study.verdict.${verdict}`);

/** What a decision cost, and what it gave away. */
export const verdictSentence = ({ verdict, win_rate, after, given }: DecisionView): string =>
  [
    verdict ? `${verdictName(verdict)}: ${percent(win_rate)} → ${percent(after)}.` : '',
    ...claimSentences(given),
  ].join(' ');

/** A share as people of this language write it; nothing is certain before it is decided. */
export const percent = (share: number, exact = false): string =>
  new Intl.NumberFormat(texts.language, { style: 'percent' }).format(
    exact ? share : Math.min(0.99, Math.max(0.01, share)),
  );

/** A move as it is written, or in words where a mere sign would be overlooked. */
function moveInWords(text: string): string {
  const key = `move.${text === '-' ? 'leave' : text}`;
  return known(key) ? t(key) : text;
}

/** The claims that there are words for, in the page's language. */
export function claimSentences(claims: readonly ClaimView[]): string[] {
  const sayable = claims.filter(({ code }) => known(`why.${code}`));
  if (sayable.length < claims.length) texts.wantReasons();
  return sayable.map(({ code, colour, count, other, squares, moves }) =>
    t(`why.${code}`, {
      colour: colour ? subjectName(colour) : '',
      count: numberOrNone(count ?? 1),
      other: numberOrNone(other ?? 0),
      squares: squaresOf(squares),
      move: moveInWords(moves.at(-1) ?? ''),
    }),
  );
}

/** What kind of decision a hint means. */
export const kindName = (kind: string): string => textOr(`study.kind.${kind}`, kind);
