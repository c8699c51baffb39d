import { aShippingOrder, aShop } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';
import { aTimelineOrder, CUSTOMER, PERSONAL, type TimelineOrder } from './timeline-order';

let desk: DeskWorld;
let timelineOrder: TimelineOrder;
let viewer: Visitor;
let agent: Visitor;
let unsent: string;
let trailBefore: number;
beforeAll(async () => {
  desk = await openDesk();
  timelineOrder = await aTimelineOrder(desk.db);
  [viewer, agent] = await Promise.all([desk.signIn('viewer'), desk.signIn('agent')]);
  const order = await aShippingOrder(desk.db, {
    sellingShop: timelineOrder.shops.nordic,
    state: 'stopped',
    storeOrderId: null,
  });
  unsent = order.sellerOrderId;
  await desk.db.sellerOrder.update({ where: { id: unsent }, data: { shipTo: CUSTOMER } });
}, 60_000);
beforeEach(async () => {
  trailBefore = (await desk.trail()).length;
});
afterAll(() => desk.close());

const did = async () => (await desk.trail()).slice(trailBefore);
const shipTo = async () => (await desk.db.sellerOrder.findUniqueOrThrow({ where: { id: unsent } })).shipTo;

describe("viewing the customer's data (D29)", () => {
  it('shows all of it to an agent on request, records the view, and is not cached', async () => {
    await agent.get(`/orders/${timelineOrder.id}`);
    const answer = await agent.post(`/orders/${timelineOrder.id}/customer`);
    expect(answer.status).toBe(200);
    for (const text of PERSONAL) expect(textOf(answer.text)).toContain(text);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await did()).toMatchObject([
      { actor: 'agent:an-agent', action: 'order.reveal', subject: `order:${timelineOrder.id}` },
    ]);
  });

  it('is refused to a viewer, and no address leads there', async () => {
    await viewer.get('/');
    expect((await viewer.post(`/orders/${timelineOrder.id}/customer`)).status).toBe(403);
    expect((await agent.get(`/orders/${timelineOrder.id}/customer`)).status).toBe(404);
    expect(await did()).toEqual([]);
  });

  it('says if none of it is stored any more (D30)', async () => {
    const order = await aShippingOrder(desk.db, { sellingShop: timelineOrder.shops.nordic });
    await desk.db.sellerOrder.update({ where: { id: order.sellerOrderId }, data: { blankedAt: new Date() } });
    const page = await agent.get(`/orders/${order.sellerOrderId}`);
    expect(textOf(page.text)).toContain('Name and address were deleted');
    const answer = await agent.post(`/orders/${order.sellerOrderId}/customer`);
    expect(textOf(answer.text)).toContain('Nothing personal of this order is kept any more');
  });
});

describe('correcting the address before anything was sent', () => {
  it('shows an empty form; the current address only on request, and that view is recorded', async () => {
    const form = await agent.get(`/orders/${unsent}/address`);
    for (const text of PERSONAL) expect(form.text).not.toContain(text);
    expect(await did()).toEqual([]);
    const filled = await agent.post(`/orders/${unsent}/address/current`);
    expect(filled.text).toContain(`value="${CUSTOMER.address_line1}"`);
    expect(await did()).toMatchObject([{ action: 'order.reveal', subject: `order:${unsent}` }]);
  });

  it('reports every faulty field, keeps the typed text, and changes nothing', async () => {
    await agent.get(`/orders/${unsent}/address`);
    const answer = await agent.post(`/orders/${unsent}/address`, {
      ...CUSTOMER,
      name: '',
      city: '',
      zip: '999 99',
    });
    expect(answer.status).toBe(422);
    expect(answer.text).toMatch(/<a href="#name">name<\/a>/);
    expect(answer.text).toMatch(/<a href="#city">city<\/a>/);
    expect(answer.text).toContain('value="999 99"');
    expect(answer.text).toMatch(/id="name"[^>]*aria-invalid="true"/);
    expect(await shipTo()).toEqual(CUSTOMER);
    expect(await did()).toEqual([]);
  });

  it('coordinates are numbers, both or neither', async () => {
    await agent.get(`/orders/${unsent}/address`);
    const alone = await agent.post(`/orders/${unsent}/address`, { ...CUSTOMER, latitude: '59.3' });
    expect(alone.text).toMatch(/<a href="#longitude">/);
    const words = await agent.post(`/orders/${unsent}/address`, {
      ...CUSTOMER,
      latitude: 'north',
      longitude: '18',
    });
    expect(words.text).toMatch(/<a href="#latitude">/);
  });

  it('saves the new address; the trail has only the names of the fields', async () => {
    await agent.get(`/orders/${unsent}/address`);
    const page = await agent.postAndFollow(`/orders/${unsent}/address`, {
      ...CUSTOMER,
      address_line1: 'Lillgatan 2',
    });
    expect(textOf(page.text)).toContain('The address is corrected: address_line1.');
    expect(await shipTo()).toEqual({ ...CUSTOMER, address_line1: 'Lillgatan 2' });
    const entries = await did();
    expect(entries).toMatchObject([
      {
        actor: 'agent:an-agent',
        action: 'order.correct_address',
        changes: [{ field: 'address_line1', changed: true }],
      },
    ]);
    expect(JSON.stringify(entries[0]?.detail)).not.toContain('Lillgatan');
  });

  it('is refused with a message once a shop was sent it, and for another country', async () => {
    await agent.get(`/orders/${timelineOrder.id}/address`);
    const sent = await agent.post(`/orders/${timelineOrder.id}/address`, { ...CUSTOMER, city: 'Uppsala' });
    expect(sent.status).toBe(422);
    expect(textOf(sent.text)).toContain(
      'The address is not corrected: it was sent to a shop already, or may have been.',
    );
    const abroad = await agent.post(`/orders/${unsent}/address`, { ...CUSTOMER, country_code: 'NO' });
    expect(textOf(abroad.text)).toContain('The address is not corrected: the country cannot be changed');
    // The form comes back as it was typed.
    expect(sent.text).toContain('value="Uppsala"');
    expect(abroad.text).toMatch(/id="country_code"[^>]*value="NO"/);
    expect(abroad.text).toContain(`value="${CUSTOMER.address_line1}"`);
    expect(await did()).toEqual([]);
  });

  it('of an order that a shop has is arranged with the shop: its contact, and a text to copy', async () => {
    const near = await aShop(desk.db, { name: 'Alpin Sport' });
    const contacts = { orders: 'orders@alpin.example' };
    await desk.db.shop.update({ where: { id: near.id }, data: { contacts } });
    const order = await aShippingOrder(desk.db, { shippingShop: near, storeOrderId: 'SO-address' });
    await agent.get(`/orders/${order.sellerOrderId}`);
    const page = await agent.get(`/orders/${order.sellerOrderId}`);
    expect(textOf(page.text)).toContain(
      'by the contract, an address change of an accepted order is arranged',
    );
    expect(page.text).toContain('href="mailto:orders@alpin.example?subject=');
    expect(page.text).toMatch(/data-copy="[^"]*The delivery address of the order SO-address/);
    await desk.db.shippingOrderLine.updateMany({
      where: { shippingOrderId: order.id },
      data: { packaged: 1 },
    });
    const shipped = await agent.get(`/orders/${order.sellerOrderId}`);
    expect(textOf(shipped.text)).toContain('No shop that got a part of this order still has to ship it.');
    expect(shipped.text).not.toContain('The delivery address of the order');
  });
});
