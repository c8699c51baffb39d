import { aShippingOrder, aShop } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';
import { aTimelineOrder, CUSTOMER, type TimelineOrder } from './timeline-order';

let desk: DeskWorld;
let timelineOrder: TimelineOrder;
let viewer: Visitor;
let agent: Visitor;
beforeAll(async () => {
  desk = await openDesk();
  timelineOrder = await aTimelineOrder(desk.db);
  [viewer, agent] = await Promise.all([desk.signIn('viewer'), desk.signIn('agent')]);
}, 60_000);
afterAll(() => desk.close());

const search = (q: string) => viewer.get(`/orders?${new URLSearchParams({ q }).toString()}`);

describe('finding an order', () => {
  it('opens the only order known under a name, whichever name it is', async () => {
    const { reference } = timelineOrder;
    for (const name of ['1001', '#1001-A', 'FS-77', reference, 'PN423283200', 'pkg-1001', 'return-1001'])
      expect({ name, opens: (await search(name)).location }).toEqual({
        name,
        opens: `/orders/${timelineOrder.id}`,
      });
  });

  it('ignores case, blanks, dashes and #', async () => {
    for (const name of ['1001-a', '#1001 a', 'fs 77', 'pn423283200', 'PN 423 283 200'])
      expect({ name, opens: (await search(name)).location }).toEqual({
        name,
        opens: `/orders/${timelineOrder.id}`,
      });
  });

  it('is by POST from every page, since an e-mail address must not be part of an address', async () => {
    await viewer.get('/');
    expect(await viewer.post('/search', { q: ' 10 & 01 ' })).toMatchObject({
      status: 303,
      location: '/orders?q=10+%26+01',
    });
    expect((await viewer.post('/search', { q: CUSTOMER.email })).status).toBe(403);
    await agent.get('/');
    const before = (await desk.trail()).length;
    expect((await agent.post('/search', { q: CUSTOMER.email })).location).toBe(`/orders/${timelineOrder.id}`);
    expect((await desk.trail()).slice(before)).toMatchObject([{ action: 'order.search_by_email' }]);
    expect((await desk.visitor().post('/search', { q: CUSTOMER.email })).status).toBe(303);
    expect((await agent.post('/search', { q: 'x', _csrf: 'another' })).status).toBe(403);
  });

  it('lists the orders if several are known under it', async () => {
    const other = await aShippingOrder(desk.db, {
      sellingShop: await aShop(desk.db, { slug: 'alpin' }),
      orderId: '1001',
    });
    const answer = await search('1001');
    expect(answer.status).toBe(200);
    expect(textOf(answer.text)).toContain('2 orders found under “1001”');
    for (const id of [timelineOrder.id, other.sellerOrderId])
      expect(answer.text).toContain(`href="/orders/${id}"`);
    await desk.db.sellerOrder.update({ where: { id: other.sellerOrderId }, data: { orderId: 'another' } });
  });

  it('finds the order of a shop by shop and number, in either order', async () => {
    const other = await aShippingOrder(desk.db, { sellingShop: await aShop(desk.db), orderId: '1001' });
    for (const name of ['nordic 1001', 'Nordic Outdoor #1001', '1001 nordic'])
      expect({ name, opens: (await search(name)).location }).toEqual({
        name,
        opens: `/orders/${timelineOrder.id}`,
      });
    expect((await search('no-such-shop 1001')).status).toBe(200);
    await desk.db.sellerOrder.update({ where: { id: other.sellerOrderId }, data: { orderId: 'third' } });
  });

  it('says that names of customers are not searched, and how long a beginning must be', async () => {
    const name = textOf((await search('Åsa Lindqvist')).text);
    expect(name).toContain(
      "Customers' names and addresses are not searched: use the customer's e-mail address",
    );
    expect(name).not.toContain('needs 4 characters');
    expect(textOf((await search('zz1')).text)).toContain('The beginning of a name needs 4 characters.');
  });

  it('finds a shop by its name, whatever the case', async () => {
    for (const name of ['nordic', 'NORDIC OUTDOOR', 'nordic-out'])
      expect((await search(name)).text).toContain('<a href="/shops/nordic-outdoor">Nordic Outdoor</a>');
  });

  it('explains an empty result', async () => {
    const answer = await search('nothing-of-this-name');
    expect(answer.status).toBe(200);
    expect(textOf(answer.text)).toContain('No order found under “nothing-of-this-name”.');
  });

  it('refuses an overlong name', async () => {
    expect((await search('x'.repeat(256))).status).toBe(400);
  });
});

describe('finding the orders of a customer by e-mail address', () => {
  it('is for agents', async () => {
    expect((await viewer.get('/orders')).text).not.toContain('type="email"');
    await viewer.get('/');
    expect((await viewer.post('/orders/by-email', { email: CUSTOMER.email })).status).toBe(403);
  });

  it('opens the only order; who searched is recorded, the e-mail address is neither recorded nor part of any address', async () => {
    await agent.get('/orders');
    const before = (await desk.trail()).length;
    const answer = await agent.post('/orders/by-email', { email: ' ADA.Lind@customer.example ' });
    expect(answer.location).toBe(`/orders/${timelineOrder.id}`);
    const [entry, ...more] = (await desk.trail()).slice(before);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ actor: 'agent:an-agent', action: 'order.search_by_email' });
    expect(
      JSON.stringify(entry, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toMatch(/lind/i);
  });

  it('says if there is none, and does not repeat the e-mail address', async () => {
    await agent.get('/orders');
    const answer = await agent.post('/orders/by-email', { email: 'nobody@customer.example' });
    expect(answer.status).toBe(200);
    expect(textOf(answer.text)).toContain('No order found.');
    expect(answer.text).not.toContain('nobody@customer.example');
  });

  it('an e-mail address typed into the search for names is not searched for, nor left in the address bar', async () => {
    const answer = await search(CUSTOMER.email);
    expect(answer).toMatchObject({ status: 303, location: '/orders#by-email' });
    const page = await viewer.get('/orders');
    expect(textOf(page.text)).toContain('Search by e-mail address in the form for it');
    expect(page.text).not.toContain(CUSTOMER.email);
  });
});
