import { describe, expect, it } from '@jest/globals';
import { decideClaim } from './decide-claim';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const soon = new Date(NOW + 1);
const past = new Date(NOW);

const run = (fields: Partial<Parameters<typeof decideClaim>[0]>) => ({
  state: 'reading' as const,
  leaseUntil: null,
  readAt: null,
  retirementAcceptedAt: null,
  ...fields,
});

describe('what a catalogue.pull message does with its run', () => {
  it.each([
    ['queued: read from the first page', run({ state: 'queued' }), 'read_again'],
    ['being read, without a holder: read on', run({}), 'read_on'],
    ['being read, the lease ran out: from the first page', run({ leaseUntil: past }), 'read_again'],
    ['being read by another worker: skipped', run({ leaseUntil: soon }), 'leave'],
    ['read to the end: judged and applied', run({ readAt: past }), 'finish'],
    ['waiting for its acceptance: skipped', run({ state: 'waiting', readAt: past }), 'leave'],
    [
      'waiting, and accepted: applied',
      run({ state: 'waiting', readAt: past, retirementAcceptedAt: past }),
      'finish',
    ],
    ['accepted: skipped', run({ state: 'accepted', readAt: past }), 'leave'],
    ['refused: skipped', run({ state: 'refused', readAt: past }), 'leave'],
    ['failed: skipped', run({ state: 'failed' }), 'leave'],
  ])('%s', (_, given, kind) => {
    expect(decideClaim(given, NOW).kind).toBe(kind);
  });
});
