import { join } from 'node:path';
import { breakingChanges, documentsIn } from './breaking-changes.mjs';
import { CONTRACT_FOLDER, redocly, RELEASED_FOLDER } from './redocly.mjs';

/**
 * The contract's documents: valid, without a warning, and no break of what was released. Of other folders with
 * `node infra/contract/check.mjs <released> <now>`.
 */
const [released = RELEASED_FOLDER, now = CONTRACT_FOLDER] = process.argv.slice(2);
try {
  await redocly('lint', ...documentsIn(now).map((name) => join(now, name)));
  const found = await breakingChanges({ released, now });
  for (const line of found) process.stderr.write(`breaks stores: ${line}\n`);
  if (found.length > 0) {
    process.stderr.write(
      'Take it back, or raise the major version (packages/contract/src/documents/version.ts).\n',
    );
    process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(`${error.output ?? error.stack}\n`);
  process.exitCode = 1;
}
