/** The flat picture's own units. */

export const UNIT = 100;
/** Width of the frame with its coordinates. */
export const FRAME = 56;
