import { ReturnCreated } from '@hub/contract';
import { liveProcesses } from '@hub/installation';
import { eventually } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { decided, eventConsumer, type EventInput } from '../src';
import { aReturnEvent, FrameWorld } from './frame-world';

let world: FrameWorld;
beforeEach(async () => {
  world = await FrameWorld.open();
}, 60_000);
afterEach(() => world.close(), 60_000);

/** A clock that differs from the system's, as a test sets it. */
class WrongClock {
  constructor(public aheadMs: number) {}

  now(): number {
    return Date.now() + this.aheadMs;
  }
}

/** A worker that keeps what its handler was given. */
function keeping(seen: EventInput<ReturnCreated>[]) {
  return () => ({
    consumers: [
      eventConsumer({
        event: 'return.created',
        data: ReturnCreated,
        subject: (data) => data.order_id,
        handle: async (_tx, event) => {
          seen.push(event);
          return decided({ status: 200, outcome: 'accepted' });
        },
      }),
    ],
  });
}

describe('Clocks: a worker whose clock differs from that of the database', () => {
  it("works by the database's time, and judges times by the later of that and of the receipt", async () => {
    const seen: EventInput<ReturnCreated>[] = [];
    await world.startWorker(keeping(seen), { ownClock: new WrongClock(-30_000) });
    const send = await world.sender();
    const before = Date.now();
    const receivedAt = before + 6_000;
    await send({ ...aReturnEvent('E-1'), receivedAt });
    await send({ ...aReturnEvent('E-2'), receivedAt: before - 60_000 });
    const [first, second] = seen;
    expect(first?.now).toBeGreaterThan(before - 1_000);
    expect(first?.latestNow).toBe(receivedAt);
    expect(second?.latestNow).toBe(second?.now);
    await eventually(async () => {
      const [process] = await liveProcesses(world.db);
      expect(process?.clockAheadMs).toBeLessThan(-29_000);
    });
  });

  it('beyond 60 s is not ready and handles nothing until its clock is right', async () => {
    const clock = new WrongClock(0);
    const seen: EventInput<ReturnCreated>[] = [];
    const components = await world.startWorker(keeping(seen), { ownClock: clock });
    const send = await world.sender();
    clock.aheadMs = 90_000;
    await world.becomes('clock', false);
    expect(components.find(({ name }) => name === 'returns.return.created')?.ready?.()).toBe(false);
    expect(await send({ ...aReturnEvent('E-1'), timeoutMs: 500 })).toEqual({ kind: 'unanswered' });
    expect(seen).toEqual([]);
    clock.aheadMs = 0;
    await eventually(() => expect(seen).toHaveLength(1));
    await world.becomes('clock', true);
  });

  it('beyond 60 s from its start attaches no consumer', async () => {
    const clock = new WrongClock(-90_000);
    const seen: EventInput<ReturnCreated>[] = [];
    const started = world.startWorker(keeping(seen), { ownClock: clock });
    const send = await world.sender();
    expect(await send({ ...aReturnEvent('E-1'), timeoutMs: 1_000 })).not.toMatchObject({ kind: 'answered' });
    expect(seen).toEqual([]);
    clock.aheadMs = 0;
    await started;
    await eventually(() => expect(seen).toHaveLength(1));
  });
});
