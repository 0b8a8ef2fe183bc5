/** A site of plain files: links that the browser itself can follow, in a new tab, say; and Python in good time. */

import { idle } from './idle';
import { device } from './place';
import { hrefOf, routeOf } from './routes.svelte';

function write(link: Element): void {
  const href = link.getAttribute('href') ?? '';
  if (!href.startsWith('/')) return;
  const isPage = routeOf(new URL(href, location.origin)).page !== 'missing';
  link.setAttribute('href', isPage ? hrefOf(href) : `.${href}`);
}

function writeIn(node: Node): void {
  if (!(node instanceof Element)) return;
  if (node.matches('a[href^="/"]')) write(node);
  node.querySelectorAll('a[href^="/"]').forEach(write);
}

writeIn(document.body);
// Whatever a visitor does first needs it.
idle(() => void device().catch(() => undefined));
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    if (target.nodeName === 'A') writeIn(target);
    addedNodes.forEach(writeIn);
  }
}).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['href'] });
