import { ReturnCreated } from '@hub/contract';
import { losesStatements, openDatabase } from '@hub/database';
import { StartRefused } from '@hub/installation';
import { createLogger, freePort } from '@hub/runtime';
import { eventually, Pooler } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { COMMANDS, commandConsumer, DatabaseGate, decided, done, eventConsumer } from '../src';
import { enqueue } from '../src/outbox/outbox';
import { aReturnEvent, countMarks, FrameWorld, leaveMark } from './frame-world';

const RETURN = '00000000-0000-4000-8000-000000000001';
const EVENTS = 40;

let world: FrameWorld;
let pooler: Pooler;
beforeEach(async () => {
  world = await FrameWorld.open();
  pooler = await Pooler.before(world.database.url, { sessions: 3, port: await freePort() });
});
afterEach(async () => {
  await world.close();
  await pooler.stop();
});

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
    const answers = await Promise.all(Array.from({ length: EVENTS }, (_, n) => send(aReturnEvent(`E-${n}`))));

    expect(answers.map((answer) => answer.kind === 'answered' && answer.verdict.status)).toEqual(
      answers.map(() => 200),
    );
    await eventually(() => expect(commands).toBe(EVENTS));
    expect(await countMarks(world.db)).toBe(EVENTS);
  });

  it('with named statements a process refuses to start, and says what to do', async () => {
    const config = { DATABASE_URL: pooler.url };
    const db = openDatabase(config, { service: 'test', size: 2 });
    const gate = new DatabaseGate(db, config, createLogger({ service: 'test', level: 'error' }));
    const refused: unknown = await gate.pass().catch((error: unknown) => error);
    await db.$disconnect();
    expect(refused).toBeInstanceOf(StartRefused);
    expect(String(refused)).toMatch(/DATABASE_PREPARED: must be off behind this pooler/);
  });

  it('PostgreSQL itself loses nothing', async () => {
    expect(await losesStatements(world.database.url)).toBe(false);
    expect(await losesStatements(pooler.url)).toBe(true);
  });
});
