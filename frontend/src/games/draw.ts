/** How a position of any game becomes a drawing. */

import type { Drawing } from '../board/drawing';
import type { BoardShape, Square } from '../board/squares';
import type { Scene } from '../messages';
import { settings } from '../settings.svelte';
import type { Composing, GameParts, Hand } from './game';

const NONE: ReadonlySet<Square> = new Set();

/** `extras`: what is drawn besides, or otherwise than in a position that is only looked at. */
export function draw(
  parts: GameParts,
  board: BoardShape,
  composing: Pick<Composing<Scene, Hand>, 'scene' | 'over'> & Partial<Composing<Scene, Hand>>,
  extras: Partial<Drawing> = {},
): Drawing {
  const { scene, hand = null } = composing;
  return {
    board,
    things: parts.compose({ hand, prospect: null, counted: Infinity, ...composing }),
    lit: hand?.lit ?? NONE,
    hovered: null,
    last: scene.last,
    hint: [],
    ...extras,
    animate: settings.motion && (extras.animate ?? true),
  };
}
