import { aShippingOrder, aShop, type StoredShippingOrder, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

const HOUR_MS = 3_600_000;

let desk: DeskWorld;
let viewer: Visitor;
let nordic: StoredShop;
let order: StoredShippingOrder;
let failedId: string;
beforeAll(async () => {
  desk = await openDesk();
  viewer = await desk.signIn('viewer');
  nordic = await aShop(desk.db, { slug: 'nordic', name: 'Nordic Outdoor' });
  order = await aShippingOrder(desk.db, { shippingShop: nordic, orderId: 'O-1' });
  const call = {
    shopId: nordic.id,
    operation: 'place_order',
    method: 'POST',
    path: '/orders',
    reference: order.reference,
    sellerOrderId: order.sellerOrderId,
    attempts: 1,
    durationMs: 1_234,
  };
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
  const { id } = await desk.db.storeCall.create({
    data: {
      ...call,
      at: ago(5),
      outcome: 'unavailable',
      status: 503,
      code: 'temporary_failure',
      attempts: 2,
      attemptLog: [
        { at: ago(5).toISOString(), status: null, failure: 'timeout', code: null, duration_ms: 30_000 },
        {
          at: ago(5).toISOString(),
          status: 503,
          failure: 'status',
          code: 'temporary_failure',
          duration_ms: 12,
        },
      ],
      request: { external_ref: order.reference },
    },
  });
  failedId = String(id);
  await desk.db.storeCall.create({ data: { ...call, at: ago(3), outcome: 'confirmed', status: 200 } });
  await desk.db.storeCall.create({
    data: {
      ...call,
      at: ago(1),
      operation: 'cancel_order',
      path: '/cancel',
      outcome: 'refused',
      status: 409,
    },
  });
}, 60_000);
afterAll(() => desk.close());

const page = async (query = '') => {
  const answer = await viewer.get(`/calls${query}`);
  expect(answer.status).toBe(200);
  return answer.text;
};
const answers = (html: string) =>
  [...html.matchAll(/<span class="tag \w+">([^<]+)<\/span>/g)].map(([, words]) => words);
const utc = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString().slice(0, 16);

describe('the list of calls to stores', () => {
  it('shows for each its purpose, its response and its duration', async () => {
    expect(textOf(await page())).toMatch(
      /Nordic Outdoor .*O-1 409 refused 1 1 234 .*O-1 200 1 .*O-1 503 temporary_failure 2 /,
    );
  });

  it.each([
    ['answer', '?answer=503', ['503 temporary_failure']],
    ['what failed', '?answer=failed', ['409 refused', '503 temporary_failure']],
    ['operation', '?operation=place_order', ['200', '503 temporary_failure']],
    ['time', `?since=${utc(4)}&until=${utc(2)}`, ['200']],
    ['shop', '?shop=nordic&sort=oldest', ['503 temporary_failure', '200', '409 refused']],
  ])('is filtered and sorted in the address: %s', async (_, query, expected) => {
    expect(answers(await page(query))).toEqual(expected);
  });

  it('answers an unknown address with a message, not a fault', async () => {
    for (const path of ['/calls/999999', '/calls/x']) expect((await viewer.get(path)).status).toBe(404);
  });

  it('is available as a file', async () => {
    const { text } = await viewer.get('/calls.csv?answer=503');
    const [head, row] = text.split('\r\n');
    expect(head).toBe('\uFEFFAt,Called,Call,Method,Path,Order,Reference,Answer,Outcome,Attempts,"Took, ms"');
    expect(row).toContain(`,Nordic Outdoor,`);
    expect(row).toContain(`,POST,/orders,O-1,${order.reference},503 temporary_failure,unavailable,2,1234`);
  });
});

describe('the page of a call', () => {
  it('shows each attempt, and its request', async () => {
    const text = textOf(await page(`/${failedId}`));
    expect(text).toMatch(/Attempts .*no answer in time 30 000 .*503 temporary_failure 12 /);
    expect(text).toContain(order.reference);
  });
});
