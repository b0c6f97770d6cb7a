/** @file The one markdown-it that both finds fences and renders prose, so that the two agree. */
import MarkdownIt from 'markdown-it';
import { addFormulas } from './formulas.js';

/** No HTML, no autolinks of bare words; links only to the web, to mail, and within the site. */
export function createMarkdown(): MarkdownIt {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  markdown.validateLink = isSafeLink;
  addFormulas(markdown);
  markdown.renderer.rules.link_open = (tokens, index, options, _env, self) => {
    const href = tokens[index].attrGet('href') ?? '';
    if (/^(?:https?:)?\/\//i.test(href)) tokens[index].attrSet('rel', 'noopener noreferrer');
    return self.renderToken(tokens, index, options);
  };
  // A table that is wider than the page scrolls in its box.
  markdown.renderer.rules.table_open = () => '<div class="prose-table"><table>\n';
  markdown.renderer.rules.table_close = () => '</table></div>\n';
  return markdown;
}

/** http, https, mailto, or no scheme at all. */
function isSafeLink(url: string): boolean {
  // Browsers drop these characters before they read the scheme.
  const bare = url.replace(/[\u0000-\u0020\u007f-\u00a0]/g, '');
  const scheme = /^([^/?#]*?):/.exec(bare)?.[1];
  return scheme === undefined || /^(?:https?|mailto)$/i.test(scheme);
}
