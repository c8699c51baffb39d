import { readFile } from 'node:fs/promises';

/** A hook of Node.js: a JSON file is a module, whether or not its import says so. */
export async function load(url, context, next) {
  if (!url.endsWith('.json')) return next(url, context);
  return {
    format: 'module',
    shortCircuit: true,
    source: `export default ${await readFile(new URL(url), 'utf8')}`,
  };
}
