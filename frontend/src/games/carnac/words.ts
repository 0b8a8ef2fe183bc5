/** Carnac's notation and sentences. */

import { directionTo, type Direction, type Square } from '../../board/squares';
import type { CarnacScene, MoveView } from '../../messages';
import type { IconName } from '../../parts/Icon.svelte';
import { t } from '../../texts.svelte';
import { listOf, shadeName, subjectName } from '../../words';
import type { Told } from '../game';
import { fallOf, readPlacement } from './advised';
import type { StoneHand } from './hand.svelte';
import { theme } from './painting.svelte';

export function squareLabel(square: Square, scene: CarnacScene, hand: StoneHand): string {
  const label = occupantLabel(square, scene);
  const fall = hand.answers.find((f) => f.squares.includes(square));
  if (!fall) return label;
  const direction = t(`direction.${fall.direction}`);
  return t('square.fall', { label, direction, colour: shadeName(fall.colour) });
}

function occupantLabel(square: Square, scene: CarnacScene): string {
  const top = scene.tops[square];
  if (!top) return t('square.empty', { square });
  const colour = shadeName(top);
  const stone = scene.stones.find((s) => s.squares.includes(square));
  const standing = stone?.squares.length === 1;
  let label = t(standing ? 'square.standing' : 'square.lying', { square, colour });
  if (scene.pending === square) label = t('square.pending', { label });
  const dolmen = Object.values(scene.dolmens)
    .flat()
    .find((d) => d.squares.includes(square));
  return dolmen ? t('square.dolmen', { label, count: dolmen.size }) : label;
}

/** Which way a tilt went: from the square its stone stood on to where it lies. */
function tiltDirection(moves: readonly MoveView[], index: number): Direction | null {
  const move = moves[index];
  const placed = moves.slice(0, index).findLast((m) => m.piece === move?.piece);
  const [from, to] = [placed?.squares[0], move?.squares[0]];
  return from && to ? directionTo(from, to) : null;
}

/** A tilt's direction in words. */
const directionOf = (moves: readonly MoveView[], index: number): string =>
  t(`direction.${tiltDirection(moves, index) ?? moves[index]?.text}`);

export function moveSentence(moves: readonly MoveView[], index: number): string {
  const move = moves[index];
  if (!move) return '';
  const colour = subjectName(move.colour);
  if (move.text === '-') return t('say.leave', { colour });
  const top = shadeName(move.top ?? 'red');
  if (move.text.length === 1) {
    const direction = directionOf(moves, index);
    return t('say.tilt', { colour, direction, squares: listOf(move.squares), top });
  }
  const axis = shadeName(move.detail?.axis ?? 'red');
  return t('say.place', { colour, square: move.squares[0] ?? '', top, axis });
}

export function moveSaid({ moves, index, next, yours }: Told): string {
  const move = moves[index];
  if (!move) return '';
  const colour = subjectName(move.colour);
  if (move.text === '-') {
    if (yours) return t('said.leave.you', { colour });
    return next ? t('said.leave', { colour, next: subjectName(next) }) : t('say.leave', { colour });
  }
  if (move.text.length === 1) {
    const top = shadeName(move.top ?? 'red');
    return t('said.tilt', { colour, direction: directionOf(moves, index), top });
  }
  return t(yours ? 'said.place.you' : 'said.place', { colour, square: move.squares[0] ?? '' });
}

/** How an answer is drawn: the stone stays, or it falls. */
export function moveIcon(text: string): IconName | null {
  if (text === '-') return 'stand';
  return text.length === 1 ? 'fall' : null;
}

/** A lone hyphen is too small to be seen. */
export const moveText = (text: string): string => (text === '-' ? '–' : text);

export function moveExplained(text: string, scene: CarnacScene): string {
  const placed = readPlacement(text);
  if (placed) {
    const { square, top, axis } = placed;
    return t('hint.move.place', { square, top: shadeName(top), axis: shadeName(axis) });
  }
  const fall = fallOf(text, scene);
  if (!fall) return t(text === 'swap' ? 'hand.swap' : 'answer.leave');
  return t('answer.tilt', { direction: t(`direction.${fall.direction}`), colour: shadeName(fall.colour) });
}

export const moveNumber = (number: number): string => t('moves.number', { number });

/** The standing in dolmens. */
export function scoreSentence(scene: CarnacScene): string {
  const values = { red: scene.dolmens['red']?.length ?? 0, white: scene.dolmens['white']?.length ?? 0 };
  return t(theme() === 'black-red' ? 'say.score.black' : 'say.score', values);
}

export const turnKind = (phase: string): string => phase;
