/** Deciding in Carnac: the stone in hand, and what each square stands for. The server says what is legal. */

import { DIRECTIONS, fileOf, rankOf, squareAt, STEP, type Direction, type Square } from '../../board/squares';
import type { AnswerView, CarnacLegal } from '../../messages';
import type { Prospect } from '../game';
import { otherStone, type StoneColour } from './palette';
import type { Fall, Stone } from './things';

/** The stone in hand: the colour on top, and the colour of its east and west sides. */
export interface HeldStone {
  readonly top: StoneColour;
  readonly axis: StoneColour;
}

export interface StoneProspect extends Prospect {
  readonly stone: Stone | null;
  /** The answers a placed stone would leave to the opponent. */
  readonly falls: readonly Fall[];
}

export const flipped = (held: HeldStone): HeldStone => ({ ...held, top: otherStone(held.top) });
export const turned = (held: HeldStone): HeldStone => ({ ...held, axis: otherStone(held.axis) });

/** The colour a side of the stone in hand shows. */
export const sideColour = (held: HeldStone, side: Direction): StoneColour =>
  side === 'E' || side === 'W' ? held.axis : otherStone(held.axis);

/** The falls a stone on a square would have, of the directions the server names. */
export function fallsFrom(square: Square, directions: string, held: HeldStone): Fall[] {
  return DIRECTIONS.filter((direction) => directions.includes(direction)).map((direction) => {
    const [files, ranks] = STEP[direction];
    const at = (steps: number) => squareAt(fileOf(square) + files * steps, rankOf(square) + ranks * steps);
    // A fall shows the side that faced away from it, and opposite sides have one colour.
    return { direction, squares: [at(1), at(2)], colour: sideColour(held, direction) };
  });
}

/** The answers that are falls, as they are drawn: the nearer square first. */
export function answerFalls(answers: readonly AnswerView[], pending: Square): Fall[] {
  return answers.flatMap((answer): Fall[] => {
    const direction = DIRECTIONS.find((d) => d === answer.text);
    if (!direction) return [];
    const away = (s: Square) => Math.abs(fileOf(s) - fileOf(pending)) + Math.abs(rankOf(s) - rankOf(pending));
    const squares = [...answer.squares].sort((a, b) => away(a) - away(b));
    return [{ direction, squares, colour: answer.colour as StoneColour }];
  });
}

/** What choosing a square decides now, or null if nothing. */
export function stoneProspect(
  legal: CarnacLegal,
  letters: Readonly<Record<string, string>>,
  held: HeldStone,
  square: Square,
): StoneProspect | null {
  const directions = legal.placements[square];
  if (directions !== undefined) {
    const stone: Stone = { squares: [square], top: held.top, axis: held.axis };
    const text = `${square}${letters[held.top]}${letters[held.axis]}`;
    return { text, stone, falls: fallsFrom(square, directions, held) };
  }
  const answer = legal.answers.find((a) => a.squares.includes(square));
  return answer ? answerProspect(answer) : null;
}

export function answerProspect(answer: AnswerView): StoneProspect {
  const lying = answer.squares.length === 2;
  const stone = { squares: answer.squares, top: answer.colour as StoneColour, axis: null };
  return { text: answer.text, stone: lying ? stone : null, falls: [] };
}

/** The answer that a key stands for: N, E, S, W, or a dash to leave the stone standing. */
export function answerFor(legal: CarnacLegal, key: string): AnswerView | null {
  return legal.answers.find((answer) => answer.text === key.toUpperCase()) ?? null;
}
