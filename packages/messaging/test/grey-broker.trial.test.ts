import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { ReturnCreated } from '@hub/contract';
import { createLogger } from '@hub/runtime';
import {
  eventually,
  makeCertificates,
  PrivateBroker,
  temporaryFolder,
  type Certificates,
} from '@hub/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  allQueues,
  Broker,
  callingConsumer,
  COMMANDS,
  decided,
  enqueueAll,
  eventConsumer,
  postpone,
  type Subscriptions,
} from '../src';
import { aReturnEvent, countMarks, FrameWorld, leaveMark } from './frame-world';
import { startProgram } from './typescript-process';

const RETURN_ID = '00000000-0000-4000-8000-000000000001';
const EVENTS = 'returns.return.created';
const COMMANDS_SENT = 'returns.return.register';

const folder = temporaryFolder('certificates');
let certificates: Certificates;
let own: { broker: PrivateBroker; url: string };
let world: FrameWorld;
let goOn: () => void = () => {};
beforeAll(async () => {
  certificates = makeCertificates(folder.path);
  const started = await PrivateBroker.start({ tls: certificates });
  if (!started) throw new Error('this machine has no RabbitMQ of its own to raise an alarm on');
  own = started;
}, 120_000);
afterAll(async () => {
  await own?.broker.close();
  folder.remove();
}, 60_000);
beforeEach(async () => {
  world = await FrameWorld.open(own.url);
}, 60_000);
afterEach(async () => {
  goOn();
  await own.broker.thaw();
  await own.broker.endAlarm();
  await world.close();
}, 60_000);

const count = async (queue: string) => (await world.channel.checkQueue(queue)).messageCount;

function putCommands(howMany: number): void {
  for (let index = 0; index < howMany; index += 1)
    world.channel.sendToQueue(COMMANDS_SENT, Buffer.from(JSON.stringify({ returnId: RETURN_ID })), {
      persistent: true,
      messageId: `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    });
}

describe.each(['memory', 'disk'] as const)('a broker that takes no messages (%s alarm)', (alarm) => {
  it('a backlog drains while it lasts: acknowledgements do not queue behind published messages', async () => {
    const send = await world.sender();
    const sent = Array.from({ length: 300 }, (_, index) =>
      send({ ...aReturnEvent(`E-${index}`), timeoutMs: 1 }),
    );
    await Promise.all(sent);
    await eventually(async () => expect(await count(EVENTS)).toBe(300));
    await own.broker.raiseAlarm(alarm);

    let handled = 0;
    const subscriptions = (): Subscriptions => ({
      consumers: [
        eventConsumer({
          event: 'return.created',
          data: ReturnCreated,
          subject: (data) => data.order_id,
          handle: async (tx, { data }) => {
            await leaveMark(tx, data.order_id);
            handled += 1;
            return decided({ status: 200, outcome: 'accepted' });
          },
        }),
      ],
    });
    await world.startWorker(subscriptions);

    await eventually(() => expect(handled).toBe(300));
    await world.stopWorkers();
    expect(await count(EVENTS)).toBe(0);
  }, 60_000);

  it('a command deferred meanwhile is sent once, and its delivery limit is not spent', async () => {
    let calls = 0;
    const calling = new Promise<void>((resolve) => (goOn = resolve));
    const subscriptions = (): Subscriptions => ({
      consumers: [
        callingConsumer(COMMANDS.registerReturn, async () => {
          calls += 1;
          await calling;
          return postpone('calls to the store are suspended', 300_000);
        }),
      ],
    });
    await world.startWorker(subscriptions, { confirmWithinMs: 100 });
    putCommands(10);
    await eventually(() => expect(calls).toBe(10));
    await own.broker.raiseAlarm(alarm);
    goOn();

    // The confirms stay out for longer than the wait; then the alarm ends.
    await world.becomes('broker', false);
    await own.broker.endAlarm();
    await eventually(async () => expect(await count('hub.delay.300000')).toBe(10));
    await world.becomes('broker', true);
    await world.stopWorkers();
    expect(await count('hub.delay.300000')).toBe(10);
    expect(await count(COMMANDS_SENT)).toBe(0);
    expect(calls).toBe(10);
  }, 60_000);
});

describe('a broker that hangs', () => {
  it('is not sent the same again: unconfirmed messages are waited for, and sent once', async () => {
    await world.startWorker(() => ({ consumers: [] }), { confirmWithinMs: 500 });
    await own.broker.freeze();
    await world.db.$transaction((tx) =>
      enqueueAll(tx, COMMANDS.registerReturn, {
        payloads: Array.from({ length: 100 }, () => ({ returnId: RETURN_ID })),
        correlation: 'C-1',
      }),
    );
    await world.becomes('broker', false);
    await own.broker.thaw();
    await world.becomes('broker', true);

    await eventually(async () => expect(await world.db.outbox.count()).toBe(0));
    await world.stopWorkers();
    expect(await count(COMMANDS_SENT)).toBe(100);
  }, 60_000);
});

describe('D36: one message that kills its worker', () => {
  const copies = new Set<ChildProcess>();
  let respawn = true;
  afterEach(() => {
    respawn = false;
    for (const copy of copies) copy.kill('SIGKILL');
  });

  /** As an orchestrator keeps it: started again whenever it ends. */
  function keepWorker(deaths: { count: number }): void {
    const copy = startProgram('poisoned-worker-main.ts', {
      DATABASE_URL: world.database.url,
      AMQP_URL: world.amqpUrl,
    });
    copies.add(copy);
    copy.once('exit', () => {
      copies.delete(copy);
      deaths.count += 1;
      if (respawn) keepWorker(deaths);
    });
  }

  it('is dead-lettered alone at its delivery limit, however many it was fetched with, with two copies of the worker too', async () => {
    const limit = 3;
    const policy = JSON.stringify({ 'delivery-limit': limit });
    await own.broker.control(
      'set_policy',
      '-p',
      'private',
      'short',
      `^${EVENTS}$`,
      policy,
      '--apply-to',
      'queues',
      // Higher than that of the release.
      '--priority',
      '9',
    );
    const send = await world.sender();
    const events = Array.from({ length: 100 }, (_, index) =>
      aReturnEvent(`E-${index}`, index === 40 ? 'POISON' : 'as new'),
    );
    await Promise.all(events.map((event) => send({ ...event, timeoutMs: 1 })));
    await eventually(async () => expect(await count(EVENTS)).toBe(100));

    const deaths = { count: 0 };
    keepWorker(deaths);
    keepWorker(deaths);

    await eventually(async () => expect(await countMarks(world.db)).toBe(99), { timeoutMs: 60_000 });
    await eventually(async () => expect(await count('dead-letters')).toBe(1), { timeoutMs: 60_000 });
    const dead = await world.take('dead-letters');
    expect(dead?.content.toString()).toContain('POISON');
    expect(deaths.count).toBeGreaterThanOrEqual(2);
    expect(await count('dead-letters')).toBe(0);
  }, 120_000);
});

describe('TLS to the broker, and several addresses', () => {
  const pem = (file: string) => readFileSync(file, 'utf8');
  let said: string[];
  const opened: Broker[] = [];
  beforeEach(() => {
    said = [];
  });
  afterEach(async () => {
    for (const broker of opened.splice(0)) await broker.stop();
  });

  async function connected(config: ConstructorParameters<typeof Broker>[0]['config']): Promise<Broker> {
    const stream = new PassThrough().on('data', (line: Buffer) => said.push(line.toString()));
    const logger = createLogger({ service: 'test', level: 'info', stream });
    const broker = new Broker({ config, name: 'tls', queues: allQueues(), logger });
    opened.push(broker);
    await broker.start();
    return broker;
  }
  const ours = (given: Certificates) => ({
    AMQP_CA: pem(given.ca),
    AMQP_CERT: pem(given.cert),
    AMQP_KEY: pem(given.key),
  });

  it('accepts a broker whose certificate our authority signed, and shows it our own; at the first address that answers', async () => {
    const away = 'amqps://hub:hub@localhost:1/private';
    const broker = await connected({ AMQP_URL: `${away},${own.broker.tlsUrl}`, ...ours(certificates) });
    await eventually(() => expect(broker.ready()).toBe(true));
    expect(said.join('')).toContain('broker unreachable');
  });

  it.each([
    ['another authority', () => ours(makeCertificates(folder.path)), (url: string) => url, /certificate/],
    [
      'no certificate of ours',
      () => ({ AMQP_CA: pem(certificates.ca) }),
      (url: string) => url,
      /certificate/,
    ],
    [
      'another host than the certificate names',
      () => ours(certificates),
      (url: string) => url.replace('localhost', '127.0.0.1'),
      /does not match certificate/,
    ],
  ])('%s: refused, with the reason in the log', async (_what, tls, address, reason) => {
    const broker = await connected({ AMQP_URL: address(own.broker.tlsUrl), ...tls() });
    await eventually(() => expect(said.join('')).toMatch(reason));
    expect(broker.ready()).toBe(false);
  });
});
