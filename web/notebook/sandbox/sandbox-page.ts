/** @file The page of the sandbox's frame, as text. Used at build time. */

/** Nothing but its own script, and what is posted in. */
const policy = ["default-src 'none'", "script-src 'self' 'unsafe-eval' blob:", 'worker-src blob:'].join('; ');

/** @param script address of the compiled frame.ts */
export function sandboxPageHtml(script: string): string {
  return [
    '<!doctype html>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<title>Sandbox</title>',
    `<script src="${script}"></script>`,
    '',
  ].join('\n');
}
