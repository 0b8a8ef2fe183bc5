/** Keys of the game page, as commands. */

import { pressed } from '../deciding/keys';
import type { GameController } from './controller.svelte';

/** Do what a key means; true if it meant anything. */
export function obey(event: KeyboardEvent, game: GameController, toggleBird: () => void): boolean {
  const key = pressed(event);
  if (!key) return false;
  if (game.hand.key(key)) return true;
  const { state } = game;
  switch (key) {
    case 'B':
      toggleBird();
      return true;
    case 'H':
      if (state.may.hint) game.askHint();
      return state.may.hint;
    case 'U':
      if (state.may.undo) game.act({ type: 'undo', version: state.version });
      return state.may.undo;
    case 'ArrowLeft':
    case '[':
      game.step(-1);
      return true;
    case 'ArrowRight':
    case ']':
      game.step(1);
      return true;
    case 'Home':
      game.goTo(0);
      return true;
    case 'End':
      game.goTo(Infinity);
      return true;
    case 'Escape':
      game.reconsider();
      game.goTo(Infinity);
      return true;
    default:
      return false;
  }
}
