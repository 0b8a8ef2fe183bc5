/** What happens on a board at a moment that can be heard and felt, in either view. */

export type Moment =
  /** A stone has been set down. */
  | 'set'
  /** A stone has fallen. */
  | 'fall'
  /** A piece has been placed. */
  | 'piece'
  /** A group has formed, grown together, or been counted. */
  | 'group'
  /** One step of a path has been walked. */
  | 'step';
