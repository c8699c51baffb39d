import { readFileSync } from 'node:fs';
import { namesOfSource } from './names.mjs';

/** In: a list of `[path, source]`. Out: of each its names. A process of its own, for jest loads no ES module. */
const sources = JSON.parse(readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(sources.map(([path, source]) => namesOfSource(path, source))));
