import { ReturnCreated, refusal } from '@hub/contract';
import { eventually } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { decided, eventConsumer, pending, unrecorded, unsettled, type EventOutcome } from '../src';
import { aReturnEvent, countMarks, FrameWorld, leaveMark, stopAll } from './frame-world';

const QUEUE = 'returns.return.created';
const accepted = decided({ status: 200, outcome: 'accepted' });

let world: FrameWorld;
beforeEach(async () => {
  world = await FrameWorld.open();
}, 60_000);
afterEach(() => world.close(), 60_000);

/** A worker that leaves one mark for each event it handles and ends as configured. */
function marking(end: (note: string) => EventOutcome | Promise<EventOutcome>) {
  return () => ({
    consumers: [
      eventConsumer({
        event: 'return.created',
        data: ReturnCreated,
        subject: (data) => data.order_id,
        handle: async (tx, { data }) => {
          await leaveMark(tx, data.order_id);
          return end(data.customer_note ?? '');
        },
      }),
    ],
  });
}

const outcome = (verdict: object) => ({ kind: 'answered', verdict });

describe('event frame', () => {
  it('handles an event once, answers the verdict and records it', async () => {
    await world.startWorker(marking(() => accepted));
    const send = await world.sender();
    expect(await send(aReturnEvent('E-1'))).toEqual(outcome({ status: 200, outcome: 'accepted' }));
    expect(await countMarks(world.db)).toBe(1);
    const [entry] = await world.db.eventLedger.findMany();
    expect(entry).toMatchObject({
      eventId: 'E-1',
      event: 'return.created',
      subject: 'SO-1',
      status: 200,
      outcome: 'accepted',
    });
  });

  it('D6: identical bytes again get the recorded verdict, an acceptance as duplicate, with one effect', async () => {
    await world.startWorker(marking(() => accepted));
    const send = await world.sender();
    const event = aReturnEvent('E-1');
    await send(event);
    expect(await send(event)).toEqual(outcome({ status: 200, outcome: 'duplicate' }));
    expect(await countMarks(world.db)).toBe(1);
  });

  it('D6: a recorded refusal comes again as it was, even when the handler would now accept', async () => {
    let verdict: EventOutcome = decided(refusal('unknown_order', 'no such order', 'data.order_id'));
    await world.startWorker(marking(() => verdict));
    const send = await world.sender();
    const event = aReturnEvent('E-1');
    const first = await send(event);
    verdict = accepted;
    expect(await send(event)).toEqual(first);
    expect(first).toMatchObject(outcome({ status: 404, code: 'unknown_order', field: 'data.order_id' }));
  });

  it('D6: the same id with other bytes is a conflict', async () => {
    await world.startWorker(marking(() => accepted));
    const send = await world.sender();
    await send(aReturnEvent('E-1'));
    expect(await send(aReturnEvent('E-1', 'other note'))).toMatchObject(
      outcome({ status: 409, code: 'event_id_conflict' }),
    );
    expect(await countMarks(world.db)).toBe(1);
  });

  it('the same id from another shop is another event', async () => {
    await world.startWorker(marking(() => accepted));
    const send = await world.sender();
    const event = aReturnEvent('E-1');
    await send(event);
    expect(await send({ ...event, shopId: 2 })).toEqual(outcome({ status: 200, outcome: 'accepted' }));
  });

  it('twenty deliveries of one event at the same moment on two workers have one effect', async () => {
    await world.startWorker(marking(() => accepted));
    await world.startWorker(marking(() => accepted));
    const send = await world.sender();
    const event = aReturnEvent('E-1');
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(event)));
    const outcomes = answers.map((answer) =>
      answer.kind === 'answered' && answer.verdict.status === 200 ? answer.verdict.outcome : answer,
    );
    expect(outcomes.toSorted()).toEqual(['accepted', ...Array.from({ length: 19 }, () => 'duplicate')]);
    expect(await countMarks(world.db)).toBe(1);
  });

  it('a schema error is answered and recorded without calling the handler', async () => {
    await world.startWorker(marking(() => accepted));
    const send = await world.sender();
    const event = aReturnEvent('E-1');
    const body = Buffer.from(event.body.toString().replace('"quantity":1', '"quantity":0'));
    expect(await send({ ...event, body })).toMatchObject(
      outcome({ status: 422, code: 'invalid_request', field: 'data.lines[0].quantity' }),
    );
    expect(await countMarks(world.db)).toBe(0);
    expect(await world.db.eventLedger.count()).toBe(1);
  });

  it('unsettled is a 503 that leaves no record: the resend is handled from scratch', async () => {
    let end: EventOutcome = unsettled('outcome unknown');
    await world.startWorker(marking(() => end));
    const send = await world.sender();
    const event = aReturnEvent('E-1');
    expect(await send(event)).toMatchObject(outcome({ status: 503, code: 'temporary_failure' }));
    end = accepted;
    expect(await send(event)).toEqual(outcome({ status: 200, outcome: 'accepted' }));
  });

  it('D12: an unrecorded refusal keeps what its handler wrote and is decided again next time', async () => {
    let end: EventOutcome = unrecorded(refusal('unknown_order', 'no such order'));
    await world.startWorker(marking(() => end));
    const send = await world.sender();
    const event = aReturnEvent('E-1');
    expect(await send(event)).toMatchObject(outcome({ status: 404 }));
    expect(await countMarks(world.db)).toBe(1);
    end = accepted;
    expect(await send(event)).toEqual(outcome({ status: 200, outcome: 'accepted' }));
  });

  it('D12: a pending event is acknowledged unanswered, and its replay finds it unfinished', async () => {
    await world.startWorker(marking(() => pending));
    const send = await world.sender();
    expect(await send({ ...aReturnEvent('E-1'), timeoutMs: 300 })).toEqual({ kind: 'unanswered' });
    const [entry] = await world.db.eventLedger.findMany();
    expect(entry).toMatchObject({ eventId: 'E-1', status: null });
    expect(await world.take(QUEUE)).toBeNull();
  });

  it('a throw rolls back, answers 503 at once, and is retried without the sender', async () => {
    let failures = 1;
    await world.startWorker(
      marking(() => {
        failures -= 1;
        if (failures >= 0) throw new Error('unexpected');
        return accepted;
      }),
    );
    const send = await world.sender();
    const event = aReturnEvent('E-1');
    expect(await send(event)).toMatchObject(outcome({ status: 503 }));
    expect(await countMarks(world.db)).toBe(0);
    await eventually(async () => expect(await countMarks(world.db)).toBe(1));
    expect(await send(event)).toEqual(outcome({ status: 200, outcome: 'duplicate' }));
  });

  it('out of attempts the message is failed, with reason, stack, origin and times', async () => {
    await world.startWorker(
      marking(() => {
        throw new TypeError('always');
      }),
    );
    const event = aReturnEvent('E-1');
    world.channel.sendToQueue(QUEUE, event.body, {
      messageId: 'M-1',
      type: 'return.created',
      headers: { 'x-shop-id': 1, 'x-attempts': 5, 'x-first-failed-at': '2026-11-20T00:00:00.000Z' },
    });
    const dead = await eventually(async () => {
      const message = await world.take('dead-letters');
      expect(message).not.toBeNull();
      return message;
    });
    expect(dead?.content.equals(event.body)).toBe(true);
    expect(dead?.properties.headers).toMatchObject({
      'x-origin': QUEUE,
      'x-attempts': 6,
      'x-reason': 'TypeError',
      'x-first-failed-at': '2026-11-20T00:00:00.000Z',
      'x-stack': expect.stringContaining('TypeError: always'),
    });
  });

  it('an unreadable message is a failed message at once and blocks nothing', async () => {
    await world.startWorker(marking(() => accepted));
    world.channel.sendToQueue(QUEUE, Buffer.from('{'), { headers: { 'x-shop-id': 1 } });
    const send = await world.sender();
    expect(await send(aReturnEvent('E-2'))).toEqual(outcome({ status: 200, outcome: 'accepted' }));
    await eventually(async () => expect(await world.take('dead-letters')).not.toBeNull());
  });

  it('stopping finishes messages in flight', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let entered: () => void = () => undefined;
    const inside = new Promise<void>((resolve) => (entered = resolve));
    const parts = await world.startWorker(
      marking(async () => {
        entered();
        await gate;
        return accepted;
      }),
    );
    const send = await world.sender();
    const answer = send(aReturnEvent('E-1'));
    await inside;
    const stopped = stopAll(parts);
    release();
    await stopped;
    expect(await answer).toEqual(outcome({ status: 200, outcome: 'accepted' }));
    expect(await world.take(QUEUE)).toBeNull();
  });
});
