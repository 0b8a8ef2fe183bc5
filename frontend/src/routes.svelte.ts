/**
 * Which page the address means, and moving between pages without a reload.
 *
 * On a site of plain files there is one document; there the address within the app is in the fragment: `#/learn`.
 */

import { isOwn, serverless } from './place';

export type Route =
  | { page: 'home' }
  | { page: 'setup'; query: URLSearchParams }
  | { page: 'game'; id: string; invite: string | null }
  | { page: 'rules'; game: string | null }
  | { page: 'open'; query: URLSearchParams }
  | { page: 'study'; id: string; edit: string | null; review: boolean }
  | { page: 'analyse' }
  | { page: 'editor'; query: URLSearchParams }
  | { page: 'training' | 'storm' | 'endgames'; query: URLSearchParams }
  | { page: 'puzzle'; id: string; query: URLSearchParams }
  | { page: 'learn' }
  | { page: 'lesson'; id: string }
  | { page: 'plan'; id: string }
  | { page: 'lobby' }
  | { page: 'challenges'; id: string | null; query: URLSearchParams }
  | { page: 'account' }
  | { page: 'profile'; name: string }
  | { page: 'moderation' }
  | { page: 'missing' };

/** The second ones are older addresses, which links and bookmarks still have. */
const ANALYSE: ReadonlySet<string> = new Set(['analyse', 'studies']);
const PUZZLES: ReadonlySet<string> = new Set(['puzzles', 'training']);

/** The parts of the product, as the menu names them. */
export type Section = 'play' | 'learn' | 'puzzles' | 'analyse' | 'rules';

const SECTIONS: Readonly<Record<Route['page'], Section | null>> = {
  home: 'play',
  setup: 'play',
  game: 'play',
  plan: 'play',
  challenges: 'play',
  learn: 'learn',
  lesson: 'learn',
  training: 'puzzles',
  puzzle: 'puzzles',
  storm: 'puzzles',
  endgames: 'puzzles',
  analyse: 'analyse',
  study: 'analyse',
  editor: 'analyse',
  open: 'analyse',
  rules: 'rules',
  lobby: 'play',
  account: null,
  profile: null,
  moderation: null,
  missing: null,
};

/** The part of the product that a page belongs to. */
export const sectionOf = (route: Route): Section | null => SECTIONS[route.page];

export function routeOf(address: URL): Route {
  const parts = address.pathname.split('/').filter(Boolean);
  if (parts.length === 0) return { page: 'home' };
  if (parts[0] === 'new' && parts.length === 1) return { page: 'setup', query: address.searchParams };
  if (parts[0] === 'open' && parts.length === 1) return { page: 'open', query: address.searchParams };
  if (parts[0] === 'g' && parts.length === 2) {
    const invite = new URLSearchParams(address.hash.slice(1)).get('join');
    return { page: 'game', id: parts[1] as string, invite };
  }
  if (parts[0] === 'g' && parts.length === 3 && parts[2] === 'plan')
    return { page: 'plan', id: parts[1] as string };
  if (parts[0] === 'challenges' && parts.length <= 2)
    return { page: 'challenges', id: parts[1] ?? null, query: address.searchParams };
  if (parts[0] === 'study' && parts.length === 2) {
    const hash = new URLSearchParams(address.hash.slice(1));
    return { page: 'study', id: parts[1] as string, edit: hash.get('edit'), review: hash.has('review') };
  }
  if (ANALYSE.has(parts[0] as string) && parts.length === 1) return { page: 'analyse' };
  if (parts[0] === 'editor' && parts.length === 1) return { page: 'editor', query: address.searchParams };
  if (PUZZLES.has(parts[0] as string) && parts.length <= 2)
    return trainingRoute(parts[1], address.searchParams);
  if (parts[0] === 'learn' && parts.length === 1) return { page: 'learn' };
  if (parts[0] === 'learn' && parts.length === 2) return { page: 'lesson', id: parts[1] as string };
  if (parts[0] === 'rules' && parts.length <= 2) return { page: 'rules', game: parts[1] ?? null };
  if (parts[0] === 'lobby' && parts.length === 1) return { page: 'lobby' };
  if (parts[0] === 'account' && parts.length === 1) return { page: 'account' };
  if (parts[0] === 'moderation' && parts.length === 1) return { page: 'moderation' };
  if (parts[0] === 'people' && parts.length === 2) return profileRoute(parts[1] as string);
  return { page: 'missing' };
}

function profileRoute(written: string): Route {
  try {
    return { page: 'profile', name: decodeURIComponent(written) };
  } catch {
    return { page: 'missing' };
  }
}

/** By its id, a puzzle; `next` and `daily` are puzzles too. */
function trainingRoute(id: string | undefined, query: URLSearchParams): Route {
  if (id === undefined) return { page: 'training', query };
  return id === 'storm' || id === 'endgames' ? { page: id, query } : { page: 'puzzle', id, query };
}

/** Pages that only a server has. */
const SERVED: ReadonlySet<Route['page']> = new Set([
  'plan',
  'lobby',
  'challenges',
  'account',
  'profile',
  'moderation',
]);
export const needsServer = (route: Route): boolean =>
  SERVED.has(route.page) || (route.page === 'study' && !isOwn(route.id));

/** The address within the app that a link has; null if it leads elsewhere. */
export function ownAddress(href: string): URL | null {
  const url = new URL(href, location.href);
  if (url.origin !== location.origin) return null;
  if (!serverless) return url;
  const inside = href.startsWith('/') ? href : url.hash.slice(1);
  const file = url.pathname === location.pathname;
  return inside.startsWith('/') && (file || href === inside) ? new URL(inside, location.origin) : null;
}

/** Whether there is a page at this address: without a server there are fewer. */
export const isHere = (path: string): boolean =>
  !serverless || !needsServer(routeOf(new URL(path, location.origin)));

/** How an address within the app is written in a link. */
export const hrefOf = (path: string): string => (serverless ? `#${path}` : path);

/** What another person opens to see this page. */
export const wholeAddress = (path: string, origin = location.origin): string =>
  new URL(hrefOf(path), serverless ? location.href : origin).href;

const now = (): Route =>
  routeOf(ownAddress(serverless ? location.hash || '#/' : location.href) ?? new URL('/', origin));

class Address {
  route: Route = $state.raw(now());

  constructor() {
    addEventListener('popstate', () => this.read());
    addEventListener('hashchange', () => this.read());
  }

  private read(): void {
    this.route = now();
  }

  /** The same page under another address. */
  rename(path: string): void {
    history.replaceState(history.state, '', hrefOf(path));
  }

  go(path: string): void {
    history.pushState(null, '', hrefOf(path));
    this.read();
    scrollTo(0, 0);
    // A screen reader is told of the new page.
    requestAnimationFrame(() => document.getElementById('content')?.focus({ preventScroll: true }));
  }
}

export const address = new Address();

const ownLink = (link: Element | null): URL | null => {
  const href = link?.getAttribute('href');
  return href ? ownAddress(href) : null;
};

/** The page of ours that a link leads to, wherever in the link it is asked of. */
export function linkedRoute(target: EventTarget | null): Route | null {
  const url = target instanceof Element ? ownLink(target.closest('a')) : null;
  return url && routeOf(url);
}

/** Links of our own pages change the page in place; a click with a modifier stays the browser's. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest('a');
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const href = link.getAttribute('href') ?? '';
  if (/^#[^/]/.test(href) && !href.includes('=')) {
    event.preventDefault();
    document.querySelector<HTMLElement>(href)?.focus();
    return;
  }
  const url = ownLink(link);
  if (!url || link.target || link.hasAttribute('download')) return;
  if (url.pathname.startsWith('/api/') || routeOf(url).page === 'missing') return;
  event.preventDefault();
  address.go(url.pathname + url.search + url.hash);
}
