import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openStoreSide, rehearse, type StoreSide } from '@hub/conformance';
import { aProduct, NETWORK, OTHER, OWN } from './a-shop';
import { aStore, CREDENTIALS, type TestStore } from './a-store';

let store: TestStore;
let side: StoreSide;

beforeEach(async () => {
  store = await aStore();
  // What stood in the shop before the network came.
  store.fake.webhooks.isHolding = true;
  for (let number = 0; number < 24; number += 1)
    aProduct(store, { variants: [{ barcode: gtin(number) }], stock: 40 });
  store.fake.webhooks.held.length = 0;
  Object.assign(store.fake.webhooks, { isHolding: false, copies: 2 });
  side = await openStoreSide({
    events: { kind: 'served', host: '127.0.0.1', port: 0, publicUrl: null, shopSlug: 'nordic' },
    people: { kind: 'simulator', controlUrl: `${store.origin}/_control` },
    secrets: [CREDENTIALS.signingSecret],
    waitMs: 10_000,
    signal: new AbortController().signal,
  });
});
afterEach(async () => {
  await store.close();
  await side.close();
});

describe('a rehearsal against the adapter and the fake shop, every webhook sent twice', () => {
  it('passes every check', async () => {
    const { checks } = await rehearse({
      target: {
        storeApiRoot: store.origin,
        bearerToken: CREDENTIALS.bearerToken,
        signingSecrets: [CREDENTIALS.signingSecret],
        hubNetworkLocationId: NETWORK,
        locations: [OWN, OTHER],
        currency: 'EUR',
        country: 'SE',
        testVariants: [],
        runCode: 'BCDFGHJK',
        restoresNetwork: true,
        shopSlug: 'nordic',
        environment: 'test',
        trades: false,
        allowInsecure: true,
        imagesVia: store.fake.origin,
        timeoutMs: 60_000,
        retryBaseMs: 50,
      },
      people: side.people,
      inbox: side.inbox,
    });
    const others = checks.filter(({ result }) => result !== 'passed');
    expect(
      others.map(({ id, result, fault, reason }) => `${id}: ${result} ${fault?.seen ?? reason}`),
    ).toEqual([]);
    expect(checks.length).toBeGreaterThan(100);
    expect(store.errors).toEqual([]);
  }, 600_000);
});

/** A number with a right check digit. */
function gtin(number: number): string {
  const digits = String(730_000_000_000 + number);
  const sum = Array.from(digits).reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
