/** @file The worker of all widgets of a page: one engine, loaded at the first run. */
import { load, memory } from '../../api/index.js';
import { computes } from './computes.js';
import type { FromWorker, ToWorker } from './protocol.js';
import { Sessions } from './run-sessions.js';

const host = self as unknown as {
  postMessage(message: FromWorker): void;
  onmessage: (event: { data: ToWorker }) => void;
};
let files: { wasmUrl: string; digitsUrl: string } | null = null;

const sessions = new Sessions(
  computes,
  (message) => host.postMessage(message),
  () => load(files ?? {}),
);

host.onmessage = ({ data }) => {
  if (data.type === 'load') files = { wasmUrl: data.wasmUrl, digitsUrl: data.digitsUrl };
  else if (data.type === 'memory') host.postMessage({ type: 'memory', ...memory() });
  else sessions.take(data);
};
