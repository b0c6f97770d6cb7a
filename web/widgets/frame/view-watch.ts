/** @file Tells elements whether they are seen: on the screen, or nearly, in a tab that is shown. */

const margin = '200px';
const watched = new Map<Element, { inView: boolean; tell: (seen: boolean) => void }>();
let observer: IntersectionObserver | null = null;

/** @returns ends it */
export function whenSeen(element: Element, tell: (seen: boolean) => void): () => void {
  if (!observer) {
    observer = new IntersectionObserver(takeEntries, { rootMargin: margin });
    document.addEventListener('visibilitychange', () => watched.forEach(tellOne));
  }
  watched.set(element, { inView: false, tell });
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    watched.delete(element);
  };
}

function takeEntries(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const item = watched.get(target);
    if (!item) continue;
    item.inView = isIntersecting;
    tellOne(item);
  }
}

function tellOne({ inView, tell }: { inView: boolean; tell: (seen: boolean) => void }): void {
  tell(inView && document.visibilityState === 'visible');
}
