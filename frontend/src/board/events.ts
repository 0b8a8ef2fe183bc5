/** What happens on a board and can be heard and felt, in either view. */

export type BoardEvent =
  /** Something heavy has been set down. */
  | 'set'
  /** It has fallen. */
  | 'fall'
  /** A piece has been placed. */
  | 'piece'
  /** A group has formed, grown together, or been counted. */
  | 'group'
  /** One step of a path has been walked. */
  | 'step';
