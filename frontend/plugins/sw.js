// Keeps what the page is made of and the rules that were read, so that it opens and can say what is left when the
// server is away.
// The build fills in the list of files; another list is another version.
const FILES = __FILES__;
const VERSION = __VERSION__;
const SHELL = `shell-${VERSION}`;
const TEXTS = 'texts';
/** What a person has made available offline: a cache for each version, complete once it says so. */
const OFFLINE = 'offline-';
const COMPLETE = '/offline-complete';
const KEPT = /^\/(?:icon\.svg$|api\/(?:catalogue$|locales\/|rules\/))/;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name !== SHELL && name !== TEXTS && !name.startsWith(OFFLINE))
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate' && !url.pathname.startsWith('/api/')) {
    event.respondWith(fetch(request).catch(() => fromOffline('/')));
  } else if (url.pathname === '/pocket/pocket.json') {
    event.respondWith(fetch(request).catch(() => fromOffline(url.pathname)));
  } else if (url.pathname.startsWith('/pocket/')) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(fromCacheFirst(request));
  } else if (KEPT.test(url.pathname)) {
    event.respondWith(fromNetworkFirst(request));
  }
});

// What the server tells while no page is open. A message that comes twice takes the place of the first.
self.addEventListener('push', (event) => {
  const { title, body, tag, url, language } = event.data?.json() ?? {};
  const shown = { body, tag, lang: language, icon: '/icon-192.png', badge: '/icon-192.png', data: { url } };
  event.waitUntil(self.registration.showNotification(title ?? 'Stonefield', shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { data } = event.notification;
  event.waitUntil(open(data?.url ?? '/'));
});

/** Show a page of ours: in a window that has it, else in a new one. */
async function open(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((one) => new URL(one.url).pathname === url.pathname);
  await (there ? there.focus() : self.clients.openWindow(url.href));
}

// The browser has another address for us: the account that is signed in gets it.
self.addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription?.options;
  if (!options) return;
  event.waitUntil(
    self.registration.pushManager.subscribe(options).then((made) =>
      fetch('/api/accounts/me/messages/devices', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(made.toJSON()),
      }),
    ),
  );
});

/** A file of the version that is wholly kept, as versions do not mix; else what the page needs to open. */
async function fromOffline(path) {
  for (const name of await caches.keys()) {
    if (!name.startsWith(OFFLINE)) continue;
    const cache = await caches.open(name);
    if (await cache.match(COMPLETE)) return cache.match(path);
  }
  return (await caches.match(path)) ?? Response.error();
}

/** Built files carry a hash in their name: once fetched, they never change. */
async function fromCacheFirst(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
}

async function fromNetworkFirst(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) (await caches.open(TEXTS)).put(request, answer.clone());
    return answer;
  } catch (away) {
    const kept = await caches.match(request);
    if (!kept) throw away;
    // The page shall know that nobody has answered.
    const headers = new Headers(kept.headers);
    headers.set('X-Kept', '1');
    return new Response(kept.body, { status: kept.status, headers });
  }
}
