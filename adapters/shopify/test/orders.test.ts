import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type OrderFact, orderFacts, refuse, type ShippingOrder } from '@hub/store-kit';
import { orderNow, ordersSince } from '../src/order-facts';
import { shopifyAdapter } from '../src/shopify-adapter';
import { aProduct, aShop, NETWORK, OTHER, OWN, type TestShop } from './a-shop';
import type { FakeVariant } from './fake-admin/data';
import type { NewOrder } from './fake-admin/fake-shop';

let world: TestShop;
let shirt: FakeVariant;
let shoe: FakeVariant;

beforeEach(async () => {
  world = await aShop();
  const { variants } = aProduct(world, {
    variants: [{ barcode: '7312345678901' }, { barcode: '7312345678918' }],
  });
  const [first, second] = variants;
  if (!first || !second) throw new Error('two variants were listed');
  [shirt, shoe] = [first, second];
});
afterEach(() => world.fake.stop());

function sell(order: Partial<NewOrder> = {}) {
  const newOrder: NewOrder = { lines: [{ variant: shirt, quantity: 2, locationId: NETWORK }], ...order };
  const { shop } = world.fake;
  const sold = shop.createOrder(newOrder);
  return { sold, route: () => shop.route(sold, newOrder.lines) };
}

function aSale(order: Partial<NewOrder> = {}) {
  const { sold, route } = sell(order);
  route();
  return sold;
}

const level = (variant: FakeVariant, locationId: string) => world.fake.shop.level(variant.itemId, locationId);
const paidIn = (facts: OrderFact[]) => facts.flatMap((fact) => (fact.kind === 'paid' ? [fact.order] : []));
const adapter = () => shopifyAdapter(world.shop);

async function factsOf(shop: TestShop['shop'], orderId: string): Promise<OrderFact[]> {
  const now = await orderNow(shop, orderId);
  return now ? orderFacts(now) : [];
}

describe('an order sold here', () => {
  it('is reported whole, with the location of each line from its fulfillment orders', async () => {
    const order = aSale({
      lines: [
        { variant: shirt, quantity: 2, locationId: NETWORK, unitPrice: 100, discount: 15 },
        { variant: shoe, quantity: 1, locationId: OTHER, unitPrice: 50 },
      ],
    });
    const [paid] = paidIn(await factsOf(world.shop, order.id));
    expect(paid).toMatchObject({
      orderId: order.id,
      name: '#1001',
      currency: 'EUR',
      shippingAddress: {
        name: 'Åsa Öberg',
        addressLine1: 'Storgatan 1',
        zip: '111 22',
        city: 'Stockholm',
        countryCode: 'SE',
      },
      lines: [
        {
          lineId: order.lines[0]?.id,
          variantId: shirt.id,
          unitPrice: 100,
          allocations: [{ locationId: NETWORK, quantity: 2 }],
        },
        {
          lineId: order.lines[1]?.id,
          variantId: shoe.id,
          unitPrice: 50,
          allocations: [{ locationId: OTHER, quantity: 1 }],
        },
      ],
      shippingCost: 4.9,
      totalDiscounts: 15,
    });
  });

  it('is reported once Shopify has routed it, not when it is paid', async () => {
    const { sold, route } = sell();
    expect(await factsOf(world.shop, sold.id)).toEqual([]);
    route();
    expect(paidIn(await factsOf(world.shop, sold.id))).toHaveLength(1);
  });

  it.each([
    ['unpaid', { isPaid: false }],
    ['without an address to ship to', { address: null }],
    ["the service's own shipping order", { tags: ['hub_ship'] }],
  ])('is not reported where it is %s', async (_, change) => {
    expect(await factsOf(world.shop, aSale(change).id)).toEqual([]);
  });

  it('is marked where its amounts do not fit what is left of it: Shopify gives those of before', async () => {
    const order = aSale();
    const unfit = async () => paidIn(await factsOf(world.shop, order.id)).map((paid) => paid?.unfit);
    expect(await unfit()).toEqual([null]);
    order.isEdited = true;
    expect(await unfit()).toEqual(['it was edited before it was reported']);
    order.isEdited = false;
    const [line, share] = [order.lines[0], order.shares[0]?.lines[0]];
    if (!line || !share) throw new Error('it has a line');
    line.removed = 1;
    share.total -= 1;
    expect(await unfit()).toEqual(['part of it was refunded before it was reported']);
  });

  it('has its amounts with VAT where the shop shows them without', async () => {
    const order = aSale({
      taxesIncluded: false,
      lines: [{ variant: shirt, quantity: 1, locationId: OWN, unitPrice: 80, discount: 8, taxRate: 0.25 }],
    });
    const [paid] = paidIn(await factsOf(world.shop, order.id));
    expect(paid).toMatchObject({
      lines: [{ unitPrice: 100 }],
      totalDiscounts: 10,
      shippingCost: expect.closeTo(6.13),
    });
  });

  it('keeps lines that no location ships, and lines without a variant, with the shop', async () => {
    const order = aSale({
      lines: [
        { variant: shirt, quantity: 1, locationId: NETWORK },
        { variant: null, quantity: 1, requiresShipping: false },
      ],
    });
    const [paid] = paidIn(await factsOf(world.shop, order.id));
    expect(paid?.lines[1]).toMatchObject({
      variantId: `line-${order.lines[1]?.id}`,
      allocations: [{ locationId: null, quantity: 1 }],
    });
  });

  it('of a hundred and twenty lines is reported with all of them, within what a call may cost', async () => {
    const order = aSale({
      lines: Array.from({ length: 120 }, () => ({ variant: shirt, quantity: 1, locationId: NETWORK })),
    });
    const [paid] = paidIn(await factsOf(world.shop, order.id));
    expect(paid?.lines).toHaveLength(120);
    expect(world.fake.dearest).toBeLessThanOrEqual(1_000);
  });
});

describe('a shipping order', () => {
  const shipping = (change: Partial<ShippingOrder> = {}): ShippingOrder => ({
    externalRef: 'hub-order-1',
    currency: 'EUR',
    shipTo: {
      name: 'Zoë van der Berg',
      addressLine1: 'Straße 1',
      zip: '1012',
      city: 'Łódź',
      countryCode: 'NL',
      phone: null,
      email: 'x@relay.example',
    },
    shippingMethod: { code: 'standard', title: 'Standard' },
    lines: [
      {
        externalRef: 'hub-line-1',
        variantId: shirt.id,
        barcode: null,
        sku: null,
        quantity: 2,
        unitPrice: 56.25,
        title: null,
      },
      {
        externalRef: 'hub-line-2',
        variantId: null,
        barcode: '7312345678918',
        sku: null,
        quantity: 1,
        unitPrice: 20,
        title: null,
      },
    ],
    totalPrice: null,
    carrierNote: null,
    sellerOrderNumber: null,
    ...change,
  });

  it('is created paid and tagged, free of shipping, out of the own stock, with every reference', async () => {
    const created = await adapter().createShippingOrder(shipping(), null);
    const [order] = world.fake.shop.orders;
    expect(created).toEqual({ orderId: order?.id, lineIds: order?.lines.map(({ id }) => id) });
    expect(order).toMatchObject({
      isPaid: true,
      tags: ['hub_ship'],
      email: 'x@relay.example',
      customIds: { 'hub_network.external_ref': 'hub-order-1' },
      shipping: { price: 0 },
      address: { name: 'Zoë van der Berg', city: 'Łódź' },
      lines: [
        { quantity: 2, unitPrice: 56.25, properties: [{ key: '_hub_external_ref', value: 'hub-line-1' }] },
        { quantity: 1, properties: [{ key: '_hub_external_ref', value: 'hub-line-2' }] },
      ],
    });
    expect([level(shirt, OWN)?.available, level(shoe, OWN)?.available]).toEqual([18, 19]);
  });

  it('never ships from the network, where Shopify would route it', async () => {
    for (const { itemId } of [shirt, shoe]) world.fake.shop.setAvailable(itemId, NETWORK, 500);
    await adapter().createShippingOrder(shipping(), null);
    expect(world.fake.shop.orders[0]?.shares.map(({ locationId }) => locationId)).toEqual([OWN]);
    expect([level(shirt, NETWORK)?.available, level(shirt, OWN)?.available]).toEqual([500, 18]);
  });

  it('is accepted though there is too little', async () => {
    world.fake.shop.setAvailable(shirt.itemId, OWN, 1);
    await adapter().createShippingOrder(shipping(), null);
    expect(level(shirt, OWN)?.available).toBe(-1);
  });

  it.each(['line_items[0].variant_id', 'line_items[1].variant_id'])(
    'is refused for %s before anything is created',
    async (field) => {
      const lines = shipping().lines.map((line, index) =>
        field.includes(`[${index}]`) ? { ...line, variantId: '1234567', barcode: null } : line,
      );
      const refused = adapter().createShippingOrder(shipping({ lines }), null);
      await expect(refused).rejects.toMatchObject({ code: 'unknown_variant', details: { field } });
      expect(world.fake.shop.orders).toEqual([]);
    },
  );

  it('is refused where a barcode says two variants and the SKU neither', async () => {
    aProduct(world, { variants: [{ barcode: '7312345678918' }] });
    await expect(adapter().createShippingOrder(shipping(), null)).rejects.toMatchObject({
      code: 'unknown_variant',
    });
  });

  it('is found by its reference where the answer was lost, and brought off the network then', async () => {
    for (const { itemId } of [shirt, shoe]) world.fake.shop.setAvailable(itemId, NETWORK, 500);
    world.fake.faults.push({ operation: 'HubCreateOrder', kind: 'lost' });
    await expect(adapter().createShippingOrder(shipping(), null)).rejects.toThrow('Shopify did not answer');
    const found = await adapter().findShippingOrder(shipping());
    const [order] = world.fake.shop.orders;
    expect(found).toEqual({ orderId: order?.id, lineIds: order?.lines.map(({ id }) => id) });
    expect(order?.shares.map(({ locationId }) => locationId)).toEqual([OWN]);
    expect(world.fake.calls.filter((name) => name === 'HubCreateOrder')).toHaveLength(1);
  });

  it('is not found where it never arrived', async () => {
    world.fake.faults.push({ operation: 'HubCreateOrder', kind: 'dropped' });
    await expect(adapter().createShippingOrder(shipping(), null)).rejects.toThrow();
    expect(await adapter().findShippingOrder(shipping())).toBeNull();
  });

  it('is not created twice under one reference, even where the kit has forgotten the first', async () => {
    const first = await adapter().createShippingOrder(shipping(), null);
    expect(await adapter().createShippingOrder(shipping(), null)).toEqual(first);
    expect(world.fake.shop.orders).toHaveLength(1);
  });

  it('that Shopify calls invalid is refused permanently', async () => {
    world.fake.shop.customIdDefinitions.clear();
    await expect(adapter().createShippingOrder(shipping(), null)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('whose answer is followed by an empty bucket has an unknown outcome, and is never refused', async () => {
    world.fake.emptyAfter = 'HubCreateOrder';
    await expect(adapter().createShippingOrder(shipping(), null)).rejects.toMatchObject({
      code: 'temporary_failure',
    });
    world.fake.emptyAfter = null;
    expect(await adapter().findShippingOrder(shipping())).toMatchObject({
      orderId: world.fake.shop.orders[0]?.id,
    });
  });

  it('is stopped once, its goods are put back, and it stays stopped', async () => {
    world.fake.cancelAfterMs = 15;
    const { orderId } = await adapter().createShippingOrder(shipping(), null);
    const stop = () => adapter().stopShippingOrder({ orderId, reason: 'changed his mind' }, null);
    expect(await stop()).toBe('stopped');
    expect(await stop()).toBe('stopped');
    expect(level(shirt, OWN)).toEqual({ available: 20, committed: 0 });
    expect(world.fake.calls.filter((name) => name === 'HubCancel')).toHaveLength(1);
  });

  it('is not stopped once a piece of it left', async () => {
    const { orderId } = await adapter().createShippingOrder(shipping(), null);
    const order = world.fake.shop.order(orderId);
    const [line] = order?.shares[0]?.lines ?? [];
    if (!order || !line) throw new Error('it has a line');
    world.fake.shop.fulfil(order, {
      lines: [{ shareLineId: line.id, quantity: 1 }],
      tracking: null,
      notify: false,
    });
    expect(await adapter().stopShippingOrder({ orderId, reason: null }, null)).toBe('already_shipped');
  });

  it('whose cancelling takes long is reported as unfinished', async () => {
    world.fake.cancelAfterMs = null;
    const { orderId } = await adapter().createShippingOrder(shipping(), null);
    const stopping = adapter().stopShippingOrder({ orderId, reason: null }, null);
    await expect(stopping).rejects.toMatchObject({ code: refuse.temporaryFailure().code });
  });

  it("is the only thing ever cancelled: not a buyer's order whose id is named", async () => {
    const order = aSale();
    const stopping = adapter().stopShippingOrder({ orderId: order.id, reason: null }, null);
    await expect(stopping).rejects.toMatchObject({ code: 'unknown_order' });
    expect(order.cancelledAt).toBeNull();
  });

  it('is reported with every number of a fulfillment of several parcels', async () => {
    const { orderId } = await adapter().createShippingOrder(shipping(), null);
    const order = world.fake.shop.order(orderId);
    const [line] = order?.shares[0]?.lines ?? [];
    if (!order || !line) throw new Error('it has a line');
    const tracking = { company: 'DHL', number: 'ONE', url: 'https://track.example/ONE' };
    const lines = [{ shareLineId: line.id, quantity: 2 }];
    const fulfillment = world.fake.shop.fulfil(order, { lines, tracking, notify: false });
    if (!fulfillment) throw new Error('it left');
    fulfillment.moreTracking = [
      { company: 'DHL', number: 'TWO', url: 'https://track.example/TWO' },
      { company: 'GLS', number: null, url: null },
      { company: 'PostNord', number: 'THREE', url: null },
    ];
    expect(await factsOf(world.shop, orderId)).toMatchObject([
      {
        package: {
          packageId: fulfillment.id,
          carrier: 'DHL, PostNord',
          trackingNumber: 'ONE, TWO, THREE',
          trackingUrl: 'https://track.example/ONE',
        },
      },
    ]);
  });

  it('is reported as shipped with its number, per parcel; without one once the shop adds it', async () => {
    const { orderId } = await adapter().createShippingOrder(shipping(), null);
    const order = world.fake.shop.order(orderId);
    const [line] = order?.shares[0]?.lines ?? [];
    if (!order || !line) throw new Error('it has a line');
    const lines = [{ shareLineId: line.id, quantity: 2 }];
    const parcel = world.fake.shop.fulfil(order, { lines, tracking: null, notify: false });
    expect(await factsOf(world.shop, orderId)).toEqual([]);
    if (parcel) parcel.tracking = { company: 'PostNord', number: 'PN1', url: null };
    expect(await factsOf(world.shop, orderId)).toEqual([
      {
        kind: 'shipped',
        package: {
          orderId,
          packageId: parcel?.id,
          carrier: 'PostNord',
          trackingNumber: 'PN1',
          trackingUrl: null,
          shippedAt: parcel?.createdAt,
          lines: [{ lineId: order.lines[0]?.id, quantity: 2 }],
        },
      },
    ]);
  });
});

describe('tracking of an order sold here', () => {
  const parcel = (orderId: string, lineId: string, change = {}) => ({
    orderId,
    externalRef: 'hub-parcel-1',
    carrier: 'PostNord',
    trackingNumber: 'PN77',
    trackingUrl: 'https://track.example/PN77',
    shippedAt: new Date(),
    lines: [{ lineId, quantity: 1 }],
    ...change,
  });

  it('fulfils the lines of the parcel, and notifies the buyer once', async () => {
    const order = aSale();
    const one = parcel(order.id, order.lines[0]?.id ?? '');
    expect(await adapter().hasTracking(one)).toBe(false);
    await adapter().addTracking(one, null);
    expect(await adapter().hasTracking(one)).toBe(true);
    expect(order.fulfillments).toMatchObject([
      {
        tracking: { company: 'PostNord', number: 'PN77', url: 'https://track.example/PN77' },
        lines: [{ quantity: 1 }],
      },
    ]);
    expect(world.fake.shop.notifications).toEqual([{ orderId: order.id, trackingNumber: 'PN77' }]);
  });

  it('is known after a lost answer', async () => {
    const order = aSale();
    const one = parcel(order.id, order.lines[0]?.id ?? '');
    world.fake.faults.push({ operation: 'HubFulfil', kind: 'lost' });
    await expect(adapter().addTracking(one, null)).rejects.toThrow();
    expect(await adapter().hasTracking(one)).toBe(true);
  });

  it('takes a line that Shopify split over locations from the network first', async () => {
    const order = aSale({ lines: [{ variant: shirt, quantity: 3, locationId: NETWORK }] });
    const [share] = order.shares;
    const [line] = share?.lines ?? [];
    if (!share || !line) throw new Error('it has a line');
    order.shares.unshift({
      ...share,
      id: '77',
      locationId: OWN,
      lines: [{ ...line, id: '78', total: 1, remaining: 1 }],
    });
    Object.assign(line, { total: 2, remaining: 2 });
    await adapter().addTracking(
      parcel(order.id, line.line.id, { lines: [{ lineId: line.line.id, quantity: 2 }] }),
      null,
    );
    expect(order.shares.map(({ status }) => status)).toEqual(['OPEN', 'CLOSED']);
  });

  it.each([
    ['unknown_order', '99', '1'],
    ['unknown_order', 'not-a-number', '1'],
    ['unknown_line', null, '1'],
  ])('is refused with %s', async (code, orderId, lineId) => {
    const adding = adapter().addTracking(parcel(orderId ?? aSale().id, lineId), null);
    await expect(adding).rejects.toMatchObject({ code });
  });

  it('is refused for more than is waiting', async () => {
    const order = aSale();
    const lines = [{ lineId: order.lines[0]?.id ?? '', quantity: 3 }];
    const adding = adapter().addTracking(parcel(order.id, '', { lines }), null);
    await expect(adding).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('a return of an order sold here', () => {
  const goods = (orderId: string, lineId: string, quantity = 2) => ({
    orderId,
    externalRef: 'hub-return-1',
    lines: [{ lineId, quantity, reason: 'too small' }],
  });

  it('names the pieces of each parcel, refunds nothing, and is found by its reference', async () => {
    const order = aSale();
    const lineId = order.lines[0]?.id ?? '';
    for (const trackingNumber of ['PN1', 'PN2'])
      await adapter().addTracking(
        {
          orderId: order.id,
          externalRef: trackingNumber,
          carrier: 'PostNord',
          trackingNumber,
          trackingUrl: null,
          shippedAt: new Date(),
          lines: [{ lineId, quantity: 1 }],
        },
        null,
      );
    expect(await adapter().findReturn(goods(order.id, lineId))).toBeNull();
    const returnId = await adapter().registerReturn(goods(order.id, lineId), null);
    expect(order.returns).toMatchObject([
      {
        id: returnId,
        status: 'OPEN',
        lines: [{ quantity: 1, note: '[hub-return-1] too small' }, { quantity: 1 }],
      },
    ]);
    expect(order.refunds).toEqual([]);
    expect(await adapter().findReturn(goods(order.id, lineId))).toBe(returnId);
  });

  it('of goods that Shopify does not know as shipped has them shipped first, in silence', async () => {
    const order = aSale();
    await adapter().registerReturn(goods(order.id, order.lines[0]?.id ?? ''), null);
    expect(order.returns).toHaveLength(1);
    expect(world.fake.shop.notifications).toEqual([]);
  });

  it('is reported once it is closed, with full lines; a refund that takes goods back, without a return, too', async () => {
    const order = aSale();
    const lineId = order.lines[0]?.id ?? '';
    const returnId = await adapter().registerReturn(goods(order.id, lineId), null);
    const returned = async () =>
      (await factsOf(world.shop, order.id)).filter(({ kind }) => kind === 'returned');
    expect(await returned()).toEqual([]);
    world.fake.shop.closeReturn(order, returnId);
    const [line] = order.lines;
    if (line)
      order.refunds.push({ id: '31', returnId: null, lines: [{ line, quantity: 2, restockType: 'RETURN' }] });
    if (line)
      order.refunds.push({ id: '32', returnId, lines: [{ line, quantity: 2, restockType: 'RETURN' }] });
    if (line)
      order.refunds.push({ id: '33', returnId: null, lines: [{ line, quantity: 2, restockType: 'CANCEL' }] });
    expect(await returned()).toMatchObject([
      { goods: { returnId, orderId: order.id, lines: [{ lineId, quantity: 2 }] } },
      { goods: { returnId: 'refund-31', lines: [{ lineId, quantity: 2, reason: null }] } },
    ]);
  });
});

describe('the orders of the sweep', () => {
  it('are all that changed since then, oldest first, past the end of a page', async () => {
    const sold = Array.from({ length: 60 }, () => aSale());
    const [first] = sold;
    if (first) first.updatedAt = new Date(0);
    const found = [];
    for (const orderId of await ordersSince(world.shop, new Date(Date.now() - 60_000)))
      found.push(...(await factsOf(world.shop, orderId)));
    expect(paidIn(found).map(({ orderId }) => orderId)).toEqual(sold.slice(1).map(({ id }) => id));
  });

  it('include a cancelled one, with its reason', async () => {
    const order = aSale();
    world.fake.shop.cancel(order);
    expect(await factsOf(world.shop, order.id)).toEqual([
      {
        kind: 'cancelled',
        cancellation: { orderId: order.id, reason: 'OTHER', cancelledAt: order.cancelledAt },
      },
    ]);
  });
});
