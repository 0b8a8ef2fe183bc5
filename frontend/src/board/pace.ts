/** The pace of what is set down on the board, in either view. */

export const SET_MS = 420;

/** Slow at both ends, with more haste in the middle. */
export const settling = (u: number): number => 1 - (1 - u) ** 3;
