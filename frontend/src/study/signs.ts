/** How costly decisions are marked. */

import type { Verdict } from '../verdicts';

export const SIGNS: Readonly<Record<Verdict, string>> = { inaccuracy: '?!', mistake: '?', blunder: '??' };
