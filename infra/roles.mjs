import { readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './project.mjs';
import { grants } from './roles/grants.mjs';

const GRANTS = inProject('prisma', 'grants.sql');
const PAGE = inProject('docs', 'operators', 'columns.md');

/**
 * `node infra/roles.mjs`: writes `prisma/grants.sql`, what each service's role may do with which table and column, and
 * `docs/operators/columns.md`, who may read and change guarded columns. `--check`: exit 1 where they are not what the sources
 * say, or where no program works with a table.
 */
const { sql, page, unused } = grants();
if (process.argv.includes('--check')) {
  for (const [file, text] of [
    [GRANTS, sql],
    [PAGE, page],
  ])
    if (readFileSync(file, 'utf8') !== text)
      fail(`${file} is not of these sources: run \`node infra/roles.mjs\`.`);
  if (unused.length > 0) fail(`no program works with these tables: ${unused.join(', ')}`);
} else {
  writeFileSync(GRANTS, sql);
  writeFileSync(PAGE, page);
}

function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}
