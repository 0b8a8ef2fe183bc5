/** A plan that was changed and not yet kept: another page in between, or a reload, does not lose it. */

import type { PlannedMoveView } from '../messages';

const KEPT = 'stonefield.plan';

interface Draft {
  readonly game: string;
  /** What it begins with is the position of this version. */
  readonly version: number;
  readonly tree: readonly PlannedMoveView[];
}

export function draftOf(game: string, version: number): Draft['tree'] | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Draft | null;
    return draft?.game === game && draft.version === version ? draft.tree : null;
  } catch {
    return null;
  }
}

export function keepDraft(draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(KEPT, JSON.stringify(draft));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // Then it is here as long as its page is.
  }
}
