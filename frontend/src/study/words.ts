/** What is said of a mistake in a game that was reviewed. */

import { t } from '../texts.svelte';
import { claimSentences, verdictName, type Verdict } from '../verdicts';
import { subjectName } from '../words';
import type { Desk } from './desk.svelte';
import type { Mistake } from './review.svelte';

/** "Next mistake, move 14. You played c4, red on top; better was …" */
export function mistakeSentence(desk: Desk, mistake: Mistake): string {
  const { decision } = mistake;
  const { moveText } = desk.parts.words;
  return [
    `${verdictName(decision.verdict as Verdict)}.`,
    t('study.say.mistake', {
      move: desk.numberOf(mistake),
      colour: subjectName(decision.colour),
      played: moveText(decision.text),
      better: moveText(decision.best[0] ?? ''),
    }),
    ...claimSentences(decision.given).slice(0, 1),
  ].join(' ');
}
