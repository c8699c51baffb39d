import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { mirrored } from './mirrored.mjs';
import { redocly } from './redocly.mjs';

/**
 * What of the contract's documents would break a store that goes by the released ones. A document of a higher major
 * version may break what it likes.
 *
 * @param {{ released: string, now: string }} folders
 * @returns {Promise<string[]>} one line for each break; empty: nothing breaks
 */
export async function breakingChanges({ released, now }) {
  const scratch = mkdtempSync(join(tmpdir(), 'hub-contract-'));
  try {
    const found = [];
    for (const name of documentsIn(released)) {
      if (!documentsIn(now).includes(name)) found.push(`${name}: is there no more`);
      else found.push(...(await compare(name, { released, now, scratch })));
    }
    return found;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

export const documentsIn = (folder) => readdirSync(folder).filter((name) => name.endsWith('api.json'));

async function compare(name, { released, now, scratch }) {
  const [before, after] = [read(released, name), read(now, name)];
  if (isDeepStrictEqual(before, after) || majorOf(after) > majorOf(before)) return [];
  const files = [before, after].map((document, index) => {
    const file = join(scratch, `${index}-${name}`);
    writeFileSync(file, JSON.stringify(mirrored(document), null, 2));
    return file;
  });
  const report = join(scratch, `report-${name}`);
  await redocly('diff', ...files, '--format', 'json', '--fail-on', 'none', '--output', report);
  const { changes } = JSON.parse(readFileSync(report, 'utf8'));
  return changes
    .filter(({ impact }) => impact === 'major')
    .flatMap(({ path, verdicts }) => verdicts.map(({ message }) => `${name}: ${message} (${path})`));
}

const read = (folder, name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const majorOf = ({ info }) => Number(info.version.split('.')[0]);
