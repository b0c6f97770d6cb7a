/** @file A site with a lesson that has figures, one of them a widget of these tests: a dial. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { SiteKit } from '../../../web/notebook/site-pages.js';
import { buildLessons, siteKit } from './build-lessons.js';

/** Shows its number in place of its still; a press adds one. */
const script = `
class Dial extends HTMLElement {
  connectedCallback() {
    this.button = document.createElement('button');
    this.attachShadow({ mode: 'open' }).append(this.button);
    this.state({ at: Number(this.getAttribute('start')) });
    this.button.onclick = () => {
      this.state({ at: this.at + 1 });
      this.dispatchEvent(new Event('change', { bubbles: true }));
    };
  }
  state(given) {
    if (Number.isFinite(given?.at)) {
      this.at = given.at;
      this.button.textContent = 'dial at ' + this.at;
    }
    return { at: this.at };
  }
}
customElements.define('normlab-dial', Dial);
`;

const far = 'Words that take up room.\n\n'.repeat(80);

const lesson = `# Figures

\`\`\`figure
caption: A *curve*.
chart: |
  const chart = lineChart({ title: 'Squares', x: 'n', y: 'n²' });
  for (let n = 0; n < 5; n++) chart.push('RMSNorm', n, n * n);
\`\`\`

\`\`\`js
6 * 7
\`\`\`

${far}

\`\`\`figure
widget: dial
attributes: { start: 4 }
caption: A dial.
chart: "bars({ dial: 4 }, { title: 'The dial, still' })"
\`\`\`
`;

/** Makes the site in a new folder, and gives its place. */
export async function makeDialSite(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'normlab-figures-'));
  const kitFolder = path.join(folder, 'kit');
  await fs.cp(siteKit, kitFolder, { recursive: true });
  const kitFile = path.join(kitFolder, 'kit.json');
  const kit = JSON.parse(await fs.readFile(kitFile, 'utf8')) as SiteKit;
  kit.widgets = { ...kit.widgets, dial: 'assets/dial.js' };
  kit.files.push('assets/dial.js');
  await fs.writeFile(kitFile, JSON.stringify(kit));
  await fs.writeFile(path.join(kitFolder, 'assets', 'dial.js'), script);
  const lessons = path.join(folder, 'lessons');
  await fs.mkdir(lessons);
  await fs.writeFile(path.join(lessons, 'figures.md'), lesson);
  const out = path.join(folder, 'site');
  await buildLessons(lessons, out, kitFolder);
  return out;
}
