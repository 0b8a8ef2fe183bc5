/** What is said of a decision: what it cost, and why. */

import type { ClaimView, DecisionView } from './messages';
import { known, t, texts } from './texts.svelte';
import { squaresOf, subjectName, textOr } from './words';

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

/** A claim's own sentence, or a hint's where that does not say "you". */
const claimKey = (code: string): string => (known(`why.${code}`) ? `why.${code}` : `hint.${code}`);

/** The claims that there are words for, in the page's language. */
export const claimSentences = (claims: readonly ClaimView[]): string[] =>
  claims
    .filter(({ code }) => known(claimKey(code)))
    .map(({ code, colour, count, other, squares, moves }) =>
      t(claimKey(code), {
        colour: colour ? subjectName(colour) : '',
        count: count ?? 1,
        other: other ?? 0,
        squares: squaresOf(squares),
        move: moves.at(-1) ?? '',
        moves: moves.join(' '),
      }),
    );

/** What kind of decision a hint means. */
export const kindName = (kind: string): string => textOr(`study.kind.${kind}`, kind);
