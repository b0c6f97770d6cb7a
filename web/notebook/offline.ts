/** @file The site without network: its service worker, and when it fetches what was not needed yet. */

/** How long a page is read before the rest of the site is kept, ms; the first touch ends that wait. */
const readingTime = 4000;

export function keepOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  addEventListener('load', () => void register(), { once: true });
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register(new URL('sw.js', document.baseURI));
    const { active } = await navigator.serviceWorker.ready;
    const saving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
    const touched = new Promise((resolve) => {
      for (const event of ['pointerdown', 'keydown']) addEventListener(event, resolve, { once: true, passive: true });
    });
    await (saving ? touched : Promise.race([touched, new Promise((resolve) => setTimeout(resolve, readingTime))]));
    active?.postMessage('keep');
  } catch {
    // Blocked, or not served over https: the site works with the network.
  }
}
