/** On a site of plain files, links are written so that the browser itself can follow them: in a new tab, say. */

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
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    if (target.nodeName === 'A') writeIn(target);
    addedNodes.forEach(writeIn);
  }
}).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['href'] });
