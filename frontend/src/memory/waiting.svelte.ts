/** How many games wait for this person, as far as it has been asked. */

class Waiting {
  count = $state(0);
  /** The games that the start page lists as waiting, and those it lists as offers of a rematch. */
  listed: readonly string[] = $state.raw([]);
  offered: readonly string[] = $state.raw([]);
}

export const waiting = new Waiting();
