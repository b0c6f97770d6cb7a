/** The glue that Emscripten writes (build/wasm/normlab.mjs). */
declare module 'normlab-wasm' {
  import type { RawModule } from './raw.js';
  interface ModuleOptions {
    wasmBinary: Uint8Array | ArrayBuffer;
    onAbort(reason: unknown): void;
    print(text: string): void;
    printErr(text: string): void;
  }
  export default function createModule(options: ModuleOptions): Promise<RawModule>;
}
