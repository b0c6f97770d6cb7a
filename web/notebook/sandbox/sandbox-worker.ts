/**
 * @file A kernel for cells of unknown origin: a worker inside a frame that has no origin, so no storage and no cookies
 * of the site, and whose policy allows no network.
 */
import digitsUrl from 'normlab-digits-file';
import wasmUrl from 'normlab-wasm-file';
import { download, downloadFile } from '../../api/download.js';
import type { WorkerLike } from '../../kernel/client.js';
import type { FromKernel, ToKernel } from '../../kernel/protocol.js';
import { kernelScript } from '../kernel-worker.js';

export const framePage = 'sandbox.html';

export class SandboxWorker implements WorkerLike {
  private readonly frame = document.createElement('iframe');
  private readonly channel = new MessageChannel();
  private readonly listeners: ((event: { data: FromKernel }) => void)[] = [];

  constructor() {
    this.frame.setAttribute('sandbox', 'allow-scripts');
    this.frame.hidden = true;
    this.frame.title = 'Sandbox for cells from elsewhere';
    this.channel.port1.onmessage = ({ data }: MessageEvent<FromKernel>) => this.emit(data);
    void this.start();
  }

  postMessage(message: ToKernel): void {
    this.channel.port1.postMessage(message);
  }

  /** The frame's worker ends with the frame. */
  terminate(): void {
    this.frame.remove();
    this.channel.port1.close();
  }

  addEventListener(type: 'message' | 'error' | 'messageerror', listener: (event: never) => void): void {
    if (type === 'message') this.listeners.push(listener as (event: { data: FromKernel }) => void);
  }

  private emit(data: FromKernel): void {
    for (const listener of this.listeners) listener({ data });
  }

  private async start(): Promise<void> {
    try {
      const loaded = new Promise((resolve) => this.frame.addEventListener('load', resolve, { once: true }));
      this.frame.src = new URL(framePage, document.baseURI).href;
      document.body.append(this.frame);
      const [script, wasm, digits] = await Promise.all([
        fetch(kernelScript).then((response) => {
          if (!response.ok) throw new Error(`its script is missing: the server answered ${response.status}`);
          return response.text();
        }),
        download(wasmUrl, (bytes, total) => this.emit({ type: 'loading', loaded: bytes, total })),
        downloadFile(digitsUrl, 'digits'),
        loaded,
      ]);
      // The frame has no origin that could be named here.
      const files = { wasm: wasm.buffer, digits: digits.buffer };
      this.frame.contentWindow?.postMessage({ script, ...files }, '*', [this.channel.port2, ...Object.values(files)]);
    } catch (error) {
      this.emit({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }
}
