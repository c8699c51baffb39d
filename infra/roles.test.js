const { execFileSync } = require('node:child_process');
const { join } = require('node:path');
const { it } = require('@jest/globals');

it('prisma/grants.sql is what the programs do with tables, and each table is worked with by one', () => {
  execFileSync(process.execPath, [join(__dirname, 'roles.mjs'), '--check'], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
});
