/** What is drawn over the board of a study: people's arrows and circles, the engine's line, the expected end. */

import { drawn, type Annotations, type Arrow, type Ink, type Shade, type Tint } from '../board/annotations';
import type { Square } from '../board/squares';
import type { DrawAction, LineView, NodeView, OutlookView } from '../messages';

/** Even what is certain lets the board be seen. */
const STRONGEST = 0.8;
/** A square this undecided is left alone. */
const WEAKEST = 0.06;
const PATH_STRENGTH = 0.7;

/** A node's drawings as the board knows them. */
export const drawnOn = ({ arrows, circles }: Pick<NodeView, 'arrows' | 'circles'>): Annotations => ({
  arrows: arrows.map(({ start, end, ink }) => ({ from: start, to: end, ink })),
  circles,
});

/** The drawings after a stroke, as the server takes them. */
export function redrawn(
  node: Pick<NodeView, 'arrows' | 'circles'>,
  from: Square,
  to: Square,
  ink: Ink,
): Pick<DrawAction, 'arrows' | 'circles'> {
  const { arrows, circles } = drawn(drawnOn(node), from, to, ink);
  return {
    arrows: arrows.map((arrow) => ({ start: arrow.from, end: arrow.to, ink: arrow.ink as Ink })),
    circles: circles.map((circle) => ({ square: circle.square, ink: circle.ink as Ink })),
  };
}

/** What gives away more than this is not advised. */
const GOOD_ENOUGH = 0.1;

/**
 * The engine's candidates for the colour that decides: what comes to lie over several squares as an arrow, the rest
 * as circles. What was not searched, and what is clearly worse than the best, is not advised.
 */
export function candidates(colour: string, lines: readonly LineView[]): Annotations {
  const rated = lines.flatMap(({ squares, evaluation }) => {
    if (!evaluation) return [];
    const { win_rate } = evaluation;
    return [{ squares, rate: evaluation.colour === colour ? win_rate : 1 - win_rate }];
  });
  const best = Math.max(...rated.map(({ rate }) => rate));
  const arrows: Arrow[] = [];
  const circles = [];
  for (const { squares, rate } of rated) {
    const [from, to] = [squares[0], squares.at(-1)];
    if (!from || !to || best - rate > GOOD_ENOUGH) continue;
    if (from === to) circles.push({ square: from, ink: 'advice' as const });
    else arrows.push({ from, to, ink: 'advice', strength: Math.max(0.35, 1 - (best - rate) * 8) });
  }
  return { arrows, circles };
}

/** How the position is expected to end, as soft colours; for a game of connections, the shortest ones. */
export function tintOf({ squares, missing }: OutlookView, colours: readonly string[]): Tint {
  const tint = new Map<Square, Shade>();
  for (const [square, value] of Object.entries(squares)) {
    const colour = colours[value > 0 ? 0 : 1];
    const strength = Math.abs(value) * STRONGEST;
    if (colour && strength > WEAKEST) tint.set(square, { colour, strength });
  }
  for (const [colour, path] of Object.entries(missing)) {
    const lacking = new Set(path.lacking);
    for (const square of path.squares) {
      tint.set(square, { colour, strength: lacking.has(square) ? PATH_STRENGTH : PATH_STRENGTH / 2 });
    }
  }
  return tint;
}
