/** @file What all pages of the site share: head, policy, header, footer, and data for their scripts. */
import { escapeHtml, html, type Markup, toHtml } from '../../charts/markup.js';
import { specToJson } from '../../charts/spec.js';

/** Addresses of what a page loads, relative to the page. */
export interface PageAssets {
  script: string;
  styles: string[];
  /** Faces that the first screen needs. */
  fonts: string[];
  icon: string;
}

export interface PageText {
  title: string;
  description: string;
  /** Markup of `main`, and data. */
  main: string;
  /** Language of `main`, where that is not English as header and footer are. */
  lang?: string | null;
  /** The page may fetch from other hosts, when its reader asks for it. */
  fetches?: boolean;
}

/**
 * What a page may load and run: only what comes with it; pictures also from data, which a chart that is saved as PNG
 * needs. Formulas carry inline styles. Cells are compiled in the worker, which takes its policy from its own file; a
 * host that sends this policy as a header for all files must add 'unsafe-eval' to the worker's.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** A whole page. @param current address of the page itself, for the header */
export function pageHtml(
  { title, description, main, lang, fetches = false }: PageText,
  assets: PageAssets,
  current: string,
): string {
  const rules = policy.map((rule) =>
    fetches && rule.startsWith('connect-src') ? "connect-src 'self' https: http:" : rule,
  );
  const own = lang ? 'en' : null;
  const body = [toHtml(headerMarkup(current, own)), main, toHtml(footerMarkup(own))].join('\n');
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(rules.join('; '))}">`,
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    '<meta name="color-scheme" content="light dark">',
    `<link rel="icon" href="${escapeHtml(assets.icon)}" type="image/svg+xml">`,
    ...assets.fonts.map(
      (href) => `<link rel="preload" href="${escapeHtml(href)}" as="font" type="font/woff2" crossorigin>`,
    ),
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    `<script type="module" src="${escapeHtml(assets.script)}"></script>`,
  ];
  return `<!doctype html>\n<html lang="${escapeHtml(lang ?? 'en')}">\n<head>\n${head.join('\n')}\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
}

const links: [href: string, label: string][] = [
  ['./#lessons', 'Lessons'],
  ['open.html', 'Open a lesson'],
  ['help.html', 'Help'],
];

function headerMarkup(current: string, lang: string | null): Markup {
  return html(
    'header',
    { class: 'page', lang },
    html(
      'nav',
      { class: 'site-header', 'aria-label': 'Site' },
      html('a', { class: 'site-name', href: './' }, 'Normlab'),
      html(
        'span',
        { class: 'site-links' },
        ...links.map(([href, label]) => html('a', { href, 'aria-current': href === current ? 'page' : null }, label)),
      ),
    ),
  );
}

function footerMarkup(lang: string | null): Markup {
  return html(
    'footer',
    { class: 'page', lang },
    html(
      'div',
      { class: 'site-footer' },
      html('p', {}, 'Normlab runs in your browser and sends nothing anywhere. Edits are kept in this browser only.'),
      html('p', {}, html('a', { href: 'embed/index.html' }, 'Figures for your own page')),
      html('p', {}, html('a', { href: 'bench.html' }, 'How fast it is')),
    ),
  );
}

/**
 * Data for the script (`readStills`), as a block that no browser runs. `<` is escaped, so that no text can end the
 * block.
 */
export function dataBlock(id: string, data: unknown): string {
  const json = specToJson(data);
  return `<script type="application/json" id="${id}">${json.replace(/</g, '\\u003c')}</script>`;
}
