import type { DeadMessage } from '@hub/messaging';
import { anEnvelope, aReturn } from '@hub/testing';
import { describe, expect, it } from '@jest/globals';
import { describeDeath } from './describe-death';

const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const DIED = new Date('2026-11-21T09:59:00.000Z');
const ORIGIN = 'returns.return.created';

function aDead(
  overrides: Partial<DeadMessage> = {},
  delivery: Partial<DeadMessage['delivery']> = {},
): DeadMessage {
  const envelope = anEnvelope('return.created', aReturn(), { event_id: 'E-1' });
  return {
    delivery: {
      queue: 'dead-letters',
      type: 'return.created',
      messageId: 'M-1',
      content: Buffer.from(JSON.stringify(envelope)),
      correlation: 'C-1',
      replyTo: null,
      attempts: 6,
      callAttempts: 0,
      firstFailedAt: null,
      redelivered: false,
      headers: { 'x-shop-id': 7, 'x-stack': 'stack', 'x-death': [{}], other: 'x' },
      ...delivery,
    },
    origin: ORIGIN,
    reason: 'TypeError',
    stack: 'TypeError: no ada@customer.example',
    attempts: 6,
    firstFailedAt: null,
    lastFailedAt: DIED,
    shopId: 7,
    ...overrides,
  };
}

const death = (dead: DeadMessage) => describeDeath(dead, NOW).death;

describe('a failed message as it is stored', () => {
  it('is identified by queue and event identity, with the known facts of its failure', () => {
    expect(death(aDead())).toMatchObject({
      origin: ORIGIN,
      identity: '7:E-1',
      type: 'return.created',
      correlation: 'C-1',
      headers: { 'x-shop-id': 7 },
      reason: 'TypeError',
      attempts: 6,
      firstFailedAt: DIED,
      lastFailedAt: DIED,
      key: 'M-1 2026-11-21T09:59:00.000Z',
    });
  });

  it('D29: an address in an error message does not get into the stack', () => {
    expect(death(aDead()).stack).toBe('TypeError: no [redacted]');
  });

  it('is stored as unreadable if it cannot be read', () => {
    const unreadable = { content: Buffer.from([0xff]) };
    expect(death(aDead({}, unreadable))).toMatchObject({
      reason: 'unreadable',
      identity: expect.stringMatching(/^sha256:/),
    });
    expect(death(aDead({ shopId: null })).reason).toBe('unreadable');
  });

  it('says that it ended processes, even if it cannot be read', () => {
    expect(death(aDead({ reason: 'delivery_limit' }, { content: Buffer.from('{') })).reason).toBe(
      'delivery_limit',
    );
  });

  it('is stored even if nothing is known about it', () => {
    const nothing = {
      origin: null,
      reason: null,
      stack: null,
      firstFailedAt: null,
      lastFailedAt: null,
      shopId: null,
    };
    const foreign = {
      type: 'dead-letters',
      messageId: '',
      correlation: '',
      headers: {},
      content: Buffer.from('x'),
    };
    expect(death(aDead(nothing, foreign))).toMatchObject({
      origin: 'unknown',
      type: 'dead-letters',
      correlation: null,
      lastFailedAt: new Date(NOW),
      key: expect.stringMatching(/^[0-9a-f]{64} $/),
    });
  });

  it('texts that PostgreSQL cannot hold are fixed (D7), and long ones cut', () => {
    const odd = `a\0\ud800${'x'.repeat(1_000)}`;
    const stored = death(aDead({ origin: odd, reason: odd }, { headers: { 'x-odd': odd } }));
    expect(stored.origin).toMatch(/^a\uFFFD\uFFFDx+$/);
    expect(stored.origin).toHaveLength(255);
    expect(stored.headers['x-odd']).toMatch(/^a\uFFFD\uFFFDx+$/);
  });
});
