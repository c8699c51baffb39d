import { LIMITS } from '@hub/contract';
import { describe, expect, it } from '@jest/globals';
import type { Delivery } from './delivery';
import { FAILURE_POLICY } from '../failure-policy';
import { planSettlement } from './settle';
import { done, ignored, postpone, reject, retry } from '../settlement';

const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const EARLIER = '2026-11-21T09:00:00.000Z';
const { waitsMs } = FAILURE_POLICY.unexpected.again;

function aDelivery(overrides: Partial<Delivery> = {}): Delivery {
  return {
    queue: 'routing.order.created',
    type: 'order.created',
    messageId: 'M-1',
    content: Buffer.from('bytes'),
    correlation: 'C-1',
    replyTo: 'amq.rabbitmq.reply-to.x',
    attempts: 0,
    callAttempts: 0,
    firstFailedAt: null,
    redelivered: false,
    headers: { 'x-shop-id': 7, 'x-death': [] },
    ...overrides,
  };
}

describe('failure policy: what follows a settlement', () => {
  it.each([done('accepted'), ignored('handled before')])(
    '$kind: no follow-up, the message is gone',
    (end) => {
      expect(planSettlement(aDelivery(), end, NOW)).toEqual({ follow: null, dead: false });
    },
  );

  it.each(waitsMs.map((waitMs, attempts) => ({ attempts, waitMs })))(
    'unexpected after $attempts attempts: again in $waitMs ms, one attempt spent',
    ({ attempts, waitMs }) => {
      const { follow, dead } = planSettlement(aDelivery({ attempts }), retry('TypeError'), NOW);
      expect(dead).toBe(false);
      expect(follow).toMatchObject({ exchange: `hub.delay.${waitMs}`, routingKey: 'routing.order.created' });
      expect(follow?.options.headers).toMatchObject({ 'x-attempts': attempts + 1, 'x-reason': 'TypeError' });
    },
  );

  it('unexpected out of attempts: a failed message with all that is known', () => {
    const error = new TypeError('always');
    const delivery = aDelivery({ attempts: waitsMs.length, firstFailedAt: EARLIER });
    const { follow, dead } = planSettlement(delivery, { kind: 'retry', reason: 'TypeError', error }, NOW);
    expect(dead).toBe(true);
    expect(follow).toMatchObject({ exchange: '', routingKey: 'dead-letters', content: delivery.content });
    expect(follow?.options.headers).toMatchObject({
      'x-origin': 'routing.order.created',
      'x-attempts': waitsMs.length + 1,
      'x-reason': 'TypeError',
      'x-stack': expect.stringContaining('TypeError: always'),
      'x-first-failed-at': EARLIER,
      'x-last-failed-at': '2026-11-21T10:00:00.000Z',
    });
  });

  it.each([
    ['given up by the handler', 'the store answered 422'],
    ['unreadable', FAILURE_POLICY.unreadable.reason],
  ])('%s: a failed message at once', (_what, reason) => {
    const { follow, dead } = planSettlement(aDelivery(), reject(reason), NOW);
    expect(dead).toBe(true);
    expect(follow?.options.headers).toMatchObject({ 'x-reason': reason, 'x-attempts': 1 });
  });

  it('D23: the store asked to wait: the message comes again after that wait, in the next longer delay queue, with no attempt spent', () => {
    const { follow, dead } = planSettlement(aDelivery({ attempts: 2 }), postpone('held', 6_000, 1), NOW);
    expect(dead).toBe(false);
    expect(follow?.exchange).toBe('hub.delay.10000');
    expect(follow?.options.headers).toEqual({ 'x-shop-id': 7, 'x-call-attempts': 1 });
  });

  it('D23: a Retry-After of up to 120 s is neither cut short, nor doubled, nor past the 120 s', () => {
    for (let asked = 5_500; asked <= LIMITS.retryAfterCapMs; asked += 500) {
      const { follow } = planSettlement(aDelivery(), postpone('long_wait', asked), NOW);
      const waits = Number(follow?.exchange.replace('hub.delay.', ''));
      expect(waits).toBeGreaterThanOrEqual(asked);
      expect(waits).toBeLessThanOrEqual(Math.min(2 * asked, LIMITS.retryAfterCapMs));
    }
  });

  it('what follows carries no reply address and none of the broker’s own headers', () => {
    const { follow } = planSettlement(aDelivery(), retry('again'), NOW);
    expect(follow?.options.replyTo).toBeUndefined();
    expect(follow?.options.headers).not.toHaveProperty('x-death');
  });
});
