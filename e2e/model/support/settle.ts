import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@hub/database';
import { resumeCalls } from '@hub/desk/shops';
import { SERVICE_NAMES } from './worker';
import type { Scenario } from './scenario';

const QUIET_FOR_MS = 80;
const QUIET_WITHIN_MS = 12_000;
const ROUNDS = 12;
/** A breaker that is open would close after 30 s; a worker that starts again has a new one. */
const RESTART_IN_ROUNDS = [4, 8];

/**
 * No more faults: stores answer, no worker is killed, and enough time passes that every lease and every wait is over.
 * @returns what is unfinished all the same
 */
export async function settle(scenario: Scenario): Promise<string[]> {
  const { stage } = scenario;
  for (const { store } of stage.allShops) store.faults.clear();
  for (const name of SERVICE_NAMES) stage.workers[name].life.spareAll();
  stage.door.isOpen = true;
  let unfinished: string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    // In every round: a 401 that was on its way when the faults ended holds the calls again.
    await endHolds(stage.db);
    await scenario.support.endWhatWaits((reference) => scenario.idAtStore(reference));
    const noise = await becomeQuiet(scenario);
    unfinished = [...noise, ...(await findUnfinished(stage.db, scenario.orderIds))];
    if (unfinished.length === 0) return [];
    if (RESTART_IN_ROUNDS.includes(round)) for (const name of SERVICE_NAMES) await stage.restart(name);
    await letTimePass(stage.db);
  }
  return unfinished;
}

/** Support has the stores' credentials put right (D23). */
async function endHolds(db: Database): Promise<void> {
  const held = await db.shop.findMany({ where: { callHolds: { some: {} } }, select: { slug: true } });
  const acting = { db, actor: 'settle', role: 'agent', now: Date.now() } as const;
  for (const { slug } of held) await resumeCalls.act(acting, { shop: slug });
}

/** Until no handler works, no message waits to be sent and every event has its answer, for a while. */
async function becomeQuiet(scenario: Scenario): Promise<string[]> {
  const deadline = performance.now() + QUIET_WITHIN_MS;
  let quietSince = performance.now();
  for (;;) {
    const noise = await listen(scenario);
    const now = performance.now();
    if (noise.length > 0) quietSince = now;
    if (now - quietSince > QUIET_FOR_MS) return [];
    if (now > deadline) return noise;
    await wait(10);
  }
}

async function listen({ stage, sentEvents }: Scenario): Promise<string[]> {
  const noise = sentEvents
    .filter(({ delivery }) => delivery.state === 'sending')
    .map(({ shop, delivery }) => `${delivery.event} of ${shop.slug} has no answer`);
  if (stage.busy) noise.push('a handler is at work');
  if ((await stage.db.outbox.count()) > 0) noise.push('a message waits in the outbox');
  return noise;
}

/** Leases and waits run out. Where a worker really holds a lease work is not finished yet. */
async function letTimePass(db: Database): Promise<void> {
  const past = new Date(Date.now() - 1_000);
  const over = { lt: new Date('9000-01-01') };
  await db.shippingOrder.updateMany({ where: { leaseUntil: over }, data: { leaseUntil: past } });
  await db.shippingOrder.updateMany({ where: { nextAttemptAt: over }, data: { nextAttemptAt: past } });
  await db.shippingOrderStop.updateMany({ where: { leaseUntil: over }, data: { leaseUntil: past } });
  await db.shippingOrderStop.updateMany({ where: { nextAttemptAt: over }, data: { nextAttemptAt: past } });
  await db.package.updateMany({ where: { leaseUntil: over }, data: { leaseUntil: past } });
  await db.package.updateMany({ where: { nextAttemptAt: over }, data: { nextAttemptAt: past } });
  await db.return.updateMany({ where: { leaseUntil: over }, data: { leaseUntil: past } });
  await db.return.updateMany({ where: { nextAttemptAt: over }, data: { nextAttemptAt: past } });
}

async function findUnfinished(db: Database, orderIds: readonly string[]): Promise<string[]> {
  const order = { orderId: { in: [...orderIds] } };
  const shippingOrders = await db.shippingOrder.findMany({
    where: { order, state: { in: ['planned', 'sending', 'disputed'] } },
  });
  const mine = await db.sellerOrder.findMany({ where: order, include: { shippingOrders: true } });
  const ids = mine.map(({ id }) => id);
  const stops = await db.shippingOrderStop.findMany({
    where: {
      state: { in: ['settling', 'due', 'sending'] },
      shippingOrderId: { in: mine.flatMap(({ shippingOrders: all }) => all.map(({ id }) => id)) },
    },
  });
  const cancellations = await db.cancellation.findMany({
    where: { sellerOrderId: { in: ids }, state: 'stopping' },
  });
  const packages = await db.package.findMany({
    where: { shippingOrder: { order }, state: { in: ['due', 'sending'] } },
  });
  const returns = await db.return.findMany({
    where: { sellerOrderId: { in: ids }, state: { in: ['due', 'sending'] } },
  });
  return [
    ...shippingOrders.map(({ id, state, lastFailure }) => `shipping order ${id}: ${state} ${lastFailure}`),
    ...stops.map(({ id, state, lastFailure }) => `stop ${id}: ${state} ${lastFailure}`),
    ...cancellations.map(({ id, kind }) => `cancellation ${id}: ${kind} stopping`),
    ...packages.map(({ id, state, lastFailure }) => `package ${id}: ${state} ${lastFailure}`),
    ...returns.map(({ id, state, lastFailure }) => `return ${id}: ${state} ${lastFailure}`),
  ];
}
