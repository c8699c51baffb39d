import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, PrivateBroker } from '@hub/testing';
import { environmentSheet } from '@hub/store-simulator';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Monitoring, startMonitoring } from '../alerts/monitoring';
import { HUB_LOCATION_ID, LOCATION_ID } from './support/a-catalogue';
import { openWorld, sellOne, type World } from './support/open-world';
import { commandLines, platformCommands, runInShell } from './support/platform-runbooks';
import type { ProgramResult } from './support/run-program';
import { runLine } from './support/runbook';
import { eventsUrlOf } from './support/shops';

const READY = 'curl -s http://<host>:<health-port>/health/ready';
const HUB = 'npm run hub -- ';

let broker: PrivateBroker;
let monitoring: Monitoring;
let world: World;
let folder: string;
beforeAll(async () => {
  const started = await PrivateBroker.start();
  if (!started) throw new Error('this machine has no RabbitMQ of its own');
  broker = started.broker;
  folder = await mkdtemp(join(tmpdir(), 'hub-platform-runbooks-'));
  // Of the commands alone: neither has anything to watch.
  monitoring = await startMonitoring(() => []);
  world = await openWorld({ amqpUrl: started.url });
}, 400_000);
afterAll(async () => {
  await world?.close();
  await monitoring?.close();
  await broker?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
}, 120_000);

/** What is run for a line, and what its healthy answer looks like; where it is cheap, the other one too. */
const TRIALS: Readonly<Record<string, () => Promise<void>>> = {
  [READY]: async () => expect(await ready()).toMatchObject({ ready: true }),
  'rabbitmq-diagnostics -q check_running': async () => {
    await diagnose('check_running');
  },
  'rabbitmq-diagnostics -q check_local_alarms': async () => {
    await diagnose('check_local_alarms');
    await broker.raiseAlarm();
    try {
      await eventually(() => expect(diagnose('check_local_alarms')).rejects.toThrow(/alarm/i), {
        timeoutMs: 30_000,
      });
    } finally {
      await broker.endAlarm();
    }
  },
  'rabbitmqctl -q list_connections client_properties state': async () => {
    const listed = await broker.control('list_connections', 'client_properties', 'state');
    for (const service of ['ingress', 'routing', 'support'])
      expect(listed).toMatch(new RegExp(`"connection_name","${service}.*running`));
  },
  "curl -s 'http://<prometheus>:9090/api/v1/alertmanagers'": async () => {
    await eventually(
      async () => {
        const { stdout } = await atPrometheus('curl -s http://<prometheus>:9090/api/v1/alertmanagers');
        expect(JSON.parse(stdout)).toMatchObject({
          data: { activeAlertmanagers: [{ url: expect.stringContaining(monitoring.alertmanager) }] },
        });
      },
      { timeoutMs: 30_000 },
    );
  },
  'curl -s http://<prometheus>:9090/-/healthy': async () => {
    const { stdout } = await atPrometheus('curl -s http://<prometheus>:9090/-/healthy');
    expect(stdout).toMatch(/Healthy/);
  },
  'curl -s http://<alertmanager>:9093/-/healthy': async () => {
    const { stdout } = await runInShell(
      'curl -s http://<alertmanager>:9093/-/healthy'.replace('<alertmanager>:9093', monitoring.alertmanager),
      {},
    );
    expect(stdout).toMatch(/OK|Healthy/);
  },
  [`${HUB}database status`]: async () => {
    expect(await hub('database status')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/: the primary, takes writes\nconnections: \d+ of \d+\n/),
    });
    const away = { ...world.env, DATABASE_URL: 'postgres://hub:pw@127.0.0.1:1/hub' };
    expect(await runLine(`${HUB}database status`, {}, away)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('the database cannot be reached'),
    });
  },
  [`${HUB}broker plan`]: async () => {
    expect(await hub('broker plan')).toMatchObject({ exitCode: 0, stdout: 'nothing differs\n' });
  },
  [`${HUB}broker apply`]: async () => {
    await broker.control('clear_policy', 'hub-events', '-p', 'private');
    expect((await hub('broker plan')).exitCode).toBe(3);
    expect((await hub('broker apply')).exitCode).toBe(0);
    // RabbitMQ reports a moment later which policy counts.
    const plan = async () => expect((await hub('broker plan')).stdout).toBe('nothing differs\n');
    await eventually(plan, { timeoutMs: 40_000, everyMs: 1_000 });
  },
  [`${HUB}keys status`]: async () => {
    const { stdout } = await succeeds('keys status');
    const [, current = 'none'] = /^current key: (\w+)/.exec(stdout) ?? [];
    expect(stdout).toMatch(new RegExp(`^given here.*: ${current}$`, 'm'));
    expect(stdout).toMatch(new RegExp(`routing.*${current}`));
  },
  [`${HUB}keys rotate`]: async () => {
    expect((await succeeds('keys rotate')).stdout).toContain('nothing to rotate');
  },
  [`${HUB}alerts list --kind body_unreadable`]: () => listsNothing('alerts list --kind body_unreadable'),
  [`${HUB}alerts list --kind store_unauthorized`]: () =>
    listsNothing('alerts list --kind store_unauthorized'),
  [`${HUB}alerts list --kind shop_unreadable`]: () => listsNothing('alerts list --kind shop_unreadable'),
  [`${HUB}shop health`]: async () => {
    const { stdout } = await succeeds('shop health');
    for (const { slug } of Object.values(world.shops)) expect(stdout).toContain(slug);
  },
  [`${HUB}shop history <shop>`]: async () => {
    const sheet = await sheetOfNear();
    await succeeds('shop apply <sheet>', { sheet });
    expect((await succeeds('shop history <shop>', { shop: 'near' })).stdout).not.toBe('');
  },
  [`${HUB}shop apply <sheet>`]: async () => {
    await succeeds('shop apply <sheet>', { sheet: await sheetOfNear() });
  },
  [`${HUB}dead groups`]: async () => {
    await openDeadLetter();
    expect((await succeeds('dead groups')).stdout).toMatch(/refused|invalid_request/);
  },
  [`${HUB}dead list`]: async () => {
    const { id } = await openDeadLetter();
    expect((await succeeds('dead list')).stdout).toContain(id);
  },
  [`${HUB}case list`]: async () => {
    await succeeds('case list');
  },
  [`${HUB}dead show <dead-letter>`]: async () => {
    const { id, orderId } = await openDeadLetter();
    expect((await succeeds('dead show <dead-letter>', { 'dead-letter': id })).stdout).toContain(orderId);
  },
  [`${HUB}dead replay <dead-letter>`]: async () => {
    const { id } = await openDeadLetter();
    await succeeds('dead replay <dead-letter>', { 'dead-letter': id });
    await eventually(
      async () => {
        const { state } = await world.db.deadLetter.findUniqueOrThrow({ where: { id } });
        expect(state).toBe('resolved');
      },
      { timeoutMs: 30_000 },
    );
  },
};

const COMMANDS = [...platformCommands()];

describe("the commands of the platform team's runbooks", () => {
  it('have each a trial here, and no trial is of a command that is gone', () => {
    expect(Object.keys(TRIALS).toSorted()).toEqual(COMMANDS.map(([line]) => line).toSorted());
  });

  it.each(COMMANDS)('%s (%j) does what is said of it', async (line) => {
    const trial = TRIALS[line];
    if (!trial) throw new Error(`no trial runs: ${line}`);
    await expect(trial()).resolves.toBeUndefined();
  });
});

describe('a command line of a page is found', () => {
  it('in blocks of any language but queries, and in backticks where a program begins it', () => {
    const page = '```sh\n# first\ncurl -s x\n```\n\n```promql\nup\n```\n\nRun `kubectl get pods`, not `up`.';
    expect(commandLines(page)).toEqual(['curl -s x', 'kubectl get pods']);
  });
});

async function ready(): Promise<unknown> {
  const port = String(world.services.healthPortOf('routing'));
  return JSON.parse((await runInShell(READY, { host: '127.0.0.1', 'health-port': port })).stdout);
}

const diagnose = (check: string) => broker.diagnose(check);

/** The port of a page is the usual one, and the one here is free. */
const atPrometheus = (line: string) =>
  runInShell(line.replace('<prometheus>:9090', monitoring.prometheus), {});

function hub(words: string, filled: Readonly<Record<string, string>> = {}): Promise<ProgramResult> {
  const env = { ...world.env, BROKER_ADMIN_URL: broker.adminUrl };
  return runLine(HUB + words, filled, { ...env, BEARER: 'bearer-of-near', SECRET: 'signing-secret-of-near' });
}

async function succeeds(
  words: string,
  filled: Readonly<Record<string, string>> = {},
): Promise<ProgramResult> {
  const end = await hub(words, filled);
  expect({ words, ...end }).toMatchObject({ exitCode: 0 });
  return end;
}

async function listsNothing(words: string): Promise<void> {
  expect((await succeeds(words)).stdout.trim().split('\n').length).toBeLessThanOrEqual(1);
}

/** One for all that look at it; the last of them replays it. */
let deadLetter: ReturnType<typeof aDeadLetter> | undefined;
const openDeadLetter = () => (deadLetter ??= aDeadLetter());

/** Of an order that its shipping shop refuses; from then on its store takes what it is sent. */
async function aDeadLetter(): Promise<{ id: string; orderId: string }> {
  const { faults } = world.shops.near.store;
  faults.add({
    endpoint: 'POST /orders',
    fault: { kind: 'status', status: 422, code: 'invalid_request' },
  });
  const orderId = await sellOne(world);
  const { id } = await eventually(
    () => world.db.deadLetter.findFirstOrThrow({ where: { orderId, state: 'open' } }),
    { timeoutMs: 30_000 },
  );
  faults.clear();
  return { id, orderId };
}

async function sheetOfNear(): Promise<string> {
  const { slug, store } = world.shops.near;
  const file = join(folder, 'near.yaml');
  const sheet = environmentSheet({
    slug,
    country: 'SE',
    currency: 'EUR',
    apiRoot: store.apiRoot,
    hubLocationId: HUB_LOCATION_ID,
    locations: [{ id: LOCATION_ID, latitude: 55.6, longitude: 13 }],
    destinationCountries: ['SE', 'DK'],
    eventsUrl: eventsUrlOf(slug, world.ingressPort),
    bearerEnv: 'BEARER',
    secretEnv: 'SECRET',
  });
  await writeFile(file, sheet);
  return file;
}
