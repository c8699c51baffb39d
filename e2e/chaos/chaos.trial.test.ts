import { describe, expect, it } from '@jest/globals';
import { ALL_WELL, DRILL_LIMIT_MS, runDrill } from '../test/support/run-drill';

describe('npm run chaos, small', () => {
  it(
    'loses nothing and does nothing twice, whatever fails meanwhile',
    async () =>
      expect(await runDrill('e2e/dist/chaos/main.js', ['--small', '--seed', '20261122'])).toMatch(ALL_WELL),
    DRILL_LIMIT_MS,
  );
});
