import { aShippingOrder, aShop, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiOf, type Api } from './api';
import { aDeadLetter } from './dead-letters';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

let desk: DeskWorld;
let nordic: StoredShop;
let agent: Visitor;
let lead: Visitor;
let ask: Api;
beforeAll(async () => {
  desk = await openDesk();
  nordic = await aShop(desk.db, { slug: 'nordic' });
  [agent, lead] = await Promise.all([desk.signIn('agent'), desk.signIn('lead')]);
  ask = await apiOf(desk);
}, 60_000);
afterAll(() => desk.close());

const stateOf = async (id: string) =>
  (await desk.db.deadLetter.findUniqueOrThrow({ where: { id }, select: { state: true } })).state;

describe('one rule, whichever door', () => {
  it('a message is not discarded without a reason: by page, by command, one or a set', async () => {
    const id = await aDeadLetter(desk.db, { shopId: nordic.id, reason: 'RangeError' });
    await agent.get(`/dead-letters/${id}/discard`);
    const page = await agent.postAndFollow(`/dead-letters/${id}/discard`);
    expect(textOf(page.text)).toContain('It is not discarded: say why, for the record');
    const refusal = { status: 400, answer: { error: { field: 'note', code: 'invalid_request' } } };
    expect(await ask('dead.act', { action: 'discard', ids: [id] })).toMatchObject(refusal);
    expect(await ask('dead.act', { action: 'discard', ids: [id], note: ' ' })).toMatchObject(refusal);
    const chosen = await ask('dead.choose', { action: 'discard', reason: 'RangeError' });
    const { result } = chosen.answer as { result: { set: string } };
    expect(await ask('dead.start', { set: result.set, action: 'discard' })).toMatchObject(refusal);
    const set = `/dead-letters/sets/${result.set}`;
    await agent.get(set);
    expect(textOf((await agent.postAndFollow(`${set}/discard`)).text)).toContain('Say why, for the record');
    expect(await stateOf(id)).toBe('open');
    expect(await desk.db.bulkRun.count()).toBe(0);
  });

  it('a message is not replayed on the strength of another forecast', async () => {
    const id = await aDeadLetter(desk.db, { shopId: nordic.id });
    const shown = 'something else';
    await agent.get(`/dead-letters/${id}/replay`);
    const page = await agent.postAndFollow(`/dead-letters/${id}/replay`, { shown });
    expect(textOf(page.text)).toContain('a replay would not do what you were shown');
    expect(await ask('dead.act', { action: 'replay', ids: [id], shown })).toMatchObject({
      status: 200,
      answer: { result: { done: [], refused: [{ id, why: 'forecast_changed' }] } },
    });
    expect(await stateOf(id)).toBe('open');
    const { answer } = await ask('dead.show', { id });
    const forecast = (answer as { result: { replay: { says: string } } }).result.replay.says;
    expect(await ask('dead.act', { action: 'replay', ids: [id], shown: forecast })).toMatchObject({
      answer: { result: { done: [id] } },
    });
  });

  it('a lead settles nothing without writing down who said so', async () => {
    const fjord = await aShop(desk.db, { slug: 'fjord' });
    const sold = { sellingShop: fjord, shippingShop: nordic, storeOrderId: null };
    const { id, reference, sellerOrderId } = await aShippingOrder(desk.db, sold);
    const disputed = { state: 'disputed', failedAt: new Date(), firstSentAt: new Date() } as const;
    await desk.db.shippingOrder.update({ where: { id }, data: disputed });
    const path = `/orders/${sellerOrderId}/settle/${id}/has`;
    await lead.get(path);
    const page = await lead.postAndFollow(path, { store_order_id: 'S-1' });
    expect(textOf(page.text)).toContain('Write down who at the shop said so');
    const said = { said: 'has', store_order_id: 'S-1' };
    expect(await ask('order.settle', { reference, ...said })).toMatchObject({
      status: 400,
      answer: { error: { message: expect.stringContaining('note: write down who at the shop said so') } },
    });
    expect(await desk.db.shippingOrder.findUniqueOrThrow({ where: { id } })).toMatchObject(disputed);
  });

  it.each([
    ['/orders/list', 'order.list', { reason: 'no_candidaet' }],
    ['/orders/list', 'order.list', { article: 'x y' }],
    ['/orders/list', 'order.list', { state: 'waitng' }],
    ['/alerts', 'alerts.list', { kind: 'placing_disputd' }],
    ['/events', 'events.list', { event: 'order.createt' }],
    ['/dead-letters', 'dead.list', { state: 'opn' }],
    ['/dead-letters', 'dead.list', { sorted: 'oldest' }],
    ['/orders/list', 'order.list', { shops: 'nordic' }],
    ['/cases', 'case.list', { owned: 'hunter2' }],
    ['/audit', 'audit.list', { actors: 'ada' }],
  ])('%s and %s refuse the filter %j, and name the field', async (path, command, filter) => {
    const [[name, value] = ['', '']] = Object.entries(filter);
    const page = await agent.get(`${path}?${new URLSearchParams({ [name]: value }).toString()}`);
    const isKnown = !['sorted', 'shops', 'owned', 'actors'].includes(name);
    expect([page.status, textOf(page.text)]).toEqual([
      400,
      expect.stringContaining(isKnown ? `see ${name}` : 'This list has no such filter'),
    ]);
    const shop = command === 'events.list' ? { shop: 'nordic' } : {};
    const refused = await ask(command, { ...shop, limit: 5, ...filter });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.answer)).toContain(`"field":"${name}"`);
    expect(JSON.stringify(refused.answer)).not.toContain(value);
  });

  it('an article is found however its letters are written', async () => {
    expect((await agent.get('/orders/list?article=h0123456789abc')).status).toBe(200);
    expect(await ask('order.list', { article: 'h0123456789abc', limit: 5 })).toMatchObject({ status: 200 });
  });
});
