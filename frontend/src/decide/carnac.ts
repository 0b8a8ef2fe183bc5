/** Deciding in Carnac: the stone in hand, and what each square stands for. The server says what is legal. */

import type { Fall, Stone } from '../board/drawing';
import { otherStone, type StoneColour } from '../board/palette';
import { DIRECTIONS, fileOf, rankOf, squareAt, STEP, type Direction, type Square } from '../board/squares';
import type { AnswerView, CarnacLegal } from '../messages';
import type { Prospect } from './prospect';

/** The stone in hand: the colour on top, and the colour of its east and west sides. */
export interface StoneHand {
  readonly top: StoneColour;
  readonly axis: StoneColour;
}

export const flipped = (hand: StoneHand): StoneHand => ({ ...hand, top: otherStone(hand.top) });
export const turned = (hand: StoneHand): StoneHand => ({ ...hand, axis: otherStone(hand.axis) });

/** The colour a side of the stone in hand shows. */
export const sideColour = (hand: StoneHand, side: Direction): StoneColour =>
  side === 'E' || side === 'W' ? hand.axis : otherStone(hand.axis);

/** The falls a stone on a square would have, of the directions the server names. */
export function fallsFrom(square: Square, directions: string, hand: StoneHand): Fall[] {
  return DIRECTIONS.filter((direction) => directions.includes(direction)).map((direction) => {
    const [files, ranks] = STEP[direction];
    const at = (steps: number) => squareAt(fileOf(square) + files * steps, rankOf(square) + ranks * steps);
    // A fall shows the side that faced away from it, and opposite sides have one colour.
    return { direction, squares: [at(1), at(2)], colour: sideColour(hand, direction) };
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
  hand: StoneHand,
  square: Square,
): Prospect | null {
  const directions = legal.placements[square];
  if (directions !== undefined) {
    const stone: Stone = { squares: [square], top: hand.top, axis: hand.axis };
    const text = `${square}${letters[hand.top]}${letters[hand.axis]}`;
    return { text, stone, piece: null, falls: fallsFrom(square, directions, hand) };
  }
  const answer = legal.answers.find((a) => a.squares.includes(square));
  return answer ? answerProspect(answer) : null;
}

export function answerProspect(answer: AnswerView): Prospect {
  const lying = answer.squares.length === 2;
  const stone = { squares: answer.squares, top: answer.colour as StoneColour, axis: null };
  return { text: answer.text, stone: lying ? stone : null, piece: null, falls: [] };
}

/** The answer that a key stands for: N, E, S, W, or a dash to leave the stone standing. */
export function answerFor(legal: CarnacLegal, key: string): AnswerView | null {
  return legal.answers.find((answer) => answer.text === key.toUpperCase()) ?? null;
}
