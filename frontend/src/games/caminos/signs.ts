/** A sign for each colour of Caminos, so that they need not be told by hue: paths in a unit square around 0. */

import type { CubeColour } from './things';

const ring = (radius: number) =>
  `M${radius} 0A${radius} ${radius} 0 1 1 ${-radius} 0A${radius} ${radius} 0 1 1 ${radius} 0`;

export const SIGNS: Readonly<Record<CubeColour, string>> = {
  // The sun: a ring and its rays.
  yellow:
    ring(0.13) +
    Array.from({ length: 8 }, (_, i) => {
      const [c, s] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)];
      return `M${(c * 0.21).toFixed(3)} ${(s * 0.21).toFixed(3)}L${(c * 0.29).toFixed(3)} ${(s * 0.29).toFixed(3)}`;
    }).join(''),
  // A leaf and its rib.
  green: 'M-.25 .25C-.3-.1-.1-.3 .25-.25C.3 .1 .1 .3-.25 .25ZM-.25 .25L.12-.12',
  // Water.
  neutral: [-0.16, 0, 0.16].map((y) => `M-.27 ${y}q.09-.1 .18 0t.18 0t.18 0`).join(''),
};
