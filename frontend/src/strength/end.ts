/** What the end of a game shows of a strength; loaded with the end. */

export { Ended } from './ended.svelte';
export { default as Moved } from './Moved.svelte';
export { default as NextGame } from './NextGame.svelte';
