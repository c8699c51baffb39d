import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sign, SIGNATURE_HEADER } from '@hub/contract';
import type { SimulatedStore } from '@hub/store-simulator';
import { aHollowStore, noSuccessPath, onlyRefusals } from './a-hollow-store';
import { CHECKS } from '../src/checks/checks';
import { RehearsalRecord } from '../src/record';
import { aStore, CATALOGUE, CREDENTIALS, HUB_LOCATION, notPassed, rehearsalOf } from './a-rehearsal';
import { aSimulatedRehearsal } from './a-simulated-rehearsal';

describe('a rehearsal of a store that keeps the contract', () => {
  let store: SimulatedStore;
  beforeEach(async () => {
    store = await aStore();
  });
  afterEach(() => store.stop());

  it('D32: passes every check, and leaves nothing behind', async () => {
    const rehearsal = await aSimulatedRehearsal();
    const record = await rehearsal.play({});
    await rehearsal.stop();
    expect(notPassed(record)).toEqual([]);
    expect(rehearsal.leftOpen).toEqual([]);
    expect(new Set(record.checks.map(({ id }) => id))).toEqual(new Set(CHECKS.map(({ id }) => id)));
    expect(RehearsalRecord.parse(JSON.parse(JSON.stringify(record)))).toEqual(record);
  });

  it.each(['orders', 'fulfillment', 'cancellation', 'returns'] as const)(
    'D32: a run of only %s has its staff end what it sold and shipped, and leaves nothing open',
    async (step) => {
      const rehearsal = await aSimulatedRehearsal();
      const record = await rehearsal.play({ steps: [step] });
      const { orders, returns } = rehearsal.store;
      await rehearsal.stop();
      expect(notPassed(record)).toEqual([]);
      expect(rehearsal.leftOpen).toEqual([]);
      const reported = rehearsal.inbox.arrivals.filter(({ event }) => event === 'return.created');
      const back = [
        ...returns.map(({ orderId }) => orderId),
        ...reported.map(({ data }) => data['order_id']),
      ];
      const isOpen = ({ status, orderId }: (typeof orders)[number]): boolean =>
        status !== 'cancelled' && !back.includes(orderId);
      expect(orders.filter(isOpen)).toEqual([]);
    },
  );

  it('D10: does not take a report of other stock of the variant, right after a write, for an echo of it', async () => {
    // Together they turn each echo into the report of a sale at an own location: that location, another quantity.
    const broken = ['inventory-echo-of-another-quantity', 'inventory-echo-at-another-location'];
    const rehearsal = await aSimulatedRehearsal({ broken });
    const only = ['inventory.echo_matches', 'inventory.echo_of_zero_matches'];
    const record = await rehearsal.play({ only });
    await rehearsal.stop();
    expect(notPassed(record)).toEqual([]);
    expect(rehearsal.inbox.arrivals.map(({ data }) => data['location_id'])).toContain('1001');
  });

  it.each([
    ['that already trades: as they were', true, 58],
    ['that is new: at 0', false, 0],
  ])('D32: leaves the network quantities of a shop %s', async (_, trades, left) => {
    const [variantId = ''] = CATALOGUE.flatMap(({ variants }) => variants.map((one) => one.variant_id));
    const set = JSON.stringify({ variant_id: variantId, location_id: HUB_LOCATION, quantity: 58 });
    const headers = {
      authorization: `Bearer ${CREDENTIALS.bearerToken}`,
      [SIGNATURE_HEADER]: sign(CREDENTIALS.signingSecret, set),
    };
    expect((await fetch(`${store.apiRoot}/inventory`, { method: 'PUT', headers, body: set })).status).toBe(
      200,
    );
    const change = { trades, testVariants: [variantId] };
    const only = ['inventory.write_echoed', 'inventory.restored_to_zero'];
    expect(notPassed(await rehearsalOf(store.apiRoot, { change, only }))).toEqual([]);
    expect(store.inventory(variantId)[HUB_LOCATION]).toBe(left);
  });

  it('D32: says in its record what it could not undo', async () => {
    store.faults.add({ endpoint: 'POST /cancel', times: 10, fault: { kind: 'status', status: 500 } });
    const record = await rehearsalOf(store.apiRoot, { only: ['orders.created'] });
    const [order] = store.orders;
    expect(record.clean_up).toContainEqual({
      at: expect.any(String),
      note: expect.stringContaining(`to be put right by hand: shipping order ${order?.orderId}`),
    });
  });

  it('D14: names the fault of the page that hides a variant, and not the variant as left out', async () => {
    const { checks } = await rehearsalOf(store.apiRoot, {
      only: ['products.pages_valid', 'cancellation.stock_released'],
      onProgress: ({ kind }) => {
        if (kind === 'check_ended') store.sellFrom(CATALOGUE.map((product) => ({ ...product, brand: '' })));
      },
    });
    expect(checks[1]?.reason).toMatch(
      /^it needs variant v1-0 .* GET \/products has a fault: page 1, .*brand/,
    );
  });

  it('without staff: runs what needs none, and says why the rest was not run', async () => {
    const record = await rehearsalOf(store.apiRoot, { steps: ['products'] });
    expect(notPassed(record)).toEqual([
      expect.stringMatching(/^products.variant_left_out: it needs a person at the store: take variant v1-0 /),
    ]);
  });
});

describe('a rehearsal of a store that keeps no success path', () => {
  it.each([
    ['answers only refusals', onlyRefusals],
    ['answers, and every receipt is wrong', noSuccessPath],
  ])('fails at least 15 checks where the store %s', async (_, answers) => {
    const store = await aHollowStore(answers);
    const { checks } = await rehearsalOf(store.apiRoot);
    await store.stop();
    const failed = checks.filter(({ result }) => result === 'failed');
    expect(failed.length).toBeGreaterThanOrEqual(15);
    expect(checks.filter(({ reason }) => reason?.startsWith('the runner itself failed'))).toEqual([]);
  });
});

describe('a rehearsal of a store that is down, or asks to wait', () => {
  it('ends soon where nothing answers: the other checks are not run, and say why', async () => {
    const store = await aHollowStore(onlyRefusals);
    await store.stop();
    const { checks } = await rehearsalOf(store.apiRoot);
    expect(checks.filter(({ result }) => result === 'passed')).toEqual([]);
    expect(checks.findLast(({ direction }) => direction === 'to_store')).toMatchObject({
      result: 'not_run',
      reason: 'the store gave no answer to any of 6 requests',
    });
  });

  it.each([
    [0, []],
    ['soon', ['orders.rate_limited_with_retry_after: a 429 whose Retry-After is no number of seconds']],
  ])('D23: retries after a 429 with Retry-After %s', async (retryAfter, faults) => {
    const rehearsal = await aSimulatedRehearsal();
    const fault = { kind: 'status', status: 429, retryAfter } as const;
    rehearsal.store.faults.add({ endpoint: 'POST /orders', times: 2, fault });
    const record = await rehearsal.play({ steps: ['orders'] });
    await rehearsal.stop();
    expect(notPassed(record)).toEqual(faults);
  });
});
