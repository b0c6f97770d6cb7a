/** @file "Copy embed code": the element, the frame and the still of a widget with its present settings. */
import { html, nothing, type TemplateResult } from 'lit';
import { embedCode } from './embed-code.js';
import { engineFiles } from './engine-files.js';
import { stillSvg } from './still.js';
import type { AnyWidget } from './widget.js';

export function embedPanel(
  widget: AnyWidget,
  settings: object,
  result: unknown,
  changed: [attribute: string, text: string][],
): TemplateResult {
  const words = widget.words(settings, result);
  const still = (): string => stillSvg(widget.picture(settings, result), words);
  const codes = embedCode(widget, changed, words, siteOf(engineFiles.worker));
  return html`<details class="embed" part="embed">
    <summary>Embed</summary>
    <div class="embed-codes">
      ${codes.map(
        ({ form, note, code }) =>
          html`<label class="embed-code"
            ><b>${form}</b> ${note}
            <textarea readonly rows="3" spellcheck="false" .value=${code} @focus=${selectAll}></textarea>
            <span class="embed-buttons">
              <button type="button" @click=${(event: Event) => void copy(event, code)} aria-label=${`Copy: ${form}`}>
                Copy
              </button>
              ${form === 'Picture'
                ? html`<button type="button" @click=${() => save(`normlab-${widget.name}.svg`, still())}>
                    Save SVG
                  </button>`
                : nothing}
            </span>
          </label>`,
      )}
    </div>
  </details>`;
}

/** The folder that this script was served from, or null where a bundler has moved it. */
function siteOf(worker: URL): string | null {
  return worker.pathname.endsWith('/widgets/worker.js') ? new URL('../', worker).href : null;
}

function selectAll(event: Event): void {
  (event.target as HTMLTextAreaElement).select();
}

/** In a frame without permission the text is only selected. */
async function copy(event: Event, code: string): Promise<void> {
  const button = event.currentTarget as HTMLButtonElement;
  try {
    await navigator.clipboard.writeText(code);
    button.textContent = 'Copied';
  } catch {
    button.closest('label')?.querySelector('textarea')?.select();
    button.textContent = 'Selected: press Ctrl+C';
  }
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
