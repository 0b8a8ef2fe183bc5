/** Keys as commands. */

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
