import { describe, expect, it } from '@jest/globals';
import type { SentEvent } from './describe-sent';
import { WaitingEvents } from './waiting-events';

const of = (shopId: number, body: Buffer | null = null): SentEvent => ({
  id: '00000000-0000-0000-0000-000000000000',
  shopId,
  receivedAt: new Date(0),
  event: null,
  eventId: null,
  about: null,
  reference: null,
  status: 401,
  outcome: null,
  code: 'unauthorized',
  field: null,
  reason: 'no header',
  bytes: 2,
  byIngress: true,
  body,
});

const addMany = (waiting: WaitingEvents, count: number, [sent, verified]: [SentEvent, boolean]) =>
  Array.from({ length: count }, () => waiting.add(sent, verified)).filter(Boolean).length;

describe('D33: what waits in memory is bounded for each shop', () => {
  it('in rows and in bytes, so that no shop takes the room of another', () => {
    const waiting = new WaitingEvents();
    const large = of(1, Buffer.alloc(400_000));
    expect(addMany(waiting, 100, [large, true])).toBe(10);
    expect(addMany(waiting, 2_000, [of(2), true])).toBe(1_250);
    expect(waiting.add(of(3), true)).toBe(true);
  });

  it('of senders that are not known over all shops, so that strangers leave room for shops', () => {
    const waiting = new WaitingEvents();
    const admitted = Array.from({ length: 200 }, (_, shop) => addMany(waiting, 50, [of(shop), false]));
    expect(admitted.reduce((sum, count) => sum + count, 0)).toBe(1_000);
    expect(waiting.add(of(1), true)).toBe(true);
  });

  it('only while it waits', () => {
    const waiting = new WaitingEvents();
    addMany(waiting, 1_250, [of(1), false]);
    let written = 0;
    for (let batch = waiting.firstBatch(); batch.length > 0; batch = waiting.firstBatch()) {
      waiting.removeFirst(batch.length);
      written += batch.length;
    }
    expect(written).toBe(1_000);
    expect(addMany(waiting, 2_000, [of(1), true])).toBe(1_250);
  });
});
