/** Sentences about a game the page does not know: moves are quoted as they are written. */

import type { Square } from '../../board/squares';
import type { MoveView, PlainScene } from '../../messages';
import { t } from '../../texts.svelte';
import { shadeName, sideName, subjectName } from '../../words';
import type { Told } from '../game';
import type { PlainHand } from './hand.svelte';

export function squareLabel(square: Square, scene: PlainScene, hand: PlainHand): string {
  const top = scene.tops[square];
  const label = top ? `${square}, ${shadeName(top)}` : t('square.empty', { square });
  return hand.lit.has(square) ? t('square.choose', { label }) : label;
}

export function moveSentence(moves: readonly MoveView[], index: number): string {
  const move = moves[index];
  return move ? t('say.move', { colour: subjectName(move.colour), move: move.text }) : '';
}

export const moveSaid = ({ moves, index }: Told): string => moveSentence(moves, index);
export const moveText = (text: string): string => text;
export const moveExplained = (text: string): string => text;
export const moveNumber = (number: number): string => t('moves.number.move', { number });

export const scoreSentence = (scene: PlainScene): string =>
  Object.entries(scene.points)
    .map(([colour, count]) => `${sideName(colour)}: ${t('score.points', { count })}.`)
    .join(' ');

export const turnKind = (): string => 'move';
