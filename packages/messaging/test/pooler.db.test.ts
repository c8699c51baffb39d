import { once } from 'node:events';
import { createServer } from 'node:net';
import { ReturnCreated } from '@hub/contract';
import { lostToPooler, openDatabase } from '@hub/database';
import { StartRefused } from '@hub/installation';
import { createLogger, freePort } from '@hub/runtime';
import { eventually, Pooler, type PoolerOptions } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { COMMANDS, commandConsumer, DatabaseGate, decided, done, eventConsumer } from '../src';
import { enqueue } from '../src/outbox/outbox';
import { aReturnEvent, countMarks, FrameWorld, leaveMark } from './frame-world';

const RETURN = '00000000-0000-4000-8000-000000000001';
const EVENTS = 40;
/** The limits that the check asks its sessions for. */
const WITH_LIMITS = 'SET statement_timeout = 4987; SET idle_in_transaction_session_timeout = 4993';

let world: FrameWorld;
let pooler: Pooler;
const closing: (() => unknown)[] = [];
beforeEach(async () => {
  world = await FrameWorld.open();
  pooler = await Pooler.before(world.database.url, { sessions: 3, port: await freePort() });
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await world.close();
  await pooler.stop();
});

async function aPooler(options: Partial<PoolerOptions>): Promise<Pooler> {
  const other = await Pooler.before(world.database.url, { sessions: 3, port: await freePort(), ...options });
  closing.push(() => other.stop());
  return other;
}

/** How the gate ends for a process with named statements. */
async function refusalBehind(url: string): Promise<unknown> {
  const config = { DATABASE_URL: url };
  const db = openDatabase(config, { service: 'test', size: 2 });
  closing.push(() => db.$disconnect());
  const logger = createLogger({ service: 'test', level: 'error' });
  return new DatabaseGate(db, config, logger).pass().catch((error: unknown) => error);
}

/** A server that accepts a login and answers nothing more. @returns its address */
async function silentAfterLogin(): Promise<string> {
  const accepted = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.write(accepted));
    closing.push(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  const address = server.address();
  return `postgres://hub:pw@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hub`;
}

describe('behind a pooler that switches sessions between transactions (PgBouncer, transaction mode)', () => {
  it('with DATABASE_PREPARED=off every event and command has its one effect', async () => {
    let commands = 0;
    const worker = () =>
      world.startWorker(
        () => ({
          consumers: [
            eventConsumer({
              event: 'return.created',
              data: ReturnCreated,
              subject: (data) => data.order_id,
              handle: async (tx, { data }) => {
                await leaveMark(tx, data.order_id);
                await enqueue(tx, COMMANDS.registerReturn, {
                  payload: { returnId: RETURN },
                  correlation: 'c',
                });
                return decided({ status: 200, outcome: 'accepted' });
              },
            }),
            commandConsumer(COMMANDS.registerReturn, async (tx) => {
              await tx.$queryRaw`SELECT 1`;
              commands += 1;
              return done('it is ok');
            }),
          ],
        }),
        { config: { DATABASE_URL: pooler.url, DATABASE_PREPARED: 'off' } },
      );
    await worker();
    await worker();
    const send = await world.sender();
    // As a store does, an event is sent again until it is answered.
    const untilTaken = (event: ReturnType<typeof aReturnEvent>) =>
      eventually(async () => {
        const answer = await send(event);
        expect(answer.kind === 'answered' && answer.verdict.status).toBe(200);
      });
    await Promise.all(Array.from({ length: EVENTS }, (_, n) => untilTaken(aReturnEvent(`E-${n}`))));

    await eventually(() => expect(commands).toBe(EVENTS));
    expect(await countMarks(world.db)).toBe(EVENTS);
  });

  it('PostgreSQL itself loses nothing', async () => {
    expect(await lostToPooler(world.database.url)).toBeNull();
  });

  it('a process with named statements refuses to start, because its sessions get no time limits', async () => {
    expect(await lostToPooler(pooler.url)).toBe('limits');
    const refused = await refusalBehind(pooler.url);
    expect(refused).toBeInstanceOf(StartRefused);
    expect(String(refused)).toMatch(/DATABASE_PREPARED: must be off .* does not pass on the time limits/);
  });

  it('the same if the pooler ignores the limits', async () => {
    const lenient = await aPooler({ ignoresLimits: true });
    expect(await lostToPooler(lenient.url)).toBe('limits');
  });

  it('the same if the server or the role has a limit of its own', async () => {
    const lenient = await aPooler({ ignoresLimits: true, atConnect: 'SET statement_timeout = 5000' });
    expect(await lostToPooler(lenient.url)).toBe('limits');
  });

  it('the same if statements alone are lost', async () => {
    const losing = await aPooler({ ignoresLimits: true, atConnect: WITH_LIMITS });
    expect(await lostToPooler(losing.url)).toBe('statements');
    expect(String(await refusalBehind(losing.url))).toMatch(/must be off .* loses prepared statements/);
  });

  it('the check of a pooler that falls silent ends', async () => {
    await expect(lostToPooler(await silentAfterLogin())).rejects.toThrow(/answered nothing for 5000 ms/);
  });
});

/** PgBouncer 1.24 keeps prepared statements by default. */
(Pooler.keepsStatements() ? describe : describe.skip)('behind a pooler that keeps statements', () => {
  it('a process with named statements refuses to start: its sessions get no time limits', async () => {
    const keeping = await aPooler({ prepared: true });
    expect(String(await refusalBehind(keeping.url))).toMatch(/does not pass on the time limits/);
  });

  it('nothing is lost where the sessions have their limits', async () => {
    const keeping = await aPooler({ prepared: true, ignoresLimits: true, atConnect: WITH_LIMITS });
    expect(await lostToPooler(keeping.url)).toBeNull();
  });
});
