/** What is drawn on a square, for a screen reader. */

import { t } from '../texts.svelte';
import type { Annotations } from './annotations';
import type { Square } from './squares';

export function inWords(
  label: string,
  square: Square,
  { arrows = [], circles = [] }: Partial<Annotations>,
): string {
  const ringed = circles.filter((circle) => circle.square === square);
  const leaving = arrows.filter((arrow) => arrow.from === square);
  return [
    label,
    ...ringed.map(({ ink }) => t('draw.said.circle', { ink: t(`draw.ink.${ink}`) })),
    ...leaving.map(({ to, ink }) => t('draw.said.arrow', { square: to, ink: t(`draw.ink.${ink}`) })),
  ].join(', ');
}
