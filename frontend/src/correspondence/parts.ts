/** What other pages show of correspondence, in one chunk. */

export { default as AtTable } from './AtTable.svelte';
export { default as Count } from './Count.svelte';
export { default as YourTurn } from './YourTurn.svelte';
