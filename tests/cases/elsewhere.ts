/** @file Cases that need a browser, a server or a page: the test that meets each. */

export interface Place {
  file: string;
  /** The test's title, as it stands in the file. */
  title: string;
}

const lesson = (title: string): Place => ({ file: 'tests/browser/lesson-page.test.ts', title });
const longRun = (title: string): Place => ({ file: 'tests/browser/long-runs.test.ts', title });
const loading = (title: string): Place => ({ file: 'tests/browser/engine-loading.test.ts', title });

/** By the start of the id. */
const places: Record<string, Place> = {
  G10_mime_html404: loading('a page in place of the engine is said in words'),
  G10_mime: loading('the engine starts when the server sends it as %s'),
  G10_csp_strict: loading("runs under script-src 'self' 'wasm-unsafe-eval' and worker-src 'self'"),
  G10_csp_none: loading('a policy that forbids WebAssembly is said in words'),
  G10_no_simd: loading('a browser without SIMD is told so'),
  G10_twice: loading('loaded twice there is one engine and one download; two copies share nothing'),
  H01a: lesson('an endless loop leaves the page alive, Stop says what must run again, and the next run works'),
  H01b: {
    file: 'tests/browser/work.test.ts',
    title: 'is there after a reload in the middle of a run, and nothing runs by itself',
  },
  H01c: longRun('a run of a billion epochs can be stopped and keeps its curve'),
  H02: longRun('a flood of %s stays bounded, and Stop works'),
  H04: { file: 'tests/browser/injection.test.ts', title: 'like markup is shown as text wherever it comes in' },
  H06: {
    file: 'tests/browser/widget-frames.test.ts',
    title: 'grows and shrinks with its content, in few messages, and never sideways',
  },
  H07: longRun('ends with the same bits as one that was awake, and nothing timed out'),
};

export function elsewhere(id: string): Place | null {
  return Object.entries(places).find(([start]) => id.startsWith(start))?.[1] ?? null;
}
