import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SIGNATURE_HEADER, verifySignature } from '@hub/contract';
import { aRehearsal, aShippingOrder, type StoredShippingOrder } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { textOf, type Visitor } from '../web/visitor';
import { DoorWorld, type DoorShop } from './door-world';

let world: DoorWorld;
let nordic: DoorShop;
let visitor: Visitor;
let token: string;
let trailBefore: number;
beforeAll(async () => {
  world = await DoorWorld.open();
  nordic = await world.shop({ slug: 'nordic', name: 'Nordic Outdoor' });
  visitor = await world.signIn(nordic);
  token = await world.token(nordic, 'act');
}, 60_000);
beforeEach(async () => {
  trailBefore = (await world.trail()).length;
  await world.db.outbox.deleteMany();
});
afterAll(() => world.close());

type Given = Parameters<typeof aShippingOrder>[1];

/** A shipping order that was sent to nordic. */
async function anOrder(given: Given = {}): Promise<StoredShippingOrder> {
  const order = await aShippingOrder(world.db, { shippingShop: nordic, ...given });
  await world.db.shippingOrder.update({ where: { id: order.id }, data: { firstSentAt: new Date() } });
  return order;
}

const stateOf = async ({ id }: StoredShippingOrder) =>
  (await world.db.shippingOrder.findUniqueOrThrow({ where: { id } })).state;
const sent = async () =>
  (await world.db.outbox.findMany({ orderBy: { id: 'asc' } })).map(({ type, payload }) => ({
    type,
    payload,
  }));
const did = async () =>
  (await world.trail()).slice(trailBefore).map(({ actor, action, subject }) => ({ actor, action, subject }));
const wordsOf = async (order: StoredShippingOrder) => {
  const { json } = await world.json(`/orders/${order.reference}`, { token });
  return json;
};

describe('D35, D12: a shop reports that it does not ship an order', () => {
  it('counts as its order.cancelled: the worker receives it, and the trail records who reported it', async () => {
    const order = await anOrder({ storeOrderId: 'N-1' });
    expect(await wordsOf(order)).toMatchObject({ state: 'to_ship', you_may: ['cannot_ship', 'ships_by'] });
    const answer = await visitor.post(`/orders/${order.reference}/cannot-ship`, {
      reason: 'broken',
      seen: 'yes',
    });
    expect([answer.status, answer.location]).toEqual([303, `/orders/${order.reference}`]);
    expect(await sent()).toEqual([
      { type: 'shipping-order.cannot-ship', payload: { shippingOrderId: order.id } },
    ]);
    const marker = await world.db.cancellationMarker.findFirst({
      where: { shopId: nordic.id, orderId: 'N-1' },
    });
    expect(marker).toMatchObject({ reason: 'broken', eventId: expect.stringMatching(/^door:/) });
    expect(await did()).toEqual([
      { actor: 'shop:nordic/technical', action: 'door.cannot_ship', subject: `order:${order.sellerOrderId}` },
    ]);
  });

  it.each<[string, string, Given, (order: StoredShippingOrder) => Promise<unknown>]>([
    [
      'a package of it is known',
      'the order is shipped',
      {},
      ({ lines }) =>
        world.db.shippingOrderLine.updateMany({ where: { id: lines[0]?.id ?? '' }, data: { packaged: 1 } }),
    ],
    ['it is being stopped already', 'the order is being stopped', { stop: 'due' }, async () => undefined],
    [
      'it is not known whether the shop has it',
      'your store has not said yet whether it has the order',
      { state: 'disputed', storeOrderId: null },
      async () => undefined,
    ],
  ])('is refused if %s: nothing is done', async (_why, said, given, change) => {
    const order = await anOrder(given);
    await change(order);
    const { status, json } = await world.json(`/orders/${order.reference}/cannot-ship`, { token, body: {} });
    expect([status, json]).toEqual([409, { error: { code: 'conflict', message: `Not done: ${said}.` } }]);
    expect([await sent(), await did()]).toEqual([[], []]);
  });
});

describe('D35, D18: a shop reports whether it has an order', () => {
  it('has the order under <id>: it is placed, as by a lead; an id of another order is refused', async () => {
    const taken = await anOrder({ storeOrderId: 'N-2' });
    const order = await anOrder({ state: 'disputed', storeOrderId: null });
    expect(await wordsOf(order)).toMatchObject({ state: 'disputed', you_may: ['has', 'has_not'] });
    const ask = (id: string) =>
      world.json(`/orders/${order.reference}/has`, { token, body: { order_id: id } });
    expect(await ask('N-2')).toMatchObject({ status: 409 });
    expect(await stateOf(order)).toBe('disputed');
    expect(await ask('N-3')).toMatchObject({ status: 200, json: { done: 'Noted: it is yours to ship.' } });
    expect([await stateOf(order), await stateOf(taken)]).toEqual(['placed', 'placed']);
    const [act] = await did();
    expect(act).toEqual({
      actor: expect.stringMatching(/^shop:nordic\/technical#[0-9a-f]{8}$/),
      action: 'order.settle_has',
      subject: `order:${order.sellerOrderId}`,
    });
  });

  it('does not have the order: a person is asked first; the order ends without a call, and its lines go elsewhere', async () => {
    const order = await anOrder({ state: 'disputed', storeOrderId: null });
    const address = `/orders/${order.reference}/has-not`;
    const question = await visitor.post(address);
    expect([question.status, textOf(question.text)]).toEqual([
      200,
      expect.stringMatching(/What will happen.*never sent again.*First make sure/s),
    ]);
    expect(await stateOf(order)).toBe('disputed');
    expect((await visitor.post(address, { seen: 'yes' })).status).toBe(303);
    expect(await stateOf(order)).toBe('stopped');
    expect(await sent()).toContainEqual({
      type: 'order.route',
      payload: { sellerOrderId: order.sellerOrderId },
    });
  });

  it('is not possible for an order that is placed: nothing is done', async () => {
    const order = await anOrder();
    expect((await visitor.post(`/orders/${order.reference}/has-not`, { seen: 'yes' })).status).toBe(409);
    expect(await stateOf(order)).toBe('placed');
  });
});

describe('D35, D12: a shop reports the result of a stop that POST /cancel could not end', () => {
  it.each([
    ['stopped', 'confirmed', 'Noted: it is stopped, do not ship it.'],
    ['shipped', 'already_shipped', 'Noted: you had shipped it, the order stands.'],
  ] as const)('%s, says the shop: the stop ends so, as by a lead', async (word, settledAs, done) => {
    const order = await anOrder({ stop: 'failed' });
    expect(await wordsOf(order)).toMatchObject({ state: 'stopping', you_may: ['stopped', 'shipped'] });
    const { status, json } = await world.json(`/orders/${order.reference}/${word}`, { token, body: {} });
    expect([status, json]).toEqual([200, { done }]);
    const where = { shippingOrderId: order.id };
    expect(await world.db.shippingOrderStop.findUnique({ where })).toMatchObject({ settledAs });
    expect(await sent()).toMatchObject([{ type: 'shipping-order.stop' }]);
    const [act] = await did();
    expect(act).toMatchObject({ action: `order.settle_${word}`, subject: `order:${order.sellerOrderId}` });
  });

  it('is not possible for an order without a stop: nothing is done', async () => {
    const order = await anOrder();
    for (const word of ['stopped', 'shipped'])
      expect((await visitor.post(`/orders/${order.reference}/${word}`, { seen: 'yes' })).status).toBe(409);
    expect([await sent(), await did()]).toEqual([[], []]);
  });
});

describe('D35: work that failed permanently', () => {
  it('is listed and sent again, except a disputed or a cancelled order', async () => {
    const refused = await anOrder({ state: 'refused', storeOrderId: null });
    const disputed = await anOrder({ state: 'disputed', storeOrderId: null });
    const cancelled = await anOrder({ state: 'refused', storeOrderId: null });
    await world.db.sellerOrder.update({
      where: { id: cancelled.sellerOrderId },
      data: { state: 'stopping' },
    });
    const text = textOf((await visitor.get('/failed')).text);
    expect(text).toContain(refused.reference);
    expect(text).not.toContain(disputed.reference);
    expect(text).not.toContain(cancelled.reference);
    const resend = (order: StoredShippingOrder) => visitor.post(`/failed/${order.reference}/resend`);
    expect([(await resend(disputed)).status, (await resend(cancelled)).status]).toEqual([404, 404]);
    expect([await sent(), await did()]).toEqual([[], []]);
    expect((await resend(refused)).status).toBe(303);
    expect(await sent()).toEqual([
      { type: 'shipping-order.place', payload: { shippingOrderId: refused.id } },
    ]);
    expect(await did()).toEqual([
      { actor: 'shop:nordic/technical', action: 'work.resume', subject: `placing:${refused.id}` },
    ]);
  });
});

describe('D35: a new run of the catalogue', () => {
  it('is one run while it is in progress, and none if products is off', async () => {
    for (let n = 0; n < 2; n += 1) expect((await visitor.post('/catalogue/read')).status).toBe(303);
    const runs = await world.db.catalogueRun.findMany({ where: { shopId: nordic.id } });
    expect(runs.map(({ state }) => state)).toEqual(['queued']);
    expect((await did()).map(({ action }) => action)).toEqual(['door.read_catalogue', 'door.read_catalogue']);
    await world.db.shop.update({ where: { id: nordic.id }, data: { products: 'off' } });
    expect((await visitor.post('/catalogue/read')).status).toBe(409);
    await world.db.shop.update({ where: { id: nordic.id }, data: { products: 'live' } });
  });
});

describe('D35: a new bearer token', () => {
  it('is stored encrypted, announced to running services, and is in no answer and no trail', async () => {
    const before = await world.db.shop.findUniqueOrThrow({ where: { id: nordic.id } });
    const answer = await visitor.postAndFollow('/store/bearer-token', { token: 'the-new-token' });
    const after = await world.db.shop.findUniqueOrThrow({ where: { id: nordic.id } });
    expect(after.revision > before.revision && after.credentialsRevision > before.credentialsRevision).toBe(
      true,
    );
    expect(Buffer.from(after.doorToken ?? []).toString('latin1')).not.toContain('the-new-token');
    expect(answer.text).not.toContain('the-new-token');
    expect(JSON.stringify((await world.trail()).map(({ detail }) => detail))).not.toContain('the-new-token');
    expect((await did()).map(({ action }) => action)).toEqual(['door.set_bearer_token']);
    expect((await world.json('/store', { token })).json).toEqual({
      shop: 'nordic',
      bearer_token_set_at: expect.stringMatching(/Z$/),
      pauses: [],
      calls_held: [],
    });
  });

  it('is stored before it is tested; the answer is shown, and the one before is sent again', async () => {
    const asked: { slug: string; isStored: boolean }[] = [];
    const isSet = async () =>
      (await world.db.shop.findUniqueOrThrow({ where: { id: nordic.id } })).doorToken !== null;
    await world.db.shop.update({
      where: { id: nordic.id },
      data: { doorToken: null, doorTokenKeyId: null, doorTokenSetAt: null },
    });
    world.url = await world.serve({
      testToken: async (slug) => {
        asked.push({ slug, isStored: await isSet() });
        return (await isSet())
          ? { result: 'refused', status: 401, why: null }
          : { result: 'accepted', status: 200, why: null };
      },
    });
    const person = await world.signIn(nordic);
    const refused = await person.postAndFollow('/store/bearer-token', { token: 'a-wrong-token' });
    expect(refused.text).toMatch(/class="[^"]*refused[^"]*"[^>]*>Token saved\. Test: refused \(401\)\./);
    expect(asked).toEqual([{ slug: 'nordic', isStored: true }]);
    const { doorTokenSetAt } = await world.db.shop.findUniqueOrThrow({ where: { id: nordic.id } });
    const seen = { set_at: doorTokenSetAt?.toISOString() ?? '' };
    const question = textOf((await person.post('/store/bearer-token/take-back', seen)).text);
    expect(question).toContain('Calls to the store carry the token of the environment sheet again.');
    expect(await isSet()).toBe(true);
    const sure = { ...seen, seen: 'yes' };
    const back = await person.postAndFollow('/store/bearer-token/take-back', sure);
    expect(textOf(back.text)).toContain(
      'Token taken back; the one before is sent again. Test: accepted (200).',
    );
    expect((await did()).map(({ action }) => action)).toEqual([
      'door.link',
      'door.sign_in',
      'door.set_bearer_token',
      'door.take_token_back',
    ]);
    expect((await person.post('/store/bearer-token/take-back', sure)).status).toBe(409);
    const program = await world.json('/store/bearer-token', { token, body: { token: 'by-a-program' } });
    expect(program.json).toEqual({
      done: 'Token saved. Test: refused (401).',
      test: { result: 'refused', status: 401, why: null },
    });
  });

  it('of an invalid form is refused by its field, without its value', async () => {
    const { status, json } = await world.json('/store/bearer-token', { token, body: { token: 'two words' } });
    expect([status, json]).toEqual([
      422,
      { error: { code: 'invalid_request', message: 'What was sent cannot be read: token.', field: 'token' } },
    ]);
  });
});

describe('D23, D35: held calls to the store', () => {
  const since = new Date(Date.now() - 600_000);
  beforeAll(async () => {
    const held = { status: 401, since, nextProbeAt: new Date() };
    await world.db.callHold.create({ data: { shopId: nordic.id, operation: 'all', ...held } });
  });
  afterAll(() => world.db.callHold.deleteMany());

  it('are on every page, and in the JSON: since when, why, and what ends it', async () => {
    for (const path of ['/store', '/orders', '/calls'])
      expect(textOf((await visitor.get(path)).text)).toMatch(
        /All calls to your store are suspended since .*: it answered 401\..*With a new bearer token they go on at once/,
      );
    expect((await world.json('/store', { token })).json).toMatchObject({
      calls_held: [
        { calls: 'all', status: 401, since: since.toISOString(), next_try_at: expect.any(String) },
      ],
    });
  });

  it('of another shop are nowhere', async () => {
    await world.db.callHold.deleteMany();
    const other = await world.shop({});
    const held = { status: 401, since, nextProbeAt: new Date() };
    await world.db.callHold.create({ data: { shopId: other.id, operation: 'all', ...held } });
    expect(textOf((await visitor.get('/store')).text)).not.toContain('held');
    expect((await world.json('/store', { token })).json).toMatchObject({ calls_held: [] });
  });
});

describe('D35: a test event', () => {
  it('is signed as the store would sign it, changes nothing, and its answer is shown', async () => {
    const received: { path: string; body: string; signature: string }[] = [];
    const ingress = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const signature = String(request.headers[SIGNATURE_HEADER.toLowerCase()]);
        received.push({ path: request.url ?? '', body: Buffer.concat(chunks).toString(), signature });
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"outcome":"echo"}');
      });
    });
    await new Promise<void>((resolve) => ingress.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(ingress.address() as AddressInfo).port}`;
    const url = await world.serve({ baseUrl });
    const response = await fetch(`${url}/api/store/test-event`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    await new Promise((resolve) => ingress.close(resolve));
    expect(await response.json()).toMatchObject({ status: 200, answer: { outcome: 'echo' } });
    const [event] = received;
    expect(event?.path).toBe('/shops/nordic/events');
    const signed = { body: event?.body ?? '', header: event?.signature, secrets: ['secret-of-nordic'] };
    expect(verifySignature(signed)).toBe(true);
    expect(JSON.parse(event?.body ?? '{}')).toMatchObject({
      spec_version: '1',
      event: 'inventory.updated',
      data: { location_id: '9000', changed_at: '1970-01-01T00:00:00.001Z' },
    });
  });

  it('is refused if BASE_URL is not set', async () => {
    const answer = await visitor.post('/store/test-event');
    expect([answer.status, textOf(answer.text)]).toEqual([409, expect.stringContaining('BASE_URL')]);
  });
});

describe('D32, D35: a rehearsal', () => {
  it('begins for the shop that requests it, in its name', async () => {
    expect((await visitor.post('/golive/rehearse')).status).toBe(303);
    expect(world.rehearsed).toMatchObject([{ shop: 'nordic', by: 'shop:nordic/technical' }]);
  });
});

describe('D32, D35: the result of a rehearsal', () => {
  it('is shown at the door: what was observed, how to correct it, and the evidence', async () => {
    const id = await aRehearsal(world.db, { shop: 'nordic', capabilities: ['returns'], result: 'failed' });
    const text = textOf((await visitor.get('/golive')).text);
    expect(text).toContain('Seen: returns of nordic seen. Correct it: put returns right.');
    const { json } = await world.json('/golive', { token });
    expect(json).toMatchObject({
      capabilities: expect.arrayContaining([
        expect.objectContaining({
          capability: 'returns',
          rehearsal: expect.objectContaining({
            failed: [
              {
                id: 'returns.check',
                rule: 'returns keep the contract',
                result: 'failed',
                seen: 'returns of nordic seen',
                correct: 'put returns right',
              },
            ],
          }),
        }),
      ]),
    });
    const page = await visitor.get(`/golive/rehearsals/${id}`);
    expect(textOf(page.text)).toContain('returns of nordic played');
  });

  it('has the evidence of failed checks, or of a requested check', async () => {
    const id = await aRehearsal(world.db, { shop: 'nordic', capabilities: ['products', 'inventory'] });
    const evidenceOf = async (query: string) => {
      const { json } = await world.json(`/golive/rehearsals/${id}${query}`, { token });
      return z
        .object({ checks: z.array(z.object({ id: z.string(), evidence: z.array(z.object({})).nullable() })) })
        .parse(json)
        .checks.map((check) => [check.id, check.evidence?.length ?? null]);
    };
    expect(await evidenceOf('')).toEqual([
      ['products.check', null],
      ['inventory.check', null],
    ]);
    expect(await evidenceOf('?check=inventory.check')).toEqual([
      ['products.check', null],
      ['inventory.check', 1],
    ]);
    expect((await world.json('/golive/rehearsals/none', { token })).status).toBe(404);
  });
});

describe("D32, D35: the store's half of a confirmation", () => {
  it('is accepted with name, wording and how the link was delivered', async () => {
    const rehearsalId = await aRehearsal(world.db, { shop: 'nordic' });
    const wish = { capability: 'products', rehearsal_id: rehearsalId, name: 'Ada', words: 'As agreed.' };
    expect((await visitor.post('/golive/confirm', wish)).status).toBe(303);
    expect(textOf((await visitor.get('/golive')).text)).toContain('Confirmed by your side: Ada');
    const { json } = await world.json('/golive', { token });
    expect(json).toMatchObject({
      capabilities: expect.arrayContaining([
        expect.objectContaining({
          capability: 'products',
          rehearsal: expect.objectContaining({
            store: expect.objectContaining({ name: 'Ada', link: 'mailed' }),
          }),
        }),
      ]),
    });
  });
});

describe("D35: limits on a shop's actions", () => {
  it('count for each shop separately, with 429 and Retry-After', async () => {
    const limits = { linksOfClient: 100, linksOfContact: 100, refusedOfClient: 100, looks: 100, acts: 2 };
    const url = await world.serve({ limits });
    const fjord = await world.shop({ slug: 'fjord' });
    const others = await world.token(fjord, 'act');
    const act = (by: string) =>
      fetch(`${url}/api/catalogue/read`, { method: 'POST', headers: { authorization: `Bearer ${by}` } });
    expect([(await act(token)).status, (await act(token)).status]).toEqual([200, 200]);
    const limited = await act(token);
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await limited.json()).toMatchObject({ error: { code: 'rate_limited' } });
    expect((await act(others)).status).toBe(200);
  });

  it('an address with too many wrong tokens is locked, even with the right token, and learns until when', async () => {
    const limits = { linksOfClient: 100, linksOfContact: 100, refusedOfClient: 2, looks: 100, acts: 100 };
    const url = await world.serve({ limits });
    const look = (by: string) => fetch(`${url}/api/orders`, { headers: { authorization: `Bearer ${by}` } });
    expect([(await look('wrong')).status, (await look('wrong')).status]).toEqual([401, 401]);
    const locked = await look(token);
    expect(locked.status).toBe(429);
    expect(await locked.json()).toMatchObject({
      error: { code: 'rate_limited', message: expect.stringMatching(/locked until \d\d:\d\d UTC/) },
    });
  });
});

describe('D38: a shop pauses its own shipping', () => {
  const until = () => new Date(Math.floor(Date.now() / 60_000) * 60_000 + 3 * 86_400_000);
  const store = async () => (await world.json('/store', { token })).json;
  const recalculated = { type: 'network-quantity.recalculate-shop', payload: { shopId: 0 } };
  beforeAll(() => {
    recalculated.payload.shopId = nordic.id;
  });

  it('until an instant; every page shows it, and its own pause is ended by it', async () => {
    const end = until();
    const field = end.toISOString().slice(0, 16);
    expect((await visitor.post('/store/pause', { until: field, reason: 'stocktaking' })).status).toBe(303);
    expect(await sent()).toEqual([recalculated]);
    expect(textOf((await visitor.get('/orders')).text)).toContain('Your shipping is paused until');
    expect(await store()).toMatchObject({
      pauses: [{ by: 'shop', reason: 'stocktaking', until: end.toISOString() }],
    });
    expect(await world.json('/store/unpause', { token, body: {} })).toMatchObject({ status: 200 });
    expect(await store()).toMatchObject({ pauses: [] });
    expect(await sent()).toEqual([recalculated, recalculated]);
    const subject = 'shop:nordic';
    expect(await did()).toEqual([
      { actor: 'shop:nordic/technical', action: 'door.pause', subject },
      { actor: expect.stringMatching(/^shop:nordic\/technical#/), action: 'door.unpause', subject },
    ]);
  });

  it('ends no pause of the operator; a faulty end is refused', async () => {
    await world.db.shopPause.create({
      data: { shopId: nordic.id, side: 'agent', begunBy: 'agent:ada', reason: 'strike', endsAt: until() },
    });
    await world.db.shop.update({ where: { id: nordic.id }, data: { pausedUntil: until() } });
    expect(await world.json('/store/unpause', { token, body: {} })).toMatchObject({ status: 409 });
    const pause = (end: string) =>
      world.json('/store/pause', { token, body: { until: end, reason: 'closed' } });
    expect(await pause('tomorrow')).toMatchObject({
      status: 422,
      json: { error: { code: 'invalid_request', field: 'until' } },
    });
    expect(await pause(new Date(Date.now() + 31 * 86_400_000).toISOString())).toMatchObject({ status: 409 });
    expect([await sent(), await did()]).toEqual([[], []]);
  });
});

describe('D38: a shop says by which day it ships', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const ofDay = (day: string) => ({ ship_by: `${day}T23:59:59.999Z` });

  it('of its own order alone, twice at most, each time later; the same day again counts once', async () => {
    const order = await anOrder({ storeOrderId: 'N-by' });
    const address = `/orders/${order.reference}/ships-by`;
    const say = async (day: string) => (await world.json(address, { token, body: { day } })).status;
    expect(await say(inDays(1))).toBe(409);
    expect((await visitor.post(address, { day: inDays(5) })).location).toBe(`/orders/${order.reference}`);
    expect(await wordsOf(order)).toMatchObject({ ...ofDay(inDays(5)), you_may: ['cannot_ship', 'ships_by'] });
    expect([await say(inDays(5)), await say(inDays(4)), await say(inDays(40))]).toEqual([200, 409, 409]);
    expect(await Promise.all([say(inDays(8)), say(inDays(8)), say(inDays(8))])).toEqual([200, 200, 200]);
    expect(await say(inDays(9))).toBe(409);
    expect(await wordsOf(order)).toMatchObject({ ...ofDay(inDays(8)), you_may: ['cannot_ship'] });
    const subject = `order:${order.sellerOrderId}`;
    const recorded = { actor: 'shop:nordic/technical', action: 'order.promise', subject };
    expect((await did()).map(({ actor, ...one }) => ({ ...one, actor: actor.split(' ')[0] }))).toMatchObject([
      recorded,
      { action: 'order.promise', subject },
    ]);
    const faulty = await world.json(address, { token, body: { day: 'Tuesday' } });
    expect(faulty).toMatchObject({ status: 422, json: { error: { field: 'day' } } });
    const other = await world.token(await world.shop({ slug: 'other-by', name: 'Other' }), 'act');
    expect(await world.json(address, { token: other, body: { day: inDays(9) } })).toMatchObject({
      status: 404,
    });
  });
});

describe('D11: a shop corrects a tracking number', () => {
  it('of its own package alone; the page of the order shows what became of it', async () => {
    const order = await anOrder();
    const parcel = { packageId: 'P/1', carrier: 'PostNord', trackingNumber: 'WRONG', state: 'done' } as const;
    await world.db.package.create({
      data: {
        id: randomUUID(),
        shippingOrderId: order.id,
        reference: `pk-${order.id}`,
        shippedAt: 0n,
        correlation: 'C',
        ...parcel,
      },
    });
    const address = `/orders/${order.reference}/packages/P%2F1/correct`;
    const form = { carrier: 'DHL', tracking_number: 'RIGHT', tracking_url: '' };
    expect((await visitor.post(address, form)).location).toBe(`/orders/${order.reference}`);
    expect(await wordsOf(order)).toMatchObject({
      packages: [
        { tracking_number: 'WRONG', corrections: [{ tracking_number: 'RIGHT', state: 'on_its_way' }] },
      ],
    });
    const page = textOf((await visitor.get(`/orders/${order.reference}`)).text);
    expect(page).toContain('Corrected to DHL RIGHT: on its way to the shop that sold it.');
    const subject = `order:${order.sellerOrderId}`;
    expect(await did()).toEqual([{ actor: 'shop:nordic/technical', action: 'package.correct', subject }]);
    const again = await world.json(address, { token, body: { ...form, tracking_number: 'OTHER' } });
    expect(again).toMatchObject({ status: 409 });
    const faulty = await world.json(address, { token, body: { ...form, tracking_url: 'javascript:1' } });
    expect(faulty).toMatchObject({ status: 422, json: { error: { field: 'tracking_url' } } });
    const elsewhere = await world.shop({ slug: 'elsewhere', name: 'Elsewhere' });
    const other = await world.token(elsewhere, 'act');
    expect(await world.json(address, { token: other, body: form })).toMatchObject({ status: 404 });
  });
});
