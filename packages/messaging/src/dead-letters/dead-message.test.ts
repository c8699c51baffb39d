import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { readDeadMessage } from './dead-message';
import { readDelivery } from '../broker/delivery';
import { DEAD_LETTERS_QUEUE } from '../topology';

const AT = '2026-11-21T09:00:00.000Z';

const read = (headers: Record<string, unknown>) =>
  readDeadMessage(
    readDelivery(DEAD_LETTERS_QUEUE, {
      content: Buffer.from('x'),
      fields: {
        routingKey: 'dead-letters',
        exchange: '',
        deliveryTag: 1,
        redelivered: false,
        consumerTag: 'c',
      },
      properties: {
        contentType: undefined,
        contentEncoding: undefined,
        headers,
        deliveryMode: 2,
        priority: undefined,
        correlationId: undefined,
        replyTo: undefined,
        expiration: undefined,
        messageId: 'M-1',
        timestamp: undefined,
        type: undefined,
        userId: undefined,
        appId: undefined,
        clusterId: undefined,
      },
    }),
  );

describe('a failed message', () => {
  it('has what the frame wrote when it failed', () => {
    const headers = {
      'x-origin': 'q',
      'x-reason': 'TypeError',
      'x-stack': 'at f',
      'x-attempts': 6,
      'x-shop-id': 7,
      'x-first-failed-at': AT,
      'x-last-failed-at': AT,
    };
    const [firstFailedAt, lastFailedAt] = [new Date(AT), new Date(AT)];
    const known = { origin: 'q', reason: 'TypeError', stack: 'at f', attempts: 6, shopId: 7 };
    expect(read(headers)).toMatchObject({ ...known, firstFailedAt, lastFailedAt });
  });

  it('of the delivery limit counts every delivery, and the attempts before', () => {
    const value = Date.parse(AT) / 1_000;
    const death = { queue: 'q', reason: 'delivery_limit', count: 1, time: { '!': 'timestamp', value } };
    expect(read({ 'x-death': [death], 'x-attempts': 2, 'x-reason': 'earlier' })).toMatchObject({
      origin: 'q',
      reason: 'delivery_limit',
      attempts: 23,
      firstFailedAt: new Date(AT),
      lastFailedAt: new Date(AT),
    });
  });

  it('is read whatever its headers say: what cannot be stored is left out', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('x-origin', 'x-attempts', 'x-last-failed-at', 'x-shop-id', 'x-death'),
          fc.anything(),
        ),
        (headers) => {
          const { shopId, lastFailedAt } = read(headers);
          expect(shopId === null || Number.isInteger(shopId)).toBe(true);
          expect(lastFailedAt === null || Number.isFinite(lastFailedAt.getTime())).toBe(true);
        },
      ),
    );
    expect(read({ 'x-shop-id': 5e9, 'x-last-failed-at': '+275000-01-01T00:00:00Z' })).toMatchObject({
      shopId: null,
      lastFailedAt: null,
    });
  });
});
