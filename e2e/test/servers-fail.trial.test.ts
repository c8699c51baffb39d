import { describe, expect, it } from '@jest/globals';
import { ALL_WELL, DRILL_LIMIT_MS, DRILL_SEED, runDrill } from './support/run-drill';

/** A separate disk needs root. */
const OUTAGES = ['broker', 'cluster', 'standby', ...(process.getuid?.() === 0 ? ['disk'] : [])];

describe('servers fail while stores trade', () => {
  it.each(OUTAGES)(
    'npm run drill:%s loses nothing and does nothing twice',
    async (name) =>
      expect(await runDrill('e2e/dist/outages/main.js', [name, DRILL_SEED, '--small'])).toMatch(ALL_WELL),
    DRILL_LIMIT_MS,
  );
});
