/** What is said while training. */

import type { EndgameView, PuzzleView, PuzzleWhy, Refutation } from '../messages';
import { t, texts } from '../texts.svelte';
import { numberOrNone, subjectName, textOr } from '../words';

/** What is to be found: "Red to decide: find the win." */
export const questionOf = ({ colour, result }: Pick<PuzzleView, 'colour' | 'result'>): string =>
  t(`training.question.${result}`, { colour: subjectName(colour) });
/** What is to be kept to the end: "Red can win: play it out." */
export const endgameQuestion = ({ colour, result }: Pick<EndgameView, 'colour' | 'result'>): string =>
  t(`endgame.question.${result}`, { colour: subjectName(colour) });

export const themeName = (theme: string): string =>
  textOr(`puzzle.theme.${theme.replaceAll('-', '_')}`, theme);

/** What a wrong decision leaves. */
export const leftSentence = (result: Refutation['result']): string => t(`training.left.${result}`);

/** Why a solution works; what follows is shown on the board. */
export function whySentence({ idea, then, otherwise }: Omit<PuzzleWhy, 'steps'>): string {
  const end = ({ how, own, theirs }: PuzzleWhy['otherwise']) =>
    t(`puzzle.end.${how}`, { count: own, theirs: numberOrNone(theirs) });
  const said = { idea: t(`puzzle.idea.${idea}`), otherwise: end(otherwise) };
  return then ? t('puzzle.why.ends', { ...said, then: end(then) }) : t('puzzle.why', said);
}

export const numberOf = (value: number): string => new Intl.NumberFormat(texts.language).format(value);
/** A rating is written without anything between its thousands, as players know it. */
export const ratingOf = (value: number): string =>
  new Intl.NumberFormat(texts.language, { useGrouping: false }).format(value);
/** With its sign: "+12". */
export const changeOf = (value: number): string =>
  new Intl.NumberFormat(texts.language, { signDisplay: 'exceptZero' }).format(value);
export const dateOf = (at: number): string =>
  new Intl.DateTimeFormat(texts.language, { day: 'numeric', month: 'long' }).format(at);
/** Minutes and seconds: "2:05". */
export const clockOf = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** A day of the calendar, as the server writes it: "2026-11-16". */
export const dayOf = (day: string): string =>
  new Intl.DateTimeFormat(texts.language, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How far off something is: "in 3 days". */
export function whenOf(at: number, now = Date.now()): string {
  const left = Math.max(60_000, at - now);
  const [unit, ms] = UNITS.find(([, length]) => left >= length) ?? UNITS[2];
  return new Intl.RelativeTimeFormat(texts.language).format(Math.round(left / ms), unit);
}
