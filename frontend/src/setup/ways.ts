/** Against whom a game can be played; the start page offers each of them. */

export type Way = 'engine' | 'screen' | 'friend' | 'watch';
export const WAYS: readonly Way[] = ['engine', 'screen', 'friend', 'watch'];
