/**
 * @file KaTeX's faces in the site: which of them a page needs, and only in the format that every browser with the
 * engine reads.
 */
import type { Plugin } from 'vite';

/** Each face with the classes in a set formula that ask for it (KaTeX's style sheet, 0.16). */
const faces: [face: string, classes: RegExp][] = [
  ['KaTeX_Main-Regular', /class="katex"/],
  ['KaTeX_Math-Italic', /\bmathnormal\b/],
  ['KaTeX_Size1-Regular', /\bsmall-op\b|\bsize1\b|\bdelim-size1\b/],
  ['KaTeX_Size2-Regular', /\blarge-op\b|\bsize2\b/],
  ['KaTeX_Size3-Regular', /\bsize3\b/],
  ['KaTeX_Size4-Regular', /\bsize4\b|\bdelim-size4\b/],
  ['KaTeX_Main-Bold', /\b(math|text)bf\b/],
  ['KaTeX_Main-Italic', /\b(math|text)it\b/],
  ['KaTeX_Math-BoldItalic', /\bboldsymbol\b/],
  ['KaTeX_AMS-Regular', /\b(amsrm|mathbb|textbb)\b/],
  ['KaTeX_Caligraphic-Regular', /\bmathcal\b/],
  ['KaTeX_Script-Regular', /\b(math|text)scr\b/],
  ['KaTeX_Fraktur-Regular', /\b(math|text)frak\b/],
  ['KaTeX_SansSerif-Regular', /\b(math|text)sf\b/],
  ['KaTeX_Typewriter-Regular', /\b(math|text)tt\b/],
];

/** File names (without hash and ending) of the faces that rendered text needs. */
export function formulaFaces(rendered: string): string[] {
  return faces.filter(([, classes]) => classes.test(rendered)).map(([face]) => face);
}

/**
 * Drops the older formats from KaTeX's style sheet; as with the page's own faces, one that comes late waits for the
 * next page.
 */
export function formulaFacesPlugin(): Plugin {
  return {
    name: 'normlab-formula-faces',
    enforce: 'pre',
    transform: {
      filter: { id: /katex(\.min)?\.css$/ },
      handler: (css) =>
        css
          .replace(/,url\([^)]*\.(woff|ttf)\) format\("(woff|truetype)"\)/g, '')
          .replaceAll('font-display:block', 'font-display:optional'),
    },
  };
}
