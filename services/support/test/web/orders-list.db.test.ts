import { aShippingOrder, aShop } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

let desk: DeskWorld;
let viewer: Visitor;
let agent: Visitor;
beforeAll(async () => {
  desk = await openDesk();
  [viewer, agent] = await Promise.all([desk.signIn('viewer'), desk.signIn('agent')]);
  const [sellingShop, shippingShop] = [
    await aShop(desk.db, { slug: 'fjord', name: 'Fjord Sport' }),
    await aShop(desk.db, { slug: 'nordic', name: '=Nordic, "Outdoor"' }),
  ];
  const refused = await aShippingOrder(desk.db, {
    sellingShop,
    shippingShop,
    orderId: '=O-1',
    state: 'refused',
  });
  await aShippingOrder(desk.db, { sellingShop, shippingShop, orderId: 'O-2' });
  await desk.db.sellerOrder.update({
    where: { id: refused.sellerOrderId },
    data: { name: 'Ada Lind', shipTo: { name: 'Ada Lind', email: 'ada@customer.example' } },
  });
  await desk.db.orderLine.updateMany({
    where: { sellerOrderId: refused.sellerOrderId },
    data: { title: 'Tent Alba' },
  });
}, 60_000);
afterAll(() => desk.close());

const page = async (query = '') => {
  const answer = await viewer.get(`/orders/list${query}`);
  expect(answer.status).toBe(200);
  return answer.text;
};
const namesOf = (html: string) =>
  [...html.matchAll(/href="\/orders\/[0-9a-f-]{36}">([^<]+)</g)].map(([, name]) => name);

describe('the list of all orders', () => {
  it("names shops and articles, and shows each order's state", async () => {
    expect(textOf(await page())).toMatch(
      /O-2 Fjord Sport to be shipped no title .*=O-1 Fjord Sport refused Tent Alba/,
    );
    expect(namesOf(await page('?sort=oldest'))).toEqual(['=O-1', 'O-2']);
  });

  it('is filtered in the address', async () => {
    expect(namesOf(await page('?state=refused'))).toEqual(['=O-1']);
    expect(namesOf(await page('?ships=nordic&state='))).toHaveLength(2);
    expect(textOf(await page('?state=returned'))).toContain('No order fits');
    expect((await viewer.get('/orders/list?article=tent')).status).toBe(400);
  });

  it('is available as a file: filtered, nothing personal, and nothing that a spreadsheet would run', async () => {
    const { status, headers, text } = await viewer.get('/orders/list.csv?state=refused');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/csv');
    expect(headers.get('content-disposition')).toContain('orders.csv');
    const [head, row, ...rest] = text.split('\r\n');
    expect(head).toBe(
      '\uFEFFOrder,Order id,Sold by,State,Why,Article,Lines,Shipped by,To,Total,Currency,Received',
    );
    expect(row).toMatch(/^'=O-1,'=O-1,Fjord Sport,refused,,Tent Alba,1,,SE,100.00,EUR,\d{4}-/);
    expect(rest).toEqual(['']);
    expect((await viewer.get('/orders/list.csv')).text).toContain(`"'=Nordic, ""Outdoor"""`);
    expect(text).not.toMatch(/Ada|customer\.example/);
  });
});

describe('a saved view of a list', () => {
  it('is for its owner, or for everyone; only its owner deletes it', async () => {
    await agent.get('/orders/list');
    const saved = await agent.post('/views', {
      page: '/orders/list',
      name: 'Refused',
      query: 'state=refused',
      shared: '',
    });
    expect(saved).toMatchObject({ status: 303, location: '/orders/list?state=refused' });
    expect(textOf((await agent.get('/orders/list')).text)).toContain('Refused');
    const link = 'href="/orders/list?state=refused"';
    expect((await agent.get('/orders/list')).text).toContain(link);
    expect(await page()).not.toContain(link);
    await agent.post('/views', {
      page: '/orders/list',
      name: 'Refused',
      query: 'state=refused',
      shared: 'yes',
    });
    expect(await page()).toContain(link);
    const { id } = await desk.db.savedView.findFirstOrThrow();
    const lead = await desk.signIn('lead');
    expect((await lead.post(`/views/${id}/delete`)).status).toBe(404);
    expect((await viewer.post(`/views/${id}/delete`)).status).toBe(403);
    expect(await agent.post(`/views/${id}/delete`)).toMatchObject({ status: 303, location: '/orders/list' });
    expect(await page()).not.toContain(link);
  });

  it('stores no e-mail address, and no unknown list', async () => {
    await agent.get('/orders/list');
    for (const form of [
      { page: '/orders/list', name: 'x', query: 'article=ada@customer.example' },
      { page: '/nowhere', name: 'x', query: '' },
      { page: '/orders/list', name: ' ', query: '' },
    ])
      expect((await agent.post('/views', form)).status).toBe(400);
    expect(await desk.db.savedView.count()).toBe(0);
  });
});
