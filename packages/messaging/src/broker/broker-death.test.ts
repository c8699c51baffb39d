import { describe, expect, it } from '@jest/globals';
import { readBrokerDeath, withoutBrokerHeaders } from './broker-death';

const SECONDS = 1_795_245_918;
const AT = new Date(SECONDS * 1_000).toISOString();
const time = { '!': 'timestamp', value: SECONDS };
const waited = { count: 1, reason: 'expired', queue: 'hub.delay.1000', exchange: '', time };
const limit = { count: 1, reason: 'delivery_limit', queue: 'routing.order.created', exchange: '', time };

describe('a message that the broker dead-lettered', () => {
  it('RabbitMQ 3.10: the queue it was dead-lettered from, though it stayed in a delay queue before', () => {
    const headers = {
      'x-death': [limit, waited],
      'x-first-death-queue': 'hub.delay.1000',
      'x-first-death-reason': 'expired',
      'x-delivery-count': 0,
    };
    expect(readBrokerDeath(headers)).toEqual({ queue: limit.queue, reason: 'delivery_limit', at: AT });
  });

  it('RabbitMQ 4: the same, with the headers it adds', () => {
    const headers = {
      'x-death': [limit],
      'x-first-death-queue': limit.queue,
      'x-last-death-queue': limit.queue,
      'x-last-death-reason': 'delivery_limit',
      'x-acquired-count': 21,
    };
    expect(readBrokerDeath(headers)).toEqual({ queue: limit.queue, reason: 'delivery_limit', at: AT });
  });

  it('a stay in a delay queue, or in the dead-letter queue, does not count', () => {
    const drained = { ...waited, queue: 'dead-letters' };
    expect(readBrokerDeath({ 'x-death': [drained, waited] })).toBeNull();
  });

  it.each([
    ['no header', {}],
    ['not a list', { 'x-death': 'x' }],
    ['entries of another form', { 'x-death': [null, 1, {}, { queue: 5 }] }],
  ])('reads nothing from %s', (_what, headers) => {
    expect(readBrokerDeath(headers)).toBeNull();
  });

  it('copies of a message drop the broker’s own headers', () => {
    const headers = { 'x-death': [limit], 'x-first-death-queue': 'q', 'x-delivery-count': 3, 'x-shop-id': 7 };
    expect(withoutBrokerHeaders(headers)).toEqual({ 'x-shop-id': 7 });
  });
});
