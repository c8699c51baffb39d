const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { describe, expect, it } = require('@jest/globals');
const { sourceFiles } = require('../checks/source-files');
const { commandsPage } = require('./commands-page');
const { retentionPage } = require('./retention-page');
const { OF_A_CALL, variablesPage } = require('./variables-page');

const ROOT = join(__dirname, '..', '..');
const fromSource = (folder, module) => require(join(ROOT, folder, 'src', module));
const pageOf = (name) => readFileSync(join(ROOT, 'docs', 'operators', name), 'utf8');

describe('generated pages for operators', () => {
  it('command-reference.md has every command of hub as it is (npm run docs)', async () => {
    expect(pageOf('command-reference.md')).toBe(await commandsPage(fromSource));
  });

  it('retention.md has every table as it is defined (npm run docs)', () => {
    expect(pageOf('retention.md')).toBe(retentionPage(fromSource));
  });

  it('variables.md has every variable that a program reads as it is (npm run docs)', () => {
    expect(pageOf('variables.md')).toBe(variablesPage(fromSource));
  });

  it('variables.md names no variable of the hub command that its source does not read', () => {
    const files = sourceFiles(join(ROOT, 'packages', 'cli', 'src'), { ending: /(?<!\.test)\.ts$/ });
    const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    expect(
      Object.keys(OF_A_CALL).filter((name) => !new RegExp(`['"]${name}['"]|env\\.${name}\\b`).test(source)),
    ).toEqual([]);
  });
});

describe('a variable without a purpose', () => {
  it('is reported by name', () => {
    const { sharedConfig } = fromSource('packages/runtime', 'shared-config');
    const load = (folder, module) =>
      module === 'config' && folder === 'services/routing'
        ? { read: { variables: { NEW_LIMIT: sharedConfig.HEALTH_PORT.unwrap() } } }
        : fromSource(folder, module);
    expect(() => variablesPage(load)).toThrow('NEW_LIMIT has no purpose');
  });
});
