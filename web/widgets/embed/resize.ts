/**
 * @file A classic script for the page around embedded widgets: each frame gets the height of its content. Compiled
 * alone.
 */
export {};

addEventListener('message', ({ data, source, origin }: MessageEvent<{ type?: unknown; height?: unknown } | null>) => {
  const height = data?.type === 'normlab-height' ? Number(data.height) : NaN;
  if (!(height >= 0 && height <= 20_000)) return;
  for (const frame of document.querySelectorAll('iframe')) {
    if (frame.contentWindow !== source || new URL(frame.src, document.baseURI).origin !== origin) continue;
    frame.style.aspectRatio = 'auto';
    frame.style.height = `${height}px`;
  }
});
