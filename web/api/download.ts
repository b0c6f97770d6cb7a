/** @file Fetches the engine's files, with their progress. */

type OnProgress = (loaded: number, total: number) => void;

/** How a host that has files instead of addresses gives them to load(). */
const handedOver: Record<string, string> = {
  engine: "load({ wasmBinary: readFileSync('…/normlab.wasm') })",
  digits: "load({ digits: readFileSync('…/digits.bin') })",
};

/** The bytes of the engine, normlab.wasm; an error says in words what is wrong. */
export async function download(url: string | URL, onProgress?: OnProgress): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await downloadFile(url, 'engine', onProgress);
  // A server that answers every address with its start page sends HTML here.
  const isWasm = bytes[0] === 0 && bytes[1] === 97 && bytes[2] === 115 && bytes[3] === 109;
  if (!isWasm) throw new Error('[normlab] the engine file is missing or damaged: the server sent something else');
  return bytes;
}

/** The bytes of a file. @param name what errors call it */
export async function downloadFile(
  url: string | URL,
  name: string,
  onProgress?: OnProgress,
): Promise<Uint8Array<ArrayBuffer>> {
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'same-origin' });
  } catch {
    if (name in handedOver && !('location' in globalThis) && !/^https?:/.test(String(url))) {
      throw new Error(
        `[normlab] expected the bytes of the ${name} file, which Node does not fetch: ${handedOver[name]}`,
      );
    }
    throw new Error(`[normlab] the ${name} file could not be fetched: no connection, or the page forbids it`);
  }
  if (!response.ok) throw new Error(`[normlab] the ${name} file is missing: the server answered ${response.status}`);
  return readAll(response, onProgress).catch(() => {
    throw new Error(
      `[normlab] the ${name} file broke off while it was loaded: the connection was lost; run again to retry`,
    );
  });
}

async function readAll(response: Response, onProgress?: OnProgress): Promise<Uint8Array<ArrayBuffer>> {
  // A compressed answer's Content-Length counts other bytes than we read.
  const encoded = response.headers.get('content-encoding') !== null;
  const total = encoded ? 0 : Number(response.headers.get('content-length') ?? 0);
  if (response.body === null) return new Uint8Array(await response.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let loaded = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    loaded += value.length;
    onProgress?.(loaded, total);
  }
  const bytes = new Uint8Array(loaded);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
