// A static file server without dependencies: `node scripts/serve.mjs [FOLDER]`, PORT overrides 8080.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { Failure, isMain, root, runMain, say } from './steps.mjs';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.bin': 'application/octet-stream',
};

/** The port from PORT, 8080 by default; 0 takes any free one. */
export function portFromEnvironment() {
  const text = process.env.PORT || '8080';
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Failure(`PORT should be a number from 0 to 65535, got ${text}.`);
  }
  return port;
}

/**
 * Serves a folder on this machine's own addresses only, with further headers for all files. Gives the port and
 * `close()`. Throws a Failure if the port is taken.
 */
export async function serve(folder, port, headers = {}) {
  const handle = (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    answer(folder, request, response);
  };
  const first = await listen(handle, '127.0.0.1', port);
  const actual = first.address().port;
  const servers = [first];
  try {
    // Browsers try localhost as ::1 first, so nobody else should answer there.
    servers.push(await listen(handle, '::1', actual));
  } catch (error) {
    if (error instanceof Failure) {
      first.close();
      throw error;
    }
  }
  const close = () => Promise.all(servers.map(closeServer));
  return { port: actual, close };
}

/** Throws a Failure if the port is taken, before anything long is done. */
export async function checkPort(port) {
  await closeServer(await listen(() => {}, '127.0.0.1', port));
}

function listen(handle, host, port) {
  return new Promise((resolve, reject) => {
    const server = http.createServer(handle);
    server.once('error', (error) => reject(explained(error, port)));
    server.listen(port, host, () => resolve(server));
  });
}

function explained(error, port) {
  if (error.code === 'EADDRINUSE') {
    return new Failure(`Port ${port} is taken by another program: choose another, for example PORT=${port + 1} npm start.`);
  }
  if (error.code === 'EACCES') return new Failure(`Port ${port} may only be used by root: choose one from 1024 up with PORT.`);
  return error;
}

function closeServer(server) {
  return new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}

function answer(folder, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405, 'only GET and HEAD');
  let name;
  try {
    name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
  } catch {
    return end(response, 400, 'bad address');
  }
  let file = path.join(folder, path.normalize(name));
  if (file !== folder && !file.startsWith(folder + path.sep)) return end(response, 404, 'not found');
  let stat = fs.statSync(file, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    file = path.join(file, 'index.html');
    stat = fs.statSync(file, { throwIfNoEntry: false });
  }
  if (!stat?.isFile()) return end(response, 404, 'not found');
  const tag = `"${stat.size.toString(16)}-${stat.mtimeMs.toString(16)}"`;
  // A rebuild must be seen at the next reload, so the browser asks each time and is told "unchanged".
  const headers = { ETag: tag, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304, headers).end();
    return;
  }
  headers['Content-Type'] = types[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
  headers['Content-Length'] = stat.size;
  response.writeHead(200, headers);
  if (request.method === 'HEAD') response.end();
  else fs.createReadStream(file).on('error', () => response.destroy()).pipe(response);
}

function end(response, status, text) {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${status} ${text}\n`);
}

/** Serves until Ctrl-C and prints the address. */
export async function serveAndTell(folder) {
  if (!fs.existsSync(path.join(folder, 'index.html'))) {
    throw new Failure(`There is no index.html in ${folder}: run npm run build first.`);
  }
  const { port, close } = await serve(folder, portFromEnvironment());
  say(`\nNormlab is at http://localhost:${port}   (Ctrl-C stops it)`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => close().then(() => process.exit(0)));
}

if (isMain(import.meta)) {
  await runMain(() => serveAndTell(path.resolve(process.argv[2] ?? path.join(root, 'dist', 'site'))));
}
