/** The game that this page has listed in the lobby. A page that is loaded again still knows it. */

import type { NewGame } from '../messages';

export interface Sought {
  readonly game: string;
  readonly token: string;
  readonly wishes: NewGame;
  /** It is listed for any time: no one waits here for an answer. */
  readonly standing?: boolean;
}

const KEPT = 'stonefield.sought';

export function soughtGame(id: string): Sought | null {
  try {
    const sought = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Sought | null;
    return sought?.game === id ? sought : null;
  } catch {
    return null;
  }
}

export function keepSought(sought: Sought): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(sought));
  } catch {
    // Then it only waits.
  }
}
