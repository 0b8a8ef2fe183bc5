/** What a screen reader is told when the game has changed. */

import type { ChangeView, State } from '../messages';
import { known, t } from '../texts.svelte';
import { endSentence, moveSentence, reasonSentence, scoreSentence, turnSentence } from '../words';

/** The changes in words, then the score where it is another, then whose turn it is or how it ended. */
export function news(before: State, after: State, changes: readonly ChangeView[]): string {
  const sentences: string[] = [];
  let ply = after.moves.length - changes.filter((change) => change.kind === 'move').length;
  for (const change of changes) {
    if (change.kind === 'move') sentences.push(moveSentence(after.moves, ply++));
    else sentences.push(changeSentence(change));
  }
  const score = scoreSentence(after.scene);
  if (score !== scoreSentence(before.scene)) sentences.push(score);
  if (after.status === 'over' && before.status !== 'over') {
    sentences.push(`${endSentence(after)}.`, reasonSentence(after));
  } else if (after.status === 'playing') {
    sentences.push(turnSentence(after));
  }
  return sentences.filter(Boolean).join(' ');
}

function changeSentence(change: ChangeView): string {
  switch (change.kind) {
    case 'join':
      return change.detail ? t('say.join', { name: change.detail }) : t('say.join.nameless');
    case 'undo':
    case 'takeback':
      return t('say.undo');
    case 'redo':
      return t('say.redo');
    case 'offer':
      return known(`say.offer.${change.detail}`) ? t(`say.offer.${change.detail}`) : '';
    case 'decline':
      return t('say.decline');
    default:
      return '';
  }
}
