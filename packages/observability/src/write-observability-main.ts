import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { documents } from './documents';
import { ROOT } from './folder';

/** `npm run docs`: writes `infra/observability` and the list of alerts. */
for (const [path, text] of documents()) {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), text);
}
