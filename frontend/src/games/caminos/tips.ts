/** What a newcomer is told, at the moment it matters, once. */

import type { CaminosScene, Scene, State } from '../../messages';

export type Tip = 'piece' | 'crossing' | 'covering' | 'wall';

export function tipFor(state: State, _before: Scene | null, told: readonly string[]): Tip | null {
  const { heights, pieces } = state.scene as CaminosScene;
  if (!state.may.move || state.turn?.phase !== 'place') return null;
  const candidates: Tip[] = ['piece', 'crossing'];
  if (pieces.length > 1) candidates.push('covering');
  if (Object.values(heights).some((height) => height > 1)) candidates.push('wall');
  return candidates.find((tip) => !told.includes(tip)) ?? null;
}
