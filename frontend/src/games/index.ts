/** The games this page has parts of its own for; any other is shown by the plain ones. */

import { caminos } from './caminos/parts';
import { carnac } from './carnac/parts';
import type { GameParts } from './game';
import { plain } from './plain/parts';

export const GAMES: Readonly<Record<string, GameParts>> = { carnac, caminos };

/** The game the start page offers to newcomers. */
export const NEWCOMERS_GAME = 'carnac';

/** The parts of a game by its name, or by the name its scenes carry. */
export const partsOf = (game: string): GameParts => GAMES[game] ?? plain;
