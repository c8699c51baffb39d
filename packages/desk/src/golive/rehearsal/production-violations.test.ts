import type { RehearsalRecord } from '@hub/conformance';
import { describe, expect, it } from '@jest/globals';
import { productionViolations } from './production-violations';

type Evidence = RehearsalRecord['checks'][number]['evidence'][number];

const at = '2026-11-22T09:00:00Z';
const answer = { status: 200, headers: {}, body: {}, took_ms: 1 };
const event = (name: string, order_id: string): Evidence => ({
  at,
  event: { path: '/shops/nordic/events', headers: {}, body: { event: name, data: { order_id } } },
  answer,
});
const call = (path: string, order_id: string): Evidence => ({
  at,
  request: { method: 'POST', path, headers: {}, body: { order_id } },
  answer,
});

function recordOf(evidence: Evidence[]): RehearsalRecord {
  return {
    version: 1,
    runner: { name: 'runner', version: '1' },
    shop_slug: 'nordic',
    environment: 'production',
    store_api_root: 'https://shop.example/api',
    run_code: null,
    started_at: at,
    ended_at: at,
    clean_up: [],
    checks: [
      {
        id: 'orders.check',
        step: 'orders',
        direction: 'from_store',
        rule: 'r',
        result: 'passed',
        at,
        evidence,
        fault: null,
        reason: null,
      },
    ],
  };
}

describe('D32: a run in production ends with every order stopped, or shipped and returned', () => {
  it.each<[string, Evidence[], string[], string[]]>([
    ['nothing sold or shipped', [], [], []],
    ['shipped and returned', [event('fulfillment.shipped', 'T-1'), event('return.created', 'T-1')], [], []],
    [
      'shipped and still out',
      [event('fulfillment.shipped', 'T-1')],
      [],
      ['the run left order T-1 shipped and not returned'],
    ],
    ['sold and cancelled', [event('order.created', '7'), event('order.cancelled', '7')], [], []],
    ['sold, delivered and returned', [event('order.created', '7'), call('/api/returns', '7')], [], []],
    [
      'sold and open',
      [event('order.created', '7')],
      [],
      ['the run left order 7 sold, and neither cancelled nor returned'],
    ],
    ['the runner could not stop it', [], ['shipping order T-2'], ['the run left open: shipping order T-2']],
  ])('%s', (_name, evidence, leftOpen, violations) => {
    expect(productionViolations(recordOf(evidence), leftOpen)).toEqual(violations);
  });

  it('a refused event sold nothing', () => {
    const refused = { ...event('order.created', '7'), answer: { ...answer, status: 422 } };
    expect(productionViolations(recordOf([refused]), [])).toEqual([]);
  });
});
