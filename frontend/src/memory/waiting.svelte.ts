/** How many games wait for this person, as far as it has been asked. */

class Waiting {
  count = $state(0);
  /** The start page has a list of them. */
  listed = $state(false);
}

export const waiting = new Waiting();
