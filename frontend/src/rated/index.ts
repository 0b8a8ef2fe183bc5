/** What rated games show besides, loaded with the first of them. */

export { default as Changed } from './Changed.svelte';
export { MatchRatings } from './match.svelte';
export { default as RatedChoice } from './RatedChoice.svelte';
export { default as SeatRating } from './SeatRating.svelte';
