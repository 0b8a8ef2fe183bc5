/** What is said of a mistake in a game that was reviewed. */

import { moveSentence } from '../play/announce';
import { t } from '../texts.svelte';
import { claimSentences, verdictName, type Verdict } from '../verdicts';
import { subjectName } from '../words';
import type { Desk } from './desk.svelte';
import type { Lesson } from './lesson.svelte';
import type { Mistake } from './review.svelte';

/** What it was called, where it was, what was played, what was better, and the first reason. */
export const mistakeSentence = (desk: Desk, mistake: Mistake): string =>
  [
    `${verdictName(mistake.decision.verdict as Verdict)}. ${numberOf(desk, mistake)}.`,
    moveSentence(desk.parts.words, desk.moves, desk.moves.length - 1),
    betterSentence(desk, mistake),
    ...claimSentences(mistake.decision.given).slice(0, 1),
  ].join(' ');

/** The number of a mistake in the list of moves, in words. */
export function numberOf(desk: Desk, { node, decision }: Mistake): string {
  const found = desk.tree.get(node);
  return desk.parts.words.moveNumber(found ? found.piece : decision.ply);
}

/** What would have been better, in words. */
export const betterSentence = (desk: Desk, { decision, before }: Omit<Mistake, 'node'>): string =>
  t('study.better', { move: desk.explained(decision.best[0] ?? '', before) });

/** What is asked for: something better than a mistake. */
export const taskTitle = (desk: Desk, mistake: Mistake): string =>
  desk.reviewed.isYours(mistake)
    ? t('study.try.title.you')
    : t('study.try.title', { colour: subjectName(mistake.decision.colour) });

/** How a lesson went. */
export function lessonSentence({ count, found }: Lesson): string {
  if (found === 0) return t('study.learn.none');
  return found === count ? t('study.learn.all') : t('study.learn.some', { found, total: count });
}
