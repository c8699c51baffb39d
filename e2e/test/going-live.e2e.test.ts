import { writeFileSync } from 'node:fs';
import { freePort, startServices, type RunningServices } from '@hub/cli';
import { CAPABILITIES } from '@hub/contract';
import { allQueues, queueNames } from '@hub/messaging';
import type { SimulatedStore } from '@hub/store-simulator';
import {
  ALL_OFF,
  aSheet,
  createTestDatabase,
  holdE2eBroker,
  purgeBroker,
  type TestDatabase,
  temporaryFolder,
} from '@hub/testing';
import { aNewStore } from '@hub/store-simulator/new-store';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DoorVisitor } from './support/door-visitor';
import { runHub, type ProgramResult } from './support/run-program';
import { servicesEnv } from './support/services-env';

const SLUG = 'nordic-outdoor';
const SECRETS = { NORDIC_BEARER_TOKEN: 'test-bearer', NORDIC_SIGNING_SECRET: 'test-secret' };
const folder = temporaryFolder('golive');
const certificate = folder.file('certificate.json');
const closing: (() => Promise<unknown>)[] = [];

let store: SimulatedStore;
let test: Installation;
let production: Installation;
let services: RunningServices;
let doorUrl: string;
beforeAll(async () => {
  const broker = await holdE2eBroker();
  closing.push(() => broker.release());
  await purgeBroker(broker.amqpUrl, queueNames(allQueues()));
  const [ingressPort, supportPort, doorPort] = [await freePort(), await freePort(), await freePort()];
  doorUrl = `http://127.0.0.1:${doorPort}`;
  const given = { amqpUrl: broker.amqpUrl, ingressPort, supportPort };
  test = await anInstallation('test', { ...given, DOOR_URL: doorUrl });
  production = await anInstallation('production', { ...given, ALLOW_INSECURE_STORES: 'false' });
  ({ store } = await aNewStore({ slug: SLUG, deliveryDelaysMs: [0, 200, 200], control: true }));
  closing.push(() => store.stop());
  const test_webhook_url = `http://127.0.0.1:${ingressPort}/shops/${SLUG}/events`;
  await apply(test, { store_api_root: store.apiRoot, test_webhook_url });
  await apply(production, {});
  services = startServices({ env: test.env, onLine: () => undefined });
  closing.push(() => services.stop());
  await services.ready;
}, 180_000);
afterAll(async () => {
  folder.remove();
  for (const close of closing.toReversed()) await close();
}, 60_000);

interface Installation {
  database: TestDatabase;
  env: NodeJS.ProcessEnv;
}

async function anInstallation(
  environment: 'test' | 'production',
  { amqpUrl, ingressPort, supportPort, ...others }: Given,
): Promise<Installation> {
  const database = await createTestDatabase();
  closing.push(() => database.drop());
  await database.db.installation.updateMany({ data: { environment } });
  const usual = servicesEnv({ databaseUrl: database.url, amqpUrl, ingressPort, supportPort });
  return { database, env: { ...usual, ...SECRETS, ...others, HUB_ENVIRONMENT: environment } };
}

type Given = { amqpUrl: string; ingressPort: number; supportPort: number } & Record<string, string | number>;

async function apply(installation: Installation, sheet: object): Promise<void> {
  const file = folder.file(`${installation.env['HUB_ENVIRONMENT']}.yaml`);
  writeFileSync(file, aSheet({ capabilities: ALL_OFF, split_rate: { default: 0.7 }, ...sheet }));
  await hub(installation, 'shop', 'apply', file);
}

/** The hub command; throws where it does not end with 0. */
async function hub({ env }: Installation, ...args: string[]): Promise<string> {
  const end: ProgramResult = await runHub(args, env);
  if (end.exitCode === 0) return end.stdout.trim();
  throw new Error(
    `hub ${args.join(' ')}: ${end.exitCode}\n${end.stdout.slice(-2_000)}\n${end.stderr.slice(-2_000)}`,
  );
}

/** In the order of going live: each test continues where the one before ended. */
describe('D32: a shop goes live, through every process', () => {
  it('is rehearsed through the hub, both directions, and every check passes', async () => {
    const control = `${store.apiRoot}/_control`;
    const kept = await hub(test, 'rehearse', SLUG, '--simulate', control, '--images-via', store.apiRoot);
    expect(kept).toContain(`hub golive ${SLUG} shows where the shop stands`);
    expect(
      store.orders.filter(({ status, kind }) => kind === 'shipping' && status === 'created'),
    ).toHaveLength(2);
    expect(await test.database.db.eventLedger.count()).toBe(0);
  }, 180_000);

  it('is confirmed by the operator with a command, by the store at its own door', async () => {
    for (const capability of CAPABILITIES)
      await hub(test, 'golive', SLUG, 'confirm', capability, '--as', 'Ada', '--words', 'we saw it pass');
    const { link } = JSON.parse(await hub(test, 'door', 'link', SLUG, 'technical', '--print', '--json'));
    const visitor = await DoorVisitor.signIn(doorUrl, link);
    const ids = await test.database.db.goliveRehearsal.findMany({ select: { id: true } });
    for (const capability of CAPABILITIES) {
      const rehearsal_id = ids[0]?.id ?? '';
      await visitor.post('/golive/confirm', { capability, rehearsal_id, name: 'Bo', words: 'agreed' });
    }
    const shown = JSON.parse(await hub(test, 'golive', SLUG, '--json'));
    expect(shown.capabilities.map(({ state }: { state: string }) => state)).toEqual(
      CAPABILITIES.map(() => 'confirmed'),
    );
  }, 120_000);

  it('gets a certificate, which is verified, and with which production is signed off', async () => {
    await hub(test, 'golive', SLUG, 'sign-off', '--as', 'Ada', '--words', 'open it');
    await hub(test, 'golive', SLUG, 'certificate', '--out', certificate);
    expect(await hub(test, 'golive', 'verify', certificate)).toContain(`valid: ${SLUG} in test`);
    const key = await hub(test, 'golive', 'key');
    const signOff = [
      'golive',
      SLUG,
      'sign-off',
      '--as',
      'Ada',
      '--words',
      'open it',
      '--certificate',
      certificate,
    ];
    await expect(hub(production, ...signOff)).rejects.toThrow('an installation that is not known here');
    await hub(production, ...signOff, '--key', key);
    const { detail } = await production.database.db.goliveEntry.findFirstOrThrow({
      where: { kind: 'signed_off' },
    });
    expect(detail).toMatchObject({ certificate: { issuer: key, capabilities: [...CAPABILITIES] } });
    const shown = JSON.parse(await hub(production, 'golive', SLUG, '--json'));
    expect(shown).toMatchObject({ environment: 'production', signed_off: { name: 'Ada' } });
  }, 120_000);
});
