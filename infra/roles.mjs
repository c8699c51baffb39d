import { readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './project.mjs';
import { grants } from './roles/grants.mjs';

const FILE = inProject('prisma', 'grants.sql');

/**
 * `node infra/roles.mjs`: writes `prisma/grants.sql`, what each service's role may do with which table. `--check`: exit 1
 * where it is not what the sources say, or where no program works with a table.
 */
const { sql, unused } = grants();
if (process.argv.includes('--check')) {
  if (readFileSync(FILE, 'utf8') !== sql)
    fail('prisma/grants.sql is not of these sources: run `node infra/roles.mjs`.');
  if (unused.length > 0) fail(`no program works with these tables: ${unused.join(', ')}`);
} else {
  writeFileSync(FILE, sql);
}

function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}
