/** What a newcomer is told, at the moment it matters, once. */

import type { CarnacScene, Scene, State } from '../../messages';

export type Tip = 'placing' | 'arrows' | 'leaving' | 'blocked' | 'dolmen' | 'joined';

const dolmens = (scene: CarnacScene, colour: string): number => scene.dolmens[colour]?.length ?? 0;

export function tipFor(state: State, earlier: Scene | null, told: readonly string[]): Tip | null {
  const [scene, before] = [state.scene, earlier] as [CarnacScene, CarnacScene | null];
  const { turn } = state;
  if (state.you.role !== 'player' || !turn) return null;
  const candidates: Tip[] = [];
  for (const colour of Object.keys(scene.dolmens)) {
    if (before && dolmens(scene, colour) < dolmens(before, colour)) candidates.push('joined');
    if (dolmens(scene, colour) > 0) candidates.push('dolmen');
  }
  const last = state.moves[state.moves.length - 1];
  // A placement that leaves nothing pending had no way to fall.
  if (last && last.detail && last.text !== '-' && scene.pending === null) {
    candidates.push('blocked');
  }
  if (state.may.move && turn.phase === 'answer') candidates.push('arrows', 'leaving');
  if (state.may.move && turn.phase === 'place') candidates.push('placing');
  return candidates.find((tip) => !told.includes(tip)) ?? null;
}
