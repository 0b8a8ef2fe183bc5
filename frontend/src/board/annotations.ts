/** What people and the engine draw on a board: arrows, circles, and a soft colour on squares. */

import type { Square } from './squares';

/** The colours to draw with; green needs no modifier. */
export const INKS = ['green', 'red', 'blue', 'yellow'] as const;
export type Ink = (typeof INKS)[number];
/** What the engine draws is told from what people draw. */
export type Stain = Ink | 'advice';

/** Light enough for walnut and granite; each is drawn with a dark edge. */
export const PAINTS: Readonly<Record<Stain, string>> = {
  green: '#43c667',
  red: '#ff5470',
  blue: '#4c96ff',
  yellow: '#ffc940',
  advice: '#7fd6ff',
};

export interface Arrow {
  readonly from: Square;
  readonly to: Square;
  readonly ink: Stain;
  /** From 0 to 1, for lines that matter less. */
  readonly strength?: number;
}

export interface Circle {
  readonly square: Square;
  readonly ink: Stain;
  /** What is written on it: the number of a move in a line. */
  readonly label?: string;
}

/** One of the game's colours, by its name, from 0 (unseen) to 1. */
export interface Shade {
  readonly colour: string;
  readonly strength: number;
}
export type Tint = ReadonlyMap<Square, Shade>;

export interface Annotations {
  readonly arrows: readonly Arrow[];
  readonly circles: readonly Circle[];
}
export const UNANNOTATED: Annotations = { arrows: [], circles: [] };

/** Takes what the viewer draws. From a square to itself is a circle. */
export interface Pen {
  draw(from: Square, to: Square, ink: Ink): void;
  wipe(): void;
}

/** What is there after a stroke: the same one again takes it away, another ink repaints it. */
export function drawn({ arrows, circles }: Annotations, from: Square, to: Square, ink: Ink): Annotations {
  if (from === to) {
    const others = circles.filter((circle) => circle.square !== from);
    const again = circles.some((circle) => circle.square === from && circle.ink === ink);
    return { arrows, circles: again ? others : [...others, { square: from, ink }] };
  }
  const same = (arrow: Arrow) => arrow.from === from && arrow.to === to;
  const others = arrows.filter((arrow) => !same(arrow));
  const again = arrows.some((arrow) => same(arrow) && arrow.ink === ink);
  return { arrows: again ? others : [...others, { from, to, ink }], circles };
}

type Modifiers = Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The ink that the keys held down mean, as players know it from other boards. */
export function inkOf({ shiftKey, ctrlKey, metaKey, altKey }: Modifiers): Ink {
  const second = shiftKey || ctrlKey || metaKey;
  if (altKey) return second ? 'yellow' : 'blue';
  return second ? 'red' : 'green';
}

const SHAFT = 0.15;
const HEAD = 0.36;
/** An arrow leaves the middles of its squares free. */
const START = 0.26;
const END = 0.06;
/** The middle and the width of a circle's line, in squares. */
export const RING = { radius: 0.42, width: 0.08 };

/** The outline of an arrow so many squares long: along it and across, from the middle of its first square. */
export function arrowOutline(length: number): readonly (readonly [along: number, across: number])[] {
  const tip = length - END;
  const neck = tip - HEAD;
  return [
    [START, -SHAFT / 2],
    [neck, -SHAFT / 2],
    [neck, -HEAD / 2],
    [tip, 0],
    [neck, HEAD / 2],
    [neck, SHAFT / 2],
    [START, SHAFT / 2],
  ];
}
