import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ALERTS } from '../alerts';
import { FOLDER } from '../folder';
import { promtoolFiles, type PromtoolFile } from './promtool-tests';

/** Prometheus' own tool evaluates the rules, at their real windows. `npm test` installs it. */
const RULES = join(FOLDER, 'rules.yml');
const CONFIG = join(FOLDER, 'prometheus.yml');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-promtool-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** @returns promtool's output, empty if all tests pass */
function judge(files: readonly PromtoolFile[]): string {
  const paths = files.map(({ rules, ...tests }, index) => {
    const [of, path] = [`rules-${index}.json`, join(folder, `tests-${index}.json`)];
    // JSON is YAML too.
    writeFileSync(join(folder, of), JSON.stringify(rules));
    writeFileSync(path, JSON.stringify({ rule_files: [of], ...tests }));
    return path;
  });
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', ...paths], { encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

it('Prometheus accepts rules and configuration', () => {
  expect(execFileSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })).toContain('SUCCESS');
  expect(execFileSync('promtool', ['check', 'config', CONFIG], { encoding: 'utf8' })).toContain('SUCCESS');
});

it('each alert fires for its fault, only for it, not for just less, and ends', () => {
  expect(ALERTS.length).toBeGreaterThan(25);
  expect(judge(promtoolFiles())).toBe('');
}, 240_000);
