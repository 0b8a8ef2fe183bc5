/** Refusals that are no problem to show, because the person has not asked for anything. */

/** Why a win rate may not come. */
const UNASKED = new Set(
  'engine_busy engine_failed not_between_people not_for_spectators rated_game'.split(' '),
);

/** Win rates, and what the engine of this page is for, come and go unasked for. */
export const isUnasked = ({ id, code }: { readonly id: string | null; readonly code: string }): boolean =>
  id === null ? UNASKED.has(code) : id.startsWith('think-');
