/**
 * @file The script of the sandbox's frame: starts the kernel from a text and bytes that the page posts in, and carries
 * messages. Compiled alone into one classic script.
 */
// Only in a frame without an origin: elsewhere the worker would share the storage of the site.
if (self.origin === 'null')
  addEventListener(
    'message',
    ({ data, ports: [port] }: MessageEvent<{ script: string; wasm: ArrayBuffer; digits: ArrayBuffer }>) => {
      const worker = new Worker(URL.createObjectURL(new Blob([data.script], { type: 'text/javascript' })));
      worker.onmessage = (event) => port.postMessage(event.data);
      worker.onerror = ({ message }) =>
        port.postMessage({ type: 'failed', message: message || 'the sandbox is blocked' });
      port.onmessage = (event) => worker.postMessage(event.data);
      worker.postMessage({ wasmBinary: data.wasm, digits: data.digits }, [data.wasm, data.digits]);
    },
    { once: true },
  );
