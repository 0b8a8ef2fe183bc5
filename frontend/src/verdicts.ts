/** What is said of a decision: what it cost, and why. */

import type { ClaimView, DecisionView, EvaluationView } from './messages';
import { known, t, texts } from './texts.svelte';
import { numberOrNone, sideName, squaresOf, subjectName, textOr } from './words';

export type Verdict = NonNullable<DecisionView['verdict']>;
export const VERDICTS: readonly Verdict[] = ['inaccuracy', 'mistake', 'blunder'];

export const verdictName = (verdict: Verdict): string => t(`study.verdict.${verdict}`);

type Known = EvaluationView | null;

/** What a decision cost, and what it gave away; from the evaluations before and after it. */
export const verdictSentence = ({ verdict, given }: DecisionView, before: Known, after: Known): string =>
  [
    verdict ? `${[verdictName(verdict), chanceChange(before, after)].filter(Boolean).join(': ')}.` : '',
    ...claimSentences(given),
  ].join(' ');

const formats = new Map<string, Intl.NumberFormat>();
function formatFor(language: string): Intl.NumberFormat {
  const format = formats.get(language) ?? new Intl.NumberFormat(language, { style: 'percent' });
  formats.set(language, format);
  return format;
}

/** A share as people of this language write it; nothing is certain before it is decided. */
export const percent = (share: number, exact = false): string =>
  formatFor(texts.language).format(exact ? share : Math.min(0.99, Math.max(0.01, share)));

/** The number of an evaluation alone, where it is seen whose it is. */
export const chanceOf = ({ win_rate, simulations }: EvaluationView): string =>
  percent(win_rate, simulations === null);

/** "Red 41%": whose chances, and how good they are. */
export const chance = (evaluation: EvaluationView): string =>
  t('winrate.value', { colour: sideName(evaluation.colour), percent: chanceOf(evaluation) });

/** "Red 55% → 29%", where both are known; colours that change hands are both named. */
export function chanceChange(before: Known, after: Known): string {
  if (!before || !after) return '';
  return `${chance(before)} → ${before.colour === after.colour ? chanceOf(after) : chance(after)}`;
}

/** A claim's last move in words: what is done, or where something is placed. */
function moveInWords({ moves, squares }: ClaimView): string {
  const text = moves.at(-1) ?? '';
  const key = `move.${text === '-' ? 'leave' : text}`;
  if (known(key)) return t(key);
  return squares.length ? t('move.place', { squares: squaresOf(squares) }) : text;
}

/** A claim, and its sentence. */
export interface Told {
  readonly claim: ClaimView;
  readonly sentence: string;
}

/** A claim in the words of a review or of a hint. */
const inWords = (kind: 'why' | 'hint', claim: ClaimView): Told => {
  const { code, colour, count, other, squares } = claim;
  const sentence = t(`${kind}.${code}`, {
    colour: colour ? subjectName(colour) : '',
    count: numberOrNone(count ?? 1),
    other: numberOrNone(other ?? 0),
    squares: squaresOf(squares),
    move: moveInWords(claim),
  });
  return { claim, sentence };
};

/** The claims that there are words for, in the page's language. */
export function told(claims: readonly ClaimView[]): Told[] {
  const sayable = claims.filter(({ code }) => known(`why.${code}`));
  if (sayable.length < claims.length) texts.wantReasons();
  return sayable.map((claim) => inWords('why', claim));
}

export const claimSentences = (claims: readonly ClaimView[]): string[] =>
  told(claims).map(({ sentence }) => sentence);

/** The reasons of a hint, in words for the player who asked for it. */
export const toldInHint = (claims: readonly ClaimView[]): Told[] =>
  claims.filter(({ code }) => known(`hint.${code}`)).map((claim) => inWords('hint', claim));

/** What kind of decision a hint means. */
export const kindName = (kind: string): string => textOr(`study.kind.${kind}`, kind);
