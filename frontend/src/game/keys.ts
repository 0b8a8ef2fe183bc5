/** Keys of the game page, as commands. */

import type { GameController } from './controller.svelte';

/** Whether keys belong to what is being written. */
const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, dialog, [contenteditable]') !== null;

/** The key as commands name it, "R" or "Ctrl+Z"; empty where it belongs to what is being written. */
export function pressed(event: KeyboardEvent): string {
  if (event.altKey || typing(event.target)) return '';
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  return event.ctrlKey || event.metaKey ? `Ctrl+${event.shiftKey ? 'Shift+' : ''}${key}` : key;
}

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
