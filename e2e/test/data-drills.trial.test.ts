import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@hub/testing';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ALL_WELL, DRILL_LIMIT_MS, DRILL_SEED, runDrill } from './support/run-drill';

/** A clone without its history cannot build the release before. */
function hasReleaseBefore(): boolean {
  const cwd = repositoryRoot();
  const named: unknown = JSON.parse(readFileSync(join(cwd, 'infra', 'release-before.json'), 'utf8'));
  const { commit } = z.object({ commit: z.string() }).parse(named);
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** With chaos, the trials that every change must pass: what they guard cannot be repaired later. */
describe('data and releases change while stores trade', () => {
  it.each([
    { name: 'restore', program: 'e2e/dist/restore/main.js' },
    ...(hasReleaseBefore() ? [{ name: 'upgrade', program: 'infra/drill-upgrade.mjs' }] : []),
  ])(
    'npm run drill:$name loses nothing and does nothing twice',
    async ({ program }) => expect(await runDrill(program, [DRILL_SEED])).toMatch(ALL_WELL),
    DRILL_LIMIT_MS,
  );
});
