/** Call once the page has been loaded and has nothing better to do; the answer takes the wish back. */
export function idle(task: () => void): () => void {
  let wish = 0;
  // Safari has no such callback; a moment later will do.
  const soon = globalThis.requestIdleCallback ?? ((call: () => void) => window.setTimeout(call, 300));
  const begin = () => (wish = soon(task));
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
  return () => {
    removeEventListener('load', begin);
    (globalThis.cancelIdleCallback ?? clearTimeout)(wish);
  };
}
