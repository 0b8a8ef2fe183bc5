/** What people draw is kept with the moment it was drawn in. */

import type { Pen } from '../board/annotations';
import { redrawn } from './annotating';
import type { Desk } from './desk.svelte';

export const penOf = (desk: Desk): Pen => ({
  draw: (from, to, ink) => {
    const { chapter, node, current } = desk;
    if (current) desk.study.act({ type: 'draw', chapter, node, ...redrawn(current, from, to, ink) });
  },
  wipe: () => {
    const { chapter, node } = desk;
    desk.study.act({ type: 'draw', chapter, node, arrows: [], circles: [] });
  },
});
