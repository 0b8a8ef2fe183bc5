/** What a table shows while a seat is open: taking it, and waiting for someone who does. */

export { default as JoinCard } from './JoinCard.svelte';
export { default as WaitingRoom } from './WaitingRoom.svelte';
