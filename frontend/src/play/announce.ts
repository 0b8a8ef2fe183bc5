/** What is said of a game: whose turn it is, and what a screen reader is told when it has changed. */

import type { GameParts } from '../games/game';
import type { ChangeView, MoveView, State } from '../messages';
import { t } from '../texts.svelte';
import { endSentence, reasonSentence, subjectName, textOr } from '../words';

type GameWords = GameParts['words'];

/** A move in words: every game may know a swap, all else is its own. */
export const moveSentence = (words: GameWords, moves: readonly MoveView[], index: number): string =>
  moves[index]?.text === 'swap' ? t('say.swap') : words.moveSentence(moves, index);

/** Who has to do what. */
export function turnSentence(words: GameWords, state: State): string {
  if (state.status === 'waiting') return t('turn.waiting');
  if (!state.turn) return '';
  if (state.paused) return t('turn.paused');
  const { phase, colour, seat } = state.turn;
  if (state.seats[seat]?.kind === 'engine') return t('turn.engine');
  const what = words.turnKind(phase);
  if (state.may.move && state.you.seats.length === 1) return t(`turn.you.${what}`);
  return t(`turn.${what}`, { colour: subjectName(colour) });
}

/** The changes in words, then the score where it is another, then whose turn it is or how it ended. */
export function news(words: GameWords, before: State, after: State, changes: readonly ChangeView[]): string {
  const sentences: string[] = [];
  let ply = after.moves.length - changes.filter((change) => change.kind === 'move').length;
  for (const change of changes) {
    if (change.kind === 'move') sentences.push(moveSentence(words, after.moves, ply++));
    else sentences.push(changeSentence(change));
  }
  const score = words.scoreSentence(after.scene);
  if (score !== words.scoreSentence(before.scene)) sentences.push(score);
  if (after.status === 'over' && before.status !== 'over') {
    sentences.push(`${endSentence(after)}.`, reasonSentence(after));
  } else if (after.status === 'playing') {
    sentences.push(turnSentence(words, after));
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
      return textOr(`say.offer.${change.detail}`, '');
    case 'decline':
      return t('say.decline');
    default:
      return '';
  }
}
