import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { ReturnCreated } from '@hub/contract';
import { eventually } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { commandConsumer, COMMANDS, decided, done, eventConsumer } from '../src';
import { aReturnEvent, countMarks, FrameWorld, leaveMark } from './frame-world';
import { startProgram } from './typescript-process';

let world: FrameWorld;
let child: ChildProcess | undefined;
beforeEach(async () => {
  world = await FrameWorld.open();
}, 60_000);
afterEach(async () => {
  child?.kill('SIGKILL');
  await world.close();
}, 60_000);

/** Starts the worker that freezes after its commit. */
const startDoomedWorker = (): ChildProcess =>
  startProgram('doomed-worker-main.ts', { DATABASE_URL: world.database.url, AMQP_URL: world.amqpUrl });

describe('a process killed right after its commit', () => {
  it('loses nothing and duplicates nothing: the event is answered as decided, its command is sent once', async () => {
    // Given a worker frozen between commit and outbox publish, answer, acknowledgement; it is killed there.
    const send = await world.sender();
    child = startDoomedWorker();
    const event = aReturnEvent('E-1');
    const lost = send({ ...event, timeoutMs: 60_000 });
    if (child.stdout) await once(child.stdout, 'data');
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    expect(await countMarks(world.db)).toBe(1);
    expect(await world.db.outbox.count()).toBe(1);

    // When a healthy worker takes over.
    const commands: string[] = [];
    await world.startWorker(() => ({
      consumers: [
        eventConsumer({
          event: 'return.created',
          data: ReturnCreated,
          subject: (data) => data.order_id,
          handle: async (tx, { data }) => {
            await leaveMark(tx, data.order_id);
            return decided({ status: 200, outcome: 'accepted' });
          },
        }),
        commandConsumer(COMMANDS.recalculateArticle, async (_tx, { payload }) => {
          commands.push(payload.gtin);
          return done('it is counted');
        }),
      ],
    }));

    // Then the redelivered event finds its verdict, and the poll publishes the command left in the outbox.
    expect(await lost).toEqual({ kind: 'answered', verdict: { status: 200, outcome: 'duplicate' } });
    await eventually(() => expect(commands).toEqual(['00000000000017']));
    await eventually(async () => expect(await world.db.outbox.count()).toBe(0));
    expect(await send(event)).toEqual({ kind: 'answered', verdict: { status: 200, outcome: 'duplicate' } });
    expect(await countMarks(world.db)).toBe(1);
    expect(commands).toHaveLength(1);
  }, 120_000);
});
