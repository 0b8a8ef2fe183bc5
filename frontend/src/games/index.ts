/** The games this page has a folder for; any other is shown by the plain parts. */

import { Problem } from '../source';
import { colourNames } from '../words';
import { caminos } from './caminos';
import { carnac } from './carnac';
import type { GameEntry, GameParts } from './game';

export const GAMES: Readonly<Record<string, GameEntry>> = { carnac, caminos };

for (const entry of Object.values(GAMES)) Object.assign(colourNames, entry.colourNames);

/** The game the start page offers to newcomers. */
export const NEWCOMERS_GAME = 'carnac';
/** The lesson whose first step the start page lets newcomers try. */
export const FIRST_TRY = 'carnac-falling';

/** The parts of a game by its name, or by the name its scenes carry; Problem if they do not come. */
export const loadParts = (game: string): Promise<GameParts> =>
  (GAMES[game]?.loadParts() ?? import('./plain/parts').then((chunk) => chunk.parts)).catch(() => {
    throw new Problem('away', game);
  });
