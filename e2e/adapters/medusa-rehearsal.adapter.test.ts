import { once } from 'node:events';
import { createServer } from 'node:http';
import { freePort } from '@hub/cli';
import { openStoreSide, rehearse, type StoreSide } from '@hub/conformance';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MedusaShop, seedShop, type ShopTemplate } from './medusa/run-shop';
import { staffAsPeople } from './medusa/staff-as-people';

const SLUG = 'rehearsed';
const SECRET = 'secret-of-the-rehearsed-shop';

/** Stands in for the shop's picture host. */
const pictures = createServer((_request, response) => {
  response.setHeader('content-type', 'image/gif');
  response.end(Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'));
});

let picturesUrl: string;
let side: StoreSide;
let template: ShopTemplate;
let shop: MedusaShop;
beforeAll(async () => {
  const picturesPort = await freePort();
  await once(pictures.listen(picturesPort, '127.0.0.1'), 'listening');
  picturesUrl = `http://127.0.0.1:${picturesPort}`;
  template = await seedShop();
  let eventsUrl = '';
  side = await openStoreSide({
    events: { kind: 'served', host: '127.0.0.1', port: await freePort(), publicUrl: null, shopSlug: SLUG },
    people: { kind: 'nobody' },
    secrets: [SECRET],
    waitMs: 30_000,
    signal: new AbortController().signal,
    write: (line) => (eventsUrl = line.split(' ').at(-1) ?? ''),
  });
  const plan = { slug: SLUG, name: 'Rehearsed', country: 'SE', latitude: 59.33, longitude: 18.06 };
  shop = await MedusaShop.open(plan, { template, eventsUrl, signingSecret: SECRET });
}, 900_000);
afterAll(async () => {
  pictures.close();
  await shop?.close();
  await side?.close();
});

it('D32: a Medusa shop passes every check of a rehearsal, its staff simulated through its own interfaces', async () => {
  const store = shop.asStore();
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
      imagesVia: picturesUrl,
      timeoutMs: 30_000,
      retryBaseMs: 200,
    },
    people: staffAsPeople(shop.api, shop.staff, shop.locationOf),
    inbox: side.inbox,
  });
  const others = record.checks.filter(({ result }) => result !== 'passed');
  expect(others.map(({ id, result, fault, reason }) => ({ id, result, fault, reason }))).toEqual([]);
  expect(record.checks.length).toBeGreaterThan(100);
  process.stderr.write(`${record.checks.length} checks of the rehearsal passed\n`);
}, 900_000);
