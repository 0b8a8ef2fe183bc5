/** What is said of a game that was reviewed. */

import type { ClaimView, DecisionView } from '../messages';
import { known, t, texts } from '../texts.svelte';
import { listOf, subjectName, textOr } from '../words';
import type { Desk } from './desk.svelte';
import type { Mistake } from './review.svelte';

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

/** A claim's own sentence, or a hint's where that addresses nobody as "you". */
const claimKey = (code: string): string => (known(`why.${code}`) ? `why.${code}` : `hint.${code}`);

/** The claims that there are words for, in the page's language. */
export const claimSentences = (claims: readonly ClaimView[]): string[] =>
  claims
    .filter(({ code }) => known(claimKey(code)))
    .map(({ code, colour, count, squares, moves }) =>
      t(claimKey(code), {
        colour: colour ? subjectName(colour) : '',
        count: count ?? 1,
        squares: listOf([...squares]),
        moves: moves.join(' '),
      }),
    );

/** "Next mistake, move 14. You played c4, red on top; better was …" */
export function mistakeSentence({ parts, tree }: Desk, { decision, node }: Mistake): string {
  const number = tree.get(node)?.piece ?? decision.ply;
  return [
    `${verdictName(decision.verdict as Verdict)}.`,
    t('study.say.mistake', {
      move: parts.words.moveNumber(number),
      colour: subjectName(decision.colour),
      played: parts.words.moveText(decision.text),
      better: parts.words.moveText(decision.best[0] ?? ''),
    }),
    ...claimSentences(decision.given).slice(0, 1),
  ].join(' ');
}

/** What kind of decision a hint means. */
export const kindName = (kind: string): string => textOr(`study.kind.${kind}`, kind);
