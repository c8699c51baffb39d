import { SERVICES } from '@hub/cli';
import { eventually, patience } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aDeskAccount, DeskBrowser, type DeskAccount } from './support/desk-browser';
import { openWorld, sellOne, type World } from './support/open-world';
import { runInShell } from './support/platform-runbooks';
import { RestartableBroker } from './support/restartable-broker';
import { commandsOf, runLine } from './support/runbook';
import { CUSTOMER } from './support/shops';

let account: DeskAccount;
let broker: RestartableBroker;
let world: World;
beforeAll(async () => {
  broker = await RestartableBroker.start();
  account = await aDeskAccount('viewer');
  world = await openWorld({ amqpUrl: broker.url, env: account.env });
}, 180_000);
afterAll(async () => {
  await world?.close();
  await broker?.close();
}, 120_000);

const pids = () => SERVICES.map((service) => world.services.pidOf(service));

describe('the broker is restarted in the middle', () => {
  it('is a 503 and a pause: nothing is lost or doubled, and no service has to be started again', async () => {
    // Given one order that is just being placed, slowly, when the broker becomes unavailable.
    const { near, selling } = world.shops;
    const before = pids();
    near.store.faults.add({ endpoint: 'POST /orders', times: 1, fault: { kind: 'delay', ms: 1_500 } });
    const first = await sellOne(world);
    await near.store.until(() => near.store.requests.some(({ endpoint }) => endpoint === 'POST /orders'));
    await broker.stop();

    // When another is sold meanwhile: the store is asked to send again, and does.
    const meanwhile = selling.store.sell({
      lines: [{ variantId: selling.variantId, quantity: 1, network: true, unitPrice: 100 }],
      address: CUSTOMER,
    });
    await selling.store.until(() => meanwhile.delivery.attempts.length > 0);
    expect(meanwhile.delivery.attempts[0]?.answer).toMatchObject({ status: 503, code: 'temporary_failure' });
    await broker.startAgain();

    // Then both end at the shipping shop, once each, and ship.
    expect((await meanwhile.delivery.done).answer?.status).toBe(200);
    await eventually(
      async () => {
        const placed = await world.db.shippingOrder.findMany({ where: { state: 'placed' } });
        expect(placed).toHaveLength(2);
      },
      { timeoutMs: 60_000, everyMs: 100 },
    );
    expect(near.store.orders).toHaveLength(2);
    for (const { orderId } of near.store.orders)
      expect((await near.store.ship(orderId).done).answer).toMatchObject({ outcome: 'accepted' });
    await selling.store.until(() => selling.store.notifications.length === 2, 20_000);
    const notified = selling.store.notifications.map(({ orderId }) => orderId);
    expect(notified.sort()).toEqual([first, meanwhile.orderId].sort());
    expect(pids()).toEqual(before);
  }, 180_000);

  it('is noticed by support as its runbook says, though nothing waits to go out, and ends without action', async () => {
    await eventually(async () => expect(await world.db.outbox.count()).toBe(0), { timeoutMs: 30_000 });
    const desk = await DeskBrowser.open(world.supportUrl);
    try {
      await desk.signIn(account);
      await desk.page.getByText('Nothing needs attention.').waitFor();
      await broker.stop();
      const alert = desk.page.getByRole('heading', { name: 'Messages do not go out' });
      await alert.waitFor();
      expect(await outcomesOf('How you notice')).toEqual([0, 0]);
      expect(await healthOfRouting()).toMatchObject({
        ready: false,
        parts: expect.arrayContaining([{ name: 'broker', ready: false }]),
      });

      await broker.startAgain();
      await alert.waitFor({ state: 'hidden', timeout: patience(60_000) });
      expect(await outcomesOf('Fixed when')).toEqual([0, 0]);
    } finally {
      await desk.close();
    }
  }, 180_000);
});

/** As the platform team's runbook asks for it; its healthy answer: platform-runbooks.trial.test.ts. */
async function healthOfRouting(): Promise<unknown> {
  const port = String(world.services.healthPortOf('routing'));
  const line = 'curl -s http://<host>:<health-port>/health/ready';
  return JSON.parse((await runInShell(line, { host: '127.0.0.1', 'health-port': port })).stdout);
}

/** The exit codes of the commands that the runbook has under a heading. */
async function outcomesOf(heading: string): Promise<(number | null)[]> {
  const codes = [];
  for (const line of commandsOf('broker-or-database-away', heading))
    codes.push((await runLine(line, { shop: 'selling' }, world.env)).exitCode);
  return codes;
}
