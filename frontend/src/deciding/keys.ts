/** Keys as commands. */

/** Of several choices one is taken by the arrows or the space bar; they leave the other keys alone. */
const CHOICES = 'input[type=radio], input[type=checkbox]';
/** Whether a key belongs to what is being written or chosen. */
function taken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches(CHOICES) && !target.closest('dialog')) return key === ' ' || key.startsWith('Arrow');
  return target.closest('input, textarea, select, dialog, [contenteditable]') !== null;
}

/** The key as commands name it, "R" or "Ctrl+Z"; empty where it belongs to what is being written. */
export function pressed(event: KeyboardEvent): string {
  if (event.altKey || taken(event.target, event.key)) return '';
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  return event.ctrlKey || event.metaKey ? `Ctrl+${event.shiftKey ? 'Shift+' : ''}${key}` : key;
}
