import { ReturnCreated } from '@hub/contract';
import { createLogger } from '@hub/runtime';
import { eventually, Wire } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { allQueues, Broker, decided, eventConsumer } from '../src';
import { aReturnEvent, countMarks, FrameWorld, leaveMark } from './frame-world';

let world: FrameWorld;
let wire: Wire;
beforeEach(async () => {
  world = await FrameWorld.open();
  wire = await Wire.to(world.amqpUrl);
  world.amqpUrl = wire.url;
}, 60_000);
afterEach(async () => {
  wire.repair();
  await world.close();
  wire.close();
}, 60_000);

describe('the connection to the broker is lost', () => {
  it('is a 503 at the sender and a pause in the worker; both recover automatically, with one effect an event', async () => {
    const inFlight: (() => void)[] = [];
    let hold = true;
    await world.startWorker(() => ({
      consumers: [
        eventConsumer({
          event: 'return.created',
          data: ReturnCreated,
          subject: (data) => data.order_id,
          handle: async (tx, { data }) => {
            await leaveMark(tx, data.order_id);
            if (hold) await new Promise<void>((resolve) => inFlight.push(resolve));
            return decided({ status: 200, outcome: 'accepted' });
          },
        }),
      ],
    }));
    const send = await world.sender();
    const event = aReturnEvent('E-1');

    // Given an event in flight when the wire is cut, which commits but can be neither answered nor acknowledged.
    const unanswered = send({ ...event, timeoutMs: 1_000 });
    await eventually(() => expect(inFlight).toHaveLength(1));
    wire.cut();
    hold = false;
    inFlight[0]?.();
    expect(await unanswered).toEqual({ kind: 'unanswered' });
    expect(await send(aReturnEvent('E-2'))).toEqual({ kind: 'not_published' });

    // When the wire is restored, sender and worker come back, and the redelivery finds the verdict.
    wire.repair();
    const verdict = await eventually(async () => {
      const answer = await send(event);
      expect(answer.kind).toBe('answered');
      return answer;
    });
    expect(verdict).toEqual({ kind: 'answered', verdict: { status: 200, outcome: 'duplicate' } });
    expect(await send(aReturnEvent('E-2'))).toMatchObject({ verdict: { outcome: 'accepted' } });
    expect(await countMarks(world.db)).toBe(2);
  }, 60_000);

  it('stops though the broker answers nothing any more', async () => {
    const broker = new Broker({
      config: { AMQP_URL: wire.url },
      name: 'mute',
      queues: allQueues(),
      logger: createLogger({ service: 'test', level: 'error' }),
    });
    await broker.start();
    await eventually(() => expect(broker.ready()).toBe(true));
    wire.mute();
    await expect(broker.stop()).resolves.toBeUndefined();
  }, 30_000);
});
