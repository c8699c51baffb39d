import { describe, expect, it } from '@jest/globals';
import { GATHER_MS, groupAlerts, type UntoldAlert } from './group-alerts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
let serial = 0;

function anAlert(overrides: Partial<UntoldAlert> = {}): UntoldAlert {
  serial += 1;
  return {
    id: `A-${serial}`,
    kind: 'tracking_failed',
    message: 'The selling shop was not told of a package.',
    shop: 'nordic',
    firstAt: new Date(NOW - GATHER_MS),
    ...overrides,
  };
}

describe('alerts out', () => {
  it('one broken store is one message, whatever goes wrong with it', () => {
    const alerts = [anAlert(), anAlert(), anAlert({ kind: 'placing_failed', message: 'Not placed.' })];
    expect(groupAlerts(alerts, new Set(), NOW)).toEqual([
      {
        group: 'shop nordic',
        ids: alerts.map(({ id }) => id),
        lines: [
          'tracking failed (2): The selling shop was not told of a package.',
          'placing failed: Not placed.',
        ],
      },
    ]);
  });

  it('shops are told apart, and what is no shop’s is told by its kind', () => {
    const alerts = [anAlert(), anAlert({ shop: 'alpine' }), anAlert({ shop: null, kind: 'dead_letter' })];
    const groups = groupAlerts(alerts, new Set(), NOW).map(({ group }) => group);
    expect(groups).toEqual(['shop nordic', 'shop alpine', 'dead letter']);
  });

  it('waits a moment for what else goes wrong', () => {
    const fresh = { firstAt: new Date(NOW - GATHER_MS + 1) };
    expect(groupAlerts([anAlert(fresh)], new Set(), NOW)).toEqual([]);
    expect(groupAlerts([anAlert(fresh), anAlert()], new Set(), NOW)[0]?.ids).toHaveLength(2);
  });

  it('is quiet about a group that was told of a while ago', () => {
    expect(groupAlerts([anAlert()], new Set(['shop nordic']), NOW)).toEqual([]);
  });

  it('a long message is cut', () => {
    const [message] = groupAlerts([anAlert({ message: 'x'.repeat(1_000) })], new Set(), NOW);
    expect(message?.lines).toEqual([expect.stringMatching(/^tracking failed: x{283}$/)]);
  });
});
