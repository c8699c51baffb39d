const { execFileSync } = require('node:child_process');
const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const { it } = require('@jest/globals');

const SPECS = join(__dirname, 'specs');

/**
 * The scripts here are plain ES modules, which run before anything is installed: Node's own test runner tests
 * them, one file per line of this report.
 */
it.each(readdirSync(SPECS).filter((name) => name.endsWith('.spec.mjs')))('%s', (name) => {
  execFileSync(process.execPath, ['--test', join(SPECS, name)], {
    encoding: 'utf8',
    stdio: 'pipe',
    env: { PATH: process.env.PATH },
  });
});
