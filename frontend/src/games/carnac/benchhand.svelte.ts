/** Setting up a position of Carnac: a stone in hand stands, as in the game, or lies. */

import { DIRECTIONS, fileOf, rankOf, squareAt, STEP, type Direction, type Square } from '../../board/squares';
import type { CarnacLegal, CarnacScene } from '../../messages';
import type { Deciding } from '../game';
import type { StoneProspect } from './decide';
import { StoneHand } from './hand.svelte';

export class BenchHand extends StoneHand {
  lies = $state(false);
  /** Where its white end is from the square that is chosen, on which its red end comes to lie. */
  towards: Direction = $state('E');

  constructor(private readonly bench: Deciding<CarnacScene, CarnacLegal>) {
    super(bench);
  }

  override prospectsAt(square: Square): StoneProspect[] {
    if (!this.lies) return super.prospectsAt(square);
    const { legal, state } = this.bench;
    const [files, ranks] = STEP[this.towards];
    const squares = [square, squareAt(fileOf(square) + files, rankOf(square) + ranks)];
    const { top } = this.held;
    if (!legal || !squares.every((one) => one in legal.placements)) return [];
    const text = `${squares.join('')}${state.letters[top]}`;
    return [{ text, stone: { squares, top, axis: null }, falls: [] }];
  }

  override key(key: string): boolean {
    if (key !== 'L') return super.key(key);
    this.lies = !this.lies;
    return true;
  }

  override turn(): void {
    if (!this.lies) return super.turn();
    this.towards = DIRECTIONS[(DIRECTIONS.indexOf(this.towards) + 1) % 4] as Direction;
  }
}
