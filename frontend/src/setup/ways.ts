/** Against whom a game can be played; the start page offers each of them. */

import { serverless } from '../place';

export type Way = 'engine' | 'screen' | 'friend' | 'watch';
const ALL: readonly Way[] = ['engine', 'screen', 'friend', 'watch'];
/** Friends meet on a server. */
export const WAYS: readonly Way[] = serverless ? ALL.filter((way) => way !== 'friend') : ALL;
