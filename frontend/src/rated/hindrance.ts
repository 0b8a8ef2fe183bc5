/** Which games can change ratings; the server judges it again. */

import type { GameView } from '../messages';
import { clockOf, isUsual, OTHER, type Form } from '../setup/form';

/** Why a game cannot change ratings. */
export type Hindrance = 'players' | 'board' | 'options' | 'coach' | 'clock' | 'guest';

/** What keeps a game from being rated. */
export function hindranceOf(form: Form, game: GameView, guest: boolean): Hindrance | null {
  if (guest) return 'guest';
  if (form.players !== 2) return 'players';
  if (form.board === OTHER) return 'board';
  if (!isUsual(form, game)) return 'options';
  if (form.way === 'engine' && form.coach !== 'off') return 'coach';
  return clockOf(form) ? null : 'clock';
}

/** Whether a game of this kind could be rated at all: with a friend, or against a level that was measured. */
export const couldBeRated = ({ way }: Form, game: GameView): boolean =>
  way === 'friend' || (way === 'engine' && game.rated_levels.length > 0);
