/** @file The page around a widget that stands in a frame, and the picture that it shows without scripts. */
import { escapeHtml } from '../../charts/markup.js';
import type { AnyWidget } from '../frame/widget.js';

/** @param words what the picture shows */
export function embedPage({ name, title }: AnyWidget, words: string): string {
  const picture = `<img src="${name}.svg" alt="${escapeHtml(words)}">`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="embed.css">
<script type="module" src="../widgets/${name}.js"></script>
<script type="module" src="../widgets/embed.js"></script>
</head>
<body>
<normlab-${name} data-embedded><div slot="fallback">${picture}</div></normlab-${name}>
</body>
</html>
`;
}

export const embedStyles = `html { overflow-x: hidden; }
body { display: flow-root; margin: 0; padding: 0 2px; }
body > * { margin: 4px 0; --normlab-width: none; }
img { max-width: 100%; height: auto; }
`;
