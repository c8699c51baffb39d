import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/**
 * Serves a folder's files to this machine alone.
 *
 * @param {string} folder
 * @param {number} port 0: any free one
 * @returns {Promise<import('node:http').Server>} listening
 * @throws the port is in use
 */
export function serveFolder(folder, port) {
  const server = createServer((request, response) => {
    const file = fileAt(folder, request.url ?? '/');
    if (file === null) return response.writeHead(404).end('There is no such page.\n');
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain; charset=utf-8' });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server));
  });
}

/** A path is read as below the folder: `..` leads no further up than that. */
function fileAt(folder, url) {
  try {
    const path = join(folder, normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname)));
    const file = path.endsWith('/') ? join(path, 'index.html') : path;
    return statSync(file).isFile() ? file : null;
  } catch {
    return null;
  }
}
