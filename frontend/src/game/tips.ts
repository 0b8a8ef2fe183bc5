/** What a newcomer is told, at the moment it matters, once. */

import type { Scene, State } from '../messages';

export type Tip = 'placing' | 'arrows' | 'leaving' | 'blocked' | 'dolmen' | 'joined';

const dolmens = (scene: Scene, colour: string): number =>
  scene.game === 'carnac' ? (scene.dolmens[colour]?.length ?? 0) : 0;

/** The tip that fits this moment of a Carnac game and has not been told, or null. */
export function tipFor(state: State, before: Scene | null, told: readonly string[]): Tip | null {
  const { scene, turn } = state;
  if (scene.game !== 'carnac' || state.you.role !== 'player' || !turn) return null;
  const candidates: Tip[] = [];
  for (const colour of Object.keys(scene.dolmens)) {
    if (before && dolmens(scene, colour) < dolmens(before, colour)) candidates.push('joined');
    if (dolmens(scene, colour) > 0) candidates.push('dolmen');
  }
  const last = state.moves[state.moves.length - 1];
  // A placement that leaves nothing pending had no way to fall.
  if (last && last.squares.length === 1 && last.axis && last.text !== '-' && scene.pending === null) {
    candidates.push('blocked');
  }
  if (state.may.move && turn.phase === 'answer') candidates.push('arrows', 'leaving');
  if (state.may.move && turn.phase === 'place') candidates.push('placing');
  return candidates.find((tip) => !told.includes(tip)) ?? null;
}
