import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { SERVICES } from '@hub/cli';
import { pullCatalogue } from '@hub/desk/catalogue';
import { dice } from '../hostile-request';
import { CUSTOMER, type ShopPlan } from '../../test/support/shops';
import { readCatalogue } from '../../test/support/read-catalogue';
import type { World } from '../../test/support/open-world';
import { floodEvents, sendByteByByte } from './attack-ingress';
import { hammerPages } from './attack-pages';
import { openHostileShop, type HostileShop } from './hostile-shop';
import { MemoryWatch, podsOfProduction } from './memory-watch';

export interface HostileRun {
  seed: number;
  /** How long stores answer hostile things, and ingress, desk and door are hammered. */
  seconds: number;
  /** Of each hammer. */
  atOnce: number;
  /** Of the door; null: there is none. */
  doorPort: number | null;
}

export interface HostileReport {
  /** What must not be. */
  faults: string[];
  /** Answers by status, of each address. */
  statuses: Record<string, Record<string, number>>;
  /** The most that each service took, in MiB. */
  peaksMiB: Record<string, number>;
  /** How often each hostile answer was given. */
  given: Record<string, number>;
  /** The longest that an honest shop's call was due, in ms. */
  longestMs: number;
}

/** A call that is due begins within this time, whatever other stores answer (D23). */
const DUE_WITHIN_MS = 10_000;
const READ_WITHIN_MS = 60_000;

/** Two that ship to each other's customers, and one that sells what honest shops ship. */
const PLANS: readonly ShopPlan[] = [
  { slug: 'hostile-1', country: 'FI', latitude: 60.2, longitude: 24.9, pieces: 500, destinations: ['FI'] },
  { slug: 'hostile-2', country: 'FI', latitude: 60.2, longitude: 24.9, pieces: 500, destinations: ['FI'] },
  { slug: 'hostile-3', country: 'DK', latitude: 55.7, longitude: 12.6, pieces: 0, destinations: ['DK'] },
];
const IN_FINLAND = {
  ...CUSTOMER,
  city: 'Helsinki',
  zip: '00100',
  country_code: 'FI',
  latitude: 60.2,
  longitude: 24.9,
};

/**
 * Stores that answer hostile things to every call, while their events, strangers and visitors hammer ingress, desk and
 * door (D36). No service may end or take more than its pod has, and honest shops are served as always.
 */
export async function runHostile(world: World, run: HostileRun): Promise<HostileReport> {
  const random = dice(run.seed);
  const { db, ingressPort, services } = world;
  const report: HostileReport = { faults: [], statuses: {}, peaksMiB: {}, given: {}, longestMs: 0 };
  const before = SERVICES.map((service) => services.pidOf(service));
  const shops: HostileShop[] = [];
  try {
    for (const plan of PLANS) {
      const shop = await openHostileShop(plan, { db, ingressPort });
      shops.push(shop);
      await readCatalogue(db, shop.slug, READ_WITHIN_MS);
    }
    const watch = new MemoryWatch((service) => services.pidOf(service));
    const { near } = world.shops;
    await near.store.changeStock(near.variantId, '1001', 1_000).done;
    for (const shop of shops) shop.turn(random);
    const ending = new AbortController();
    const { signal: until } = ending;
    setMaxListeners(0, until);
    const { seconds, atOnce } = run;
    const supportPort = Number(new URL(world.supportUrl).port);
    const note = async (name: string, work: Promise<Record<string, number>>) => {
      report.statuses[name] = await work;
    };
    const attacks = [
      ...shops.map((sender) =>
        note(`events of ${sender.slug}`, floodEvents({ port: ingressPort, sender, atOnce, random }, until)),
      ),
      sendByteByByte(ingressPort, Math.ceil(atOnce / 4), until),
      note('desk', hammerPages({ port: supportPort, atOnce: Math.ceil(atOnce / 8), random }, until)),
      ...(run.doorPort === null
        ? []
        : [note('door', hammerPages({ port: run.doorPort, atOnce: Math.ceil(atOnce / 8), random }, until))]),
      ...shops.map((shop) => askForCatalogues(world, shop, until)),
      ...shops.map((shop) => trade(shop, until)),
      probe(world, report, until),
    ];
    await wait(seconds * 1_000);
    ending.abort();
    await Promise.all(attacks);
    judgeMemory(watch, report);
    for (const { given } of shops)
      for (const [name, times] of Object.entries(given))
        report.given[name] = (report.given[name] ?? 0) + times;
  } finally {
    for (const shop of shops) await shop.close();
  }
  SERVICES.forEach((service, index) => {
    if (services.pidOf(service) !== before[index]) report.faults.push(`${service} ended`);
  });
  for (const [name, statuses] of Object.entries(report.statuses))
    for (const status of Object.keys(statuses))
      if (status.startsWith('5') && status !== '503') report.faults.push(`${name}: answered ${status}`);
  return report;
}

function judgeMemory(watch: MemoryWatch, report: HostileReport): void {
  const pods = podsOfProduction();
  for (const [service, peak] of watch.stop()) {
    report.peaksMiB[service] = peak;
    const limit = pods.get(service)?.limit;
    if (limit === undefined) report.faults.push(`${service}: the manifests name no limit of memory`);
    else if (peak >= limit) report.faults.push(`${service} took ${peak} MiB, and its pod has ${limit}`);
  }
}

/** Has a shop's catalogue read again as soon as the last reading ended. */
async function askForCatalogues({ db }: World, { slug }: HostileShop, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    // The attackers' own process is busy too.
    const acting = { db, actor: 'cli:trial', role: 'agent', now: Date.now() } as const;
    await pullCatalogue.act(acting, { shop: slug }).catch(() => undefined);
    await pause(300, until);
  }
}

/** Sells and cancels, so that the hub calls every endpoint of the hostile stores. */
async function trade({ store, slug, variantId }: HostileShop, until: AbortSignal): Promise<void> {
  const address = slug === 'hostile-3' ? CUSTOMER : IN_FINLAND;
  for (let sold = 0; !until.aborted; sold += 1) {
    const { orderId } = store.sell({ lines: [{ variantId, quantity: 1, network: true }], address });
    if (sold % 3 === 0) store.cancelOrder(orderId);
    for (const order of store.orders.slice(-5)) {
      // What cannot be done with an order throws: another comes.
      try {
        store.ship(order.orderId);
        store.returnGoods(order.orderId);
      } catch {
        continue;
      }
    }
    await pause(400, until);
  }
}

/** An honest shop sells, and the honest shop that ships gets each order soon. */
async function probe({ shops }: World, report: HostileReport, until: AbortSignal): Promise<void> {
  const { selling, near, far } = shops;
  for (let sold = 0; sold === 0 || !until.aborted; sold += 1) {
    const address = { ...CUSTOMER, name: `Probe ${sold}` };
    const { delivery } = selling.store.sell({
      lines: [{ variantId: selling.variantId, quantity: 1, network: true }],
      address,
    });
    const { answer } = await delivery.done;
    const since = performance.now();
    // Sent twice, where the first answer was a 503.
    if (!['accepted', 'duplicate'].includes(answer?.outcome ?? ''))
      report.faults.push(`an honest sale was answered ${JSON.stringify(answer)}`);
    const isThere = () =>
      [near, far].some(({ store }) =>
        store.requests.some(
          ({ method, path, body }) =>
            method === 'POST' && path === '/orders' && JSON.stringify(body).includes(`"${address.name}"`),
        ),
      );
    while (!isThere() && performance.now() - since < DUE_WITHIN_MS) await wait(20);
    const tookMs = Math.round(performance.now() - since);
    report.longestMs = Math.max(report.longestMs, tookMs);
    if (tookMs >= DUE_WITHIN_MS)
      report.faults.push(`an honest shop's order was not placed within ${DUE_WITHIN_MS} ms`);
    await pause(500, until);
  }
}

function pause(ms: number, until: AbortSignal): Promise<unknown> {
  return wait(ms, undefined, { signal: until }).catch(() => undefined);
}
