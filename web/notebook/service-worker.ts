/**
 * @file The service worker: keeps the files of one build of the site. Compiled alone; the build puts `files` and
 * `version` in front.
 */
export {};

declare const files: string[];
declare const version: string;

interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Waiting {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
const worker = self as unknown as {
  registration: { scope: string };
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: string, listener: (event: Fetching & { data: unknown }) => void): void;
};

const { scope } = worker.registration;
/** One cache for each place that a site is served from, and each build of it. */
const prefix = `normlab ${scope} `;
const cacheName = prefix + version;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOld().then(() => worker.clients.claim())));
worker.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keepAll());
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  // Files in assets/ have their hash in their name; the others may change under the same name.
  const isLasting = request.url.startsWith(`${scope}assets/`);
  event.respondWith(isLasting ? keptOrFetched(request) : fetchedOrKept(request));
});

async function dropOld(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((other) => other.startsWith(prefix) && other !== cacheName).map((other) => caches.delete(other)),
  );
}

async function keepAll(): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const file of files) {
    const url = new URL(file, scope).href;
    if (await cache.match(url)) continue;
    const response = await fetch(url).catch(() => null);
    if (!response) return;
    if (response.ok) await cache.put(url, response);
  }
}

async function keptOrFetched(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) await cache.put(request.url, response.clone());
  return response;
}

async function fetchedOrKept(request: Request): Promise<Response> {
  const url = request.url.replace(/[?#].*$/s, '');
  try {
    return await fetch(request);
  } catch (error) {
    const cache = await caches.open(cacheName);
    const kept = await cache.match(url.endsWith('/') ? `${url}index.html` : url);
    if (kept) return kept;
    throw error;
  }
}
