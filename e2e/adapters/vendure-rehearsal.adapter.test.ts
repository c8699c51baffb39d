import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@hub/cli';
import { openStoreSide, rehearse, type StoreSide } from '@hub/conformance';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { VendureShop } from './vendure/run-shop';
import { staffAsPeople } from './vendure/staff-as-people';

const SLUG = 'rehearsed';
const SECRET = 'secret-of-the-rehearsed-shop';
const PLENTY = 500;
/** The first variant is ordered over and over in a rehearsal. */
const STOCK = {
  'TRAIL-JACKET-S': PLENTY,
  'TRAIL-JACKET-M': PLENTY,
  'WOOL-HAT': PLENTY,
  'CAMP-STOVE': PLENTY,
};

let folder: string;
let side: StoreSide;
let shop: VendureShop;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-vendure-'));
  let eventsUrl = '';
  side = await openStoreSide({
    events: { kind: 'served', host: '127.0.0.1', port: await freePort(), publicUrl: null, shopSlug: SLUG },
    people: { kind: 'nobody' },
    secrets: [SECRET],
    waitMs: 30_000,
    signal: new AbortController().signal,
    write: (line) => (eventsUrl = line.split(' ').at(-1) ?? ''),
  });
  const plan = {
    slug: SLUG,
    name: 'Rehearsed',
    country: 'SE',
    latitude: 59.33,
    longitude: 18.06,
    stock: STOCK,
  };
  shop = await VendureShop.open(plan, { folder, eventsUrl, signingSecret: SECRET });
}, 180_000);
afterAll(async () => {
  await shop?.stop();
  await side?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('D32: a Vendure shop passes every check of a rehearsal, its staff simulated through its own interfaces', async () => {
  const store = await shop.asStore();
  const people = staffAsPeople({ url: shop.url, locationId: store.locationId }, await shop.staff());
  const discounts: number[] = [];
  const findDiscount = async (orderId: string): Promise<number | null> => {
    const discount = await people.findDiscount(orderId);
    discounts.push(discount ?? 0);
    return discount;
  };
  const record = await rehearse({
    target: {
      storeApiRoot: store.apiRoot,
      bearerToken: store.bearerToken,
      signingSecrets: [store.signingSecret],
      hubNetworkLocationId: store.hubLocationId,
      locations: [store.locationId],
      currency: 'EUR',
      country: 'SE',
      testVariants: [],
      runCode: 'BCDFGHJK',
      restoresNetwork: true,
      shopSlug: SLUG,
      environment: 'test',
      trades: false,
      allowInsecure: true,
      imagesVia: shop.url,
      timeoutMs: 30_000,
      retryBaseMs: 200,
    },
    people: { ...people, findDiscount },
    inbox: side.inbox,
  });
  const others = record.checks.filter(({ result }) => result !== 'passed');
  expect(others.map(({ id, result, fault, reason }) => ({ id, result, fault, reason }))).toEqual([]);
  expect(record.checks.length).toBeGreaterThan(100);
  // 15 % off two trail jackets at 129.
  expect(discounts).toEqual([38.7]);
}, 600_000);
