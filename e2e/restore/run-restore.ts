import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Chance } from '@hub/testing';
import { z } from 'zod';
import { describeUnfinished } from '../chaos/describe-unfinished';
import { openHub, type Hub } from '../chaos/hub';
import { Journal, type Sale } from '../chaos/journal';
import { gatherEvidence, type Evidence } from '../chaos/judge/evidence';
import { judgeStores } from '../chaos/judge/judge';
import { judgeSale } from '../chaos/judge/judge-sale';
import { openNetwork, type ChaosShop, type Network } from '../chaos/network';
import type { ChaosOptions } from '../chaos/options';
import { settle } from '../chaos/settle';
import { readHeldOrders } from '../chaos/shown-order';
import { SupportAgent } from '../chaos/support-agent';
import { Trader } from '../chaos/trader';
import { countMessages, withFilledQueues } from '../outages/fill-queues';
import { Archive, now } from './archive';

const OPTIONS: Omit<ChaosOptions, 'seed'> = {
  events: 0,
  stores: 4,
  articles: 5,
  copies: 1,
  eventsPerSecond: 10,
  disasterEveryMs: 0,
  disasterRounds: 0,
  // Stores send an event again every 15 s.
  settleWithinMs: 180_000,
};
/** What happens in the shops before the backup, until the moment that is restored, and after it. */
const ACTS = 60;
const TICK_MS = 100;
/** A process last seen this long ago counts as gone. */
const SILENT_AFTER_MS = 11_000;

/** Who is sent messages while the last orders are sold. */
const WORKERS = ['routing', 'inventory', 'fulfilment', 'cancellation', 'returns'] as const;

/** Of those that are not as they must be yet. */
const FAULTS_SAID = 6;
const SALES_SAID = 3;

/** What a shop could not ship, and stopped, in the lost time is lost permanently: no one has a record of it. */
const MAY_BE = /^order\.cancelled .* 404 unknown_order$/;

const Reconciled = z.object({ outcome_unknown: z.int(), orders_waiting: z.int() });
const Listed = z.object({ forgotten: z.array(z.string()) });

/** What a drill came to. */
export interface DrillReport {
  figures: Record<string, number>;
  faults: string[];
}

/**
 * Stores trade. The database is restored to a moment from its base backup and its log. It is reconciled as
 * docs/operators/backup.md says. Then the stores are judged: nothing lost, nothing twice.
 */
export async function runRestore(seed: number, say: (text: string) => void): Promise<DrillReport> {
  const hub = await openHub(OPTIONS.copies, () => undefined);
  try {
    const archive = await Archive.begin(hub.database);
    const network = await openNetwork(hub, OPTIONS);
    try {
      return await drill({ seed, hub, network, archive, say });
    } finally {
      await network.close();
    }
  } finally {
    await hub.close();
  }
}

interface Drill {
  seed: number;
  hub: Hub;
  network: Network;
  archive: Archive;
  say: (text: string) => void;
}

async function drill({ seed, hub, network, archive, say }: Drill): Promise<DrillReport> {
  const journal = new Journal();
  const trader = new Trader(network, journal, new Chance(seed));
  const stores = network.shops.map(({ store }) => store);
  const evidence = (): Evidence => gatherEvidence(journal, stores);
  await trade(trader);
  await archive.backUp();
  say('base backup');
  await trade(trader);
  const moment = await now(hub.database);
  const soldBefore = journal.sales.length;
  await trade(trader);
  const [ahead] = await Promise.all([stopBrokerAhead(hub), trade(trader)]);
  say(`${journal.sales.length - soldBefore} orders sold after the moment that is restored`);
  await hub.stopServices();
  await archive.restoreTo(moment);
  hub.brokerWire.repair((await hub.broker.startAgain()) ?? undefined);
  say(`restored; every service is stopped, ${ahead} messages lie in queues`);
  const figures = await reconcile({ hub, network }, say);
  await sendAgain(network, moment);
  const agent = new SupportAgent(hub, network, journal);
  const unfinished = (): Sale[] => journal.sales.filter((sale) => judgeSale(sale, evidence()).length > 0);
  let held = ['support has not looked for held orders yet'];
  const judge = (): string[] => [...judgeStores(evidence()).filter((fault) => !MAY_BE.test(fault)), ...held];
  const sayWhatIsWrong = (text: string): void =>
    [text, ...judge().slice(0, FAULTS_SAID)].forEach((line) => say(line));
  const settledAfterMs = await settle({
    settleWithinMs: OPTIONS.settleWithinMs,
    trader,
    agent,
    unfinished,
    everyRound: async () => {
      await agent.resolveHolds();
      held = await stillHeld(hub);
    },
    judge,
    say: sayWhatIsWrong,
  });
  if (judge().length > 0)
    for (const sale of journal.sales.filter((one) => isWrong(one, evidence())).slice(0, SALES_SAID))
      say(`not as it must be: ${await describeUnfinished(hub, sale, evidence())}`);
  return {
    figures: {
      events: trader.eventsSent,
      'orders sold': journal.sales.length,
      'of those after the moment': journal.sales.length - soldBefore,
      'messages in queues, ahead of the database': ahead,
      'shipping orders': journal.arrivals.length,
      ...figures,
      ...Object.fromEntries([...agent.actions].map(([name, times]) => [`support: ${name}`, times])),
      'seconds until all was right': Math.round(settledAfterMs / 1_000),
    },
    faults: judge(),
  };
}

/** Of an order whose cancellation came again before it did; support decides on every one. */
async function stillHeld(hub: Hub): Promise<string[]> {
  return (await readHeldOrders(hub)).map(({ shop, order_id: orderId }) => `${orderId} of ${shop} is held`);
}

/** One that its stores have otherwise than it must be, or of which an event is not answered yet. */
function isWrong(sale: Sale, evidence: Evidence): boolean {
  const ids = sale.lines.flatMap(({ title }) =>
    (evidence.placements.get(title) ?? []).map(({ order }) => order.orderId),
  );
  const open = evidence.stores.flatMap(({ deliveries }) =>
    deliveries.filter(({ state }) => state !== 'delivered' && state !== 'rejected'),
  );
  return (
    judgeSale(sale, evidence).length > 0 ||
    open.some(({ body }) => [sale.orderId, ...ids].some((id) => body.includes(`"order_id":"${id}"`)))
  );
}

async function trade(trader: Trader): Promise<void> {
  for (let act = 0; act < ACTS; act += 1) {
    trader.act();
    trader.shipping.work();
    await wait(TICK_MS);
  }
}

/** @returns how many messages the broker is stopped with: of the last seconds, which the database is to forget */
async function stopBrokerAhead(hub: Hub): Promise<number> {
  return withFilledQueues(hub, WORKERS, async () => {
    const messages = await countMessages(hub);
    await hub.broker.stop();
    hub.brokerWire.cut();
    return messages;
  });
}

/** As the operator does it. */
async function reconcile(
  { hub, network }: Pick<Drill, 'hub' | 'network'>,
  say: Drill['say'],
): Promise<Record<string, number>> {
  await wait(SILENT_AFTER_MS);
  const { outcome_unknown: unknown, orders_waiting: waiting } = Reconciled.parse(
    await command(hub, ['restore', 'reconcile', '--json']),
  );
  await hub.startServices();
  const folder = await mkdtemp(join(tmpdir(), 'hub-lists-'));
  let forgotten = 0;
  for (const shop of network.shops) {
    const file = join(folder, `${shop.slug}.json`);
    await writeFile(file, JSON.stringify(listOf(shop)));
    forgotten += Listed.parse(await command(hub, ['restore', 'list', shop.slug, file, '--json'])).forgotten
      .length;
  }
  await rm(folder, { recursive: true });
  await command(hub, ['restore', 'close', '--note', 'drill', '--json']);
  say(`reconciled: ${forgotten} shipping orders had been forgotten`);
  return {
    'shipping orders that were forgotten': forgotten,
    'shipping orders of unknown outcome': unknown,
    'orders that waited at that moment': waiting,
  };
}

/** What a shop's people find in their own store. */
function listOf({ store }: ChaosShop): unknown[] {
  return store.orders
    .filter(({ kind, status }) => kind === 'shipping' && status === 'created')
    .map(({ externalRef, orderId, lines }) => ({
      external_ref: externalRef,
      order_id: orderId,
      line_items: lines.map((line) => ({ external_ref: line.externalRef })),
    }));
}

/** Every event since, oldest first, but for stock, which is read from the catalogue. */
async function sendAgain({ shops }: Network, since: string): Promise<void> {
  const from = Date.parse(since) - 60_000;
  for (const { store } of shops) {
    const sent = store.deliveries.filter(
      ({ event, attempts }) =>
        event !== 'inventory.updated' && attempts.some(({ at }) => Date.parse(at) >= from),
    );
    for (const eventId of new Set(sent.map((one) => one.eventId))) {
      store.resend(eventId);
      await wait(10);
    }
  }
}

async function command(hub: Hub, args: readonly string[]): Promise<unknown> {
  const { exitCode, stdout, stderr } = await hub.command(args, { HUB_LOCAL: 'true' });
  if (exitCode !== 0) throw new Error(`hub ${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}
