/** Caminos' notation and sentences. */

import type { Square } from '../../board/squares';
import type { CaminosScene, MoveView } from '../../messages';
import { t } from '../../texts.svelte';
import { listOf, shadeName, subjectName } from '../../words';
import type { Told } from '../game';
import { readColumns } from './advised';
import type { PieceHand } from './hand.svelte';

export function squareLabel(square: Square, scene: CaminosScene, hand: PieceHand): string {
  const label = occupantLabel(square, scene);
  return hand.lit.has(square) ? t('square.fits', { label }) : label;
}

function occupantLabel(square: Square, scene: CaminosScene): string {
  const top = scene.tops[square];
  if (!top) return t('square.empty', { square });
  const label = t('square.cube', { square, colour: shadeName(top), count: scene.heights[square] ?? 1 });
  const onPath = Object.values(scene.path).some((path) => path.includes(square));
  return onPath ? t('square.path', { label }) : label;
}

export function moveSentence(moves: readonly MoveView[], index: number): string {
  const move = moves[index];
  if (!move) return '';
  const shape = move.text.split(':')[0] as string;
  return t('say.piece', { colour: subjectName(move.colour), shape, squares: listOf(move.squares) });
}

export function moveSaid({ moves, index }: Told): string {
  const move = moves[index];
  if (!move) return '';
  const before = new Set(moves.slice(0, index).flatMap(({ squares }) => squares));
  const kind = move.top === 'neutral' ? 'neutral' : 'piece';
  // What is put on other pieces is what people have to look for.
  const stacked = kind === 'piece' && move.squares.some((square) => before.has(square));
  const shape = move.text.split(':')[0] as string;
  const values = { colour: subjectName(move.colour), shape, squares: listOf(move.squares) };
  return t(stacked ? 'said.stack' : `said.${kind}`, values);
}

export const moveText = (text: string): string => text;

export function moveExplained(text: string): string {
  const read = readColumns(text);
  if (!read) return t('hand.swap');
  const { shape, columns } = read;
  // Of a piece that lies flat there is one cube on each square.
  const flat = columns.every(([, count]) => count === 1);
  const squares = columns.map(([square, count]) =>
    count === 1 ? square : t('hint.move.column', { square, count }),
  );
  return t(flat ? 'hint.move.flat' : 'hint.move.upright', { shape, squares: listOf(squares) });
}

export const moveNumber = (number: number): string => t('moves.number.piece', { number });

/** There is none before the end. */
export const scoreSentence = (): string => '';

export const turnKind = (phase: string): string => (phase === 'place' ? 'piece' : phase);
