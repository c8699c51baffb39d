import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@hub/testing';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ALL_WELL, DRILL_LIMIT_MS, runDrill } from './support/run-drill';

/** The same trade in every run. */
const SEED = '20261124';

interface Drill {
  name: string;
  program: string;
  args: string[];
}

const outage = (name: string): Drill => ({
  name,
  program: 'e2e/dist/outages/main.js',
  args: [name, SEED, '--small'],
});
const RESTORE = { name: 'restore', program: 'e2e/dist/restore/main.js', args: [SEED] };
const UPGRADE = { name: 'upgrade', program: 'infra/drill-upgrade.mjs', args: [SEED] };

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

describe('servers and releases change while stores trade', () => {
  it.each([
    ...['broker', 'cluster', 'standby'].map(outage),
    // A separate disk needs root.
    ...(process.getuid?.() === 0 ? [outage('disk')] : []),
    RESTORE,
    ...(hasReleaseBefore() ? [UPGRADE] : []),
  ])(
    'npm run drill:$name loses nothing and does nothing twice',
    async ({ program, args }) => expect(await runDrill(program, args)).toMatch(ALL_WELL),
    DRILL_LIMIT_MS,
  );
});
