import { randomBytes, randomUUID } from 'node:crypto';
import { csvHead, listAddress, type Filter, type List } from '@hub/desk/engine';
import { LISTS } from '@hub/desk/lists';
import { aSentEvent, aShippingOrder, aShop, aVariant, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aProduct, proposeSizes } from '../proposed-links';
import { aReturnOf, aSettledLine } from '../settled-line';
import { apiOf, type Api } from './api';
import { aDeadLetter } from './dead-letters';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

/** Every list, from its definition alone: its page, its file, its JSON and its command say the same. */

const ROWS = 55;
const DAY_MS = 86_400_000;
const SELECTION = '00000000-0000-4000-8000-000000000000';

let desk: DeskWorld;
/** Whom the token of the API belongs to: what is theirs is the same. */
let viewer: Visitor;
let ask: Api;
beforeAll(async () => {
  desk = await openDesk();
  viewer = await desk.signIn('lead');
  ask = await apiOf(desk);
  await desk.db.deadLetterSelection.create({
    data: { id: SELECTION, createdBy: 'agent:ada', filter: 'all', ids: [] },
  });
  const nordic = await aShop(desk.db, { slug: 'nordic', name: 'Nordic Outdoor' });
  for (let n = 0; n < ROWS; n += 1) await aRowOfEach(nordic, n);
  // By then what is refused is at risk.
  desk.clock.forward(61_000);
}, 120_000);
afterAll(() => desk.close());

/** One more row in every list: signing in is one of the audit. */
async function aRowOfEach(shop: StoredShop, n: number): Promise<void> {
  await aToken(n);
  const other = await aShop(desk.db);
  await aProposedLink(shop, other);
  const sold = await aSettledLine(desk.db, { selling: other, shipping: shop });
  await aReturnOf(desk.db, sold, { by: 'shipping' });
  const { id } = await aShippingOrder(desk.db, { sellingShop: shop, shippingShop: shop, orderId: `O-${n}` });
  await desk.db.shippingOrder.update({ where: { id }, data: { state: 'refused' } });
  await desk.db.shopMail.create({
    data: {
      shopId: shop.id,
      cause: 'orders_to_ship',
      day: new Date(n * DAY_MS),
      contact: 'orders',
      count: 1,
      named: ['O-1'],
    },
  });
  await desk.db.catalogueRun.create({ data: { id: randomUUID(), shopId: shop.id, state: 'refused' } });
  await desk.db.vatRate.create({ data: { country: 'SE', appliesFrom: BigInt(n), rate: '0.25' } });
  await aSentEvent(desk.db, shop, { eventId: `E-${n}` });
  await desk.db.storeCall.create({
    data: {
      shopId: shop.id,
      operation: 'place_order',
      method: 'POST',
      path: '/orders',
      reference: `R-${n}`,
      attempts: 1,
      durationMs: 1,
      outcome: 'unavailable',
    },
  });
  await desk.db.supportAction.create({
    data: { actor: 'agent:ada', action: 'order.reroute', subject: `order:${n}`, detail: {} },
  });
  await aVariant(desk.db, { shopId: shop.id, variantId: `unlinked-${n}`, gtin: null, barcode: null });
  await desk.db.alert.create({
    data: { id: randomUUID(), kind: 'tracking_failed', subject: String(n), message: 'A message.' },
  });
  await aDeadLetter(desk.db, { reason: `cause ${n}` });
  await desk.db.bulkRun.create({
    data: { id: randomUUID(), selectionId: SELECTION, action: 'replay', startedBy: 'lead:a-lead', size: 1 },
  });
  await desk.db.supportCase.create({
    data: {
      id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      causeKind: 'message',
      about: 'inventory TypeError',
      key: String(n),
      openedAt: new Date(n),
      size: 1,
      reportedSize: 1,
      reportedAt: new Date(n),
    },
  });
}

/** A token of another person: to a lead it is listed too. */
async function aToken(n: number): Promise<void> {
  const person = `person-${n}`;
  await desk.db.deskToken.create({
    data: {
      id: randomUUID(),
      name: `Laptop ${n}`,
      person,
      vouchedBy: 'accounts',
      role: 'agent',
      issuedBy: `agent:${person}`,
      tokenSha256: randomBytes(32),
      createdAt: new Date(desk.clock.now() - n),
      expiresAt: new Date(desk.clock.now() + DAY_MS),
    },
  });
}

/** Two products of two shops that may be the same. */
async function aProposedLink(one: StoredShop, other: StoredShop): Promise<void> {
  const [a, b] = [
    { shopId: one.id, productId: await aProduct(desk.db, one.id, { sizes: ['M'] }) },
    { shopId: other.id, productId: await aProduct(desk.db, other.id, { sizes: ['M'] }) },
  ];
  await proposeSizes(desk.db, { a, b }, { sizes: ['M'] });
}

/** What a list needs, if it needs a filter. */
const needed = ({ needs }: List): Record<string, string> => (needs ? { shop: 'nordic' } : {});

interface TableAnswer {
  status: number;
  answer: { result: { columns: string[]; rows: string[][]; next: string | null } };
}

async function table(list: string, given: object = {}): Promise<TableAnswer> {
  const { status, answer } = await ask('list.table', { list, limit: 1_000, ...given });
  return { status, answer: answer as TableAnswer['answer'] };
}

const rowsOn = (html: string) => [...html.matchAll(/<tr>/g)].length - 1;
const linesOf = (csv: string) => csv.split('\r\n').slice(0, -1);

/** No database stores it. */
const UNSTORABLE = 'hunter2\0';

/** A value that a filter accepts, and one that it does not. */
function probes({ field, accepts }: Filter<unknown>): [good: string, bad: string] {
  switch (field.kind) {
    case 'choice':
      return [field.choices[0]?.[0] ?? '', field.isOpen ? UNSTORABLE : 'hunter2'];
    case 'moment':
      return ['2026-01-01T00:00', 'hunter2'];
    case 'day':
      return ['2026-01-01', 'hunter2'];
    case 'month':
      return ['2026-01', 'hunter2'];
    case 'shop':
      return ['nordic', 'hunter2'];
    case 'text':
      return [['1', '00000000000017', 'SE'].find(accepts) ?? '', UNSTORABLE];
  }
}

describe.each(LISTS.map((list) => [list.path, list] as const))('the list %s', (path, list) => {
  const needs = needed(list);

  it('has the same rows on its pages, in its file and at the terminal', async () => {
    const all = await table(path, { filter: needs });
    expect(all.answer.result.rows.length).toBeGreaterThanOrEqual(ROWS);
    const csv = linesOf((await viewer.get(listAddress(`${path}.csv`, needs))).text);
    expect(csv).toHaveLength(all.answer.result.rows.length + 1);
    const { columns } = list.inFile ?? list;
    expect(`${csv[0]}\r\n`).toBe(
      csvHead(columns.flatMap(({ name, only }) => (only === 'page' || only === 'shown' ? [] : [name]))),
    );
    let [shown, next] = [0, listAddress(path, needs)];
    while (next !== '') {
      const { text } = await viewer.get(next);
      shown += rowsOn(text);
      next = /href="([^"]*)"[^>]*rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    }
    expect(shown).toBe(all.answer.result.rows.length);
  });

  it('goes on at the terminal where a part ended', async () => {
    const all = await table(path, { filter: needs });
    const first = await table(path, { filter: needs, limit: 20 });
    const rest = await table(path, { filter: needs, after: first.answer.result.next });
    expect([...first.answer.result.rows, ...rest.answer.result.rows]).toEqual(all.answer.result.rows);
    expect((await viewer.get(listAddress(path, { ...needs, after: 'hunter2' }))).status).toBe(400);
    expect((await table(path, { filter: needs, after: 'hunter2' })).status).toBe(400);
  });

  it.each(Object.entries(list.filters))('is filtered by %s alike at every door', async (name, filter) => {
    const [good, bad] = probes(filter);
    const found = await table(path, { filter: { ...needs, [name]: good } });
    const page = await viewer.get(listAddress(path, { ...needs, [name]: good }));
    expect([page.status, found.status]).toEqual([200, 200]);
    expect(Math.max(0, rowsOn(page.text))).toBe(Math.min(found.answer.result.rows.length, list.pageSize));
    expect(page.text).toContain(`name="${name}"`);
    const refused = await viewer.get(listAddress(path, { ...needs, [name]: bad }));
    const atTheApi = await ask('list.table', { list: path, limit: 5, filter: { ...needs, [name]: bad } });
    expect([400, 404]).toContain(refused.status);
    expect(atTheApi.status).toBe(refused.status);
    expect(textOf(refused.text)).not.toContain('hunter2');
  });

  it('is sorted in each of its ways, and in no other', async () => {
    const rows = (await table(path, { filter: needs })).answer.result.rows.length;
    for (const [sort] of list.sorts) {
      const sorted = await table(path, { filter: { ...needs, sort } });
      expect([sort, sorted.answer.result.rows.length]).toEqual([sort, rows]);
      expect((await viewer.get(listAddress(path, { ...needs, sort }))).status).toBe(200);
    }
    for (const file of ['', '.csv'])
      expect((await viewer.get(listAddress(`${path}${file}`, { ...needs, sort: 'hunter2' }))).status).toBe(
        400,
      );
  });

  it('is saved as a view under a name, which leads back to it and to its file', async () => {
    const query = new URLSearchParams(needs).toString();
    await viewer.get(path);
    const saved = await viewer.post('/views', { page: path, name: 'Mine', query, shared: 'yes' });
    const address = listAddress(path, needs);
    expect(saved).toMatchObject({ status: 303, location: address });
    const { text } = await viewer.get(address);
    expect(text).toMatch(/aria-current="page"[^>]*>Mine</);
    expect(text).toContain(`href="${listAddress(`${path}.csv`, needs)}"`);
  });

  it('refuses a filter that it does not have, or twice, and names it', async () => {
    expect((await viewer.get(`${path}?colour=red&colour=blue`)).status).toBe(400);
    const page = await viewer.get(`${path}?colour=red`);
    expect([page.status, textOf(page.text)]).toEqual([
      400,
      expect.stringContaining('This list has no such filter'),
    ]);
    const refused = await ask('list.table', { list: path, limit: 5, filter: { colour: 'red' } });
    expect(refused).toMatchObject({ status: 400, answer: { error: { field: 'colour' } } });
  });
});
