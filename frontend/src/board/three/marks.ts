/** Drawn on and over the things of any game: contact shadows, lines, labels, what may be chosen. */

import type { Scene as World } from 'three';
import type { Drawing } from '../drawing';
import type { Square } from '../squares';
import { AnnotationLayer } from './annotations';
import { Badges } from './badges';
import { ADVICE, Bars, CALM, flatSquare, GOLD, outlineBars, type Bar } from './bars';
import type { ContactShadows } from './contacts';
import type { Shown } from './layer';
import { xOf, zOf } from './place';

export class Marks {
  private readonly lines: Bars;
  private readonly plates: Bars;
  private readonly badges: Badges;
  /** What is seen through everything that stands before it. */
  private readonly through: Bars;
  private readonly annotations: AnnotationLayer;
  private before: (Drawing & Shown) | null = null;

  constructor(
    world: World,
    private readonly contacts: ContactShadows,
  ) {
    this.plates = new Bars(world, 260, flatSquare(), 0.4);
    this.lines = new Bars(world, 900);
    this.through = new Bars(world, 400, undefined, 0.45, true);
    this.badges = new Badges(world);
    this.annotations = new AnnotationLayer(world);
  }

  /** The pointer moves far more often than the pieces: what it does not touch stays as it is. */
  show(drawing: Drawing, shown: Shown): void {
    const { before } = this;
    const now = { ...drawing, ...shown };
    const { board, heights, moving, arriving } = now;
    const same = (...names: (keyof typeof now)[]) =>
      before !== null && names.every((name) => before[name] === now[name]);
    if (!same('heights') || moving.length || before?.moving.length) {
      this.contacts.show(
        board,
        [...heights.keys()].filter((square) => !moving.includes(square)),
      );
    }
    const here = (squares: readonly Square[] = []) =>
      squares.some((s) => arriving.includes(s)) ? [] : squares;
    if (!same('heights', 'lines', 'hint', 'touched', 'arriving')) {
      this.lines.show([
        ...now.lines,
        ...outlineBars(board, here(now.hint), heights, ADVICE),
        ...outlineBars(board, here(now.touched), heights, GOLD),
      ]);
    }
    if (!same('heights', 'plates', 'lit', 'hovered', 'touched', 'arriving')) {
      this.plates.show([...now.plates, ...choices(now)]);
    }
    if (!same('through')) this.through.show(now.through);
    if (!same('badges')) this.badges.show(now.badges);
    if (!same('heights', 'arrows', 'circles')) this.annotations.draw(now, heights);
    if (!same('heights', 'tint')) this.annotations.tint(board, now.tint, heights);
    this.before = now;
  }

  dispose(): void {
    for (const part of [this.lines, this.through, this.plates, this.badges, this.annotations]) part.dispose();
  }
}

/** Plates on the squares that may be chosen or are pointed at, and on the thing that would be changed. */
export function choices({
  board,
  lit,
  hovered,
  touched = [],
  arriving,
  heights,
}: Pick<Drawing, 'board' | 'lit' | 'hovered' | 'touched'> & Pick<Shown, 'arriving' | 'heights'>): Bar[] {
  const plate = (square: Square, size: number, colour: string): Bar => ({
    at: [xOf(board, square), (heights.get(square) ?? 0) + 0.012, zOf(board, square)],
    size: [size, 1, size],
    colour,
  });
  const there = (square: Square) => !arriving.includes(square);
  const pointed = hovered ? [hovered, ...touched] : touched;
  return [
    ...[...lit].filter(there).map((square) => plate(square, 0.26, CALM)),
    ...pointed.filter(there).map((square) => plate(square, 0.94, GOLD)),
  ];
}
