/** The source that this page plays from. */

import { remote } from './remote';
import type { GameSource } from './source';

export const source: GameSource = remote;
