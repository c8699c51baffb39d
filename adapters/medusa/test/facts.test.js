// The kit is on the island, which is not installed here.
jest.mock('@hub/store-kit', () => jest.requireActual('../../../packages/store-kit/src'), { virtual: true });
const facts = require('../src/hub/facts');
const recorded = require('./recorded.json');

/** What Medusa 2.21.2 answered in a shop of `shop/seed.js`, asked for the adapter's own fields. */
const { order, reservations, product, shippingOrder, fulfillment, goodsBack } = recorded;
const [NETWORK, OWN] = ['sloc_01M81F95JXDBFVBVQCZRDB958V', 'sloc_01M81F95JX4WD03XQ2FGSFM12N'];

describe('a product', () => {
  it('has its size and barcode, and at each location what is on hand less what is reserved', () => {
    const { brand, images, variants } = facts.toProduct(product);
    expect({ brand, images }).toEqual({
      brand: 'Fjordline',
      images: [{ url: 'https://images.example.com/garment-16.jpg' }],
    });
    const [{ inventory_items }] = product.variants;
    const levels = inventory_items[0].inventory.location_levels.map((level) => ({
      locationId: level.location_id,
      quantity: level.stocked_quantity - level.reserved_quantity,
    }));
    expect(variants).toEqual([
      expect.objectContaining({ size: 'M', barcode: '7310000000157', inventory: levels }),
    ]);
  });

  it('has none of the variants that have no stock of their own: the kit leaves out what is left without any', () => {
    const [variant] = product.variants;
    const twoItems = {
      ...variant,
      inventory_items: [...variant.inventory_items, ...variant.inventory_items],
    };
    for (const other of [{ ...variant, manage_inventory: false }, twoItems])
      expect(facts.toProduct({ ...product, variants: [other] }).variants).toEqual([]);
    expect(facts.toProduct({ ...product, metadata: null }).brand).toBeUndefined();
  });
});

describe('an order sold here', () => {
  it('has each line where it is reserved', () => {
    const { lines } = facts.toSellerOrder(order, reservations);
    expect(lines.map(({ allocations }) => allocations)).toEqual([
      [{ locationId: NETWORK, quantity: 2 }],
      [{ locationId: OWN, quantity: 1 }],
    ]);
  });

  it('has a line that left where it left from, and one that Medusa reserves nothing for at none', () => {
    const [{ id }] = order.items;
    const left = { location_id: OWN, canceled_at: null, items: [{ line_item_id: id, quantity: 2 }] };
    const { lines } = facts.toSellerOrder({ ...order, fulfillments: [left] }, []);
    expect(lines.map(({ allocations }) => allocations)).toEqual([
      [{ locationId: OWN, quantity: 2 }],
      [{ locationId: null, quantity: 1 }],
    ]);
  });

  it('names every location of a line that the staff have split', () => {
    const [reservation, other] = reservations;
    const line_item_id = order.items[0].id;
    const split = [
      { ...reservation, line_item_id, quantity: 1 },
      { ...other, line_item_id, quantity: 1 },
    ];
    const [{ allocations }] = facts.toSellerOrder(order, split).lines;
    expect(allocations).toHaveLength(2);
  });

  it('adds up: prices before discount, all discounts, and shipping are what the customer paid', () => {
    const { lines, shippingCost, totalPrice } = facts.toSellerOrder(order, reservations);
    const gross = lines.reduce(
      (sum, { unitPrice }, index) => sum + unitPrice * order.items[index].quantity,
      0,
    );
    const discounts = lines.reduce((sum, { discount }) => sum + discount, 0);
    expect({ gross, discounts, shippingCost, totalPrice }).toEqual({
      gross: 300,
      discounts: 30,
      shippingCost: 5,
      totalPrice: 275,
    });
  });

  it('has prices with VAT where the shop keeps them without', () => {
    const items = order.items.map((item) => ({ ...item, is_tax_inclusive: false, unit_price: 80 }));
    const [{ unitPrice }] = facts.toSellerOrder({ ...order, items }, reservations).lines;
    expect(unitPrice).toBe(100);
  });

  it('is paid once all of it is captured, not as it is placed, and never as a draft or cancelled', () => {
    expect(facts.isPaid(order)).toBe(true);
    const authorised = { ...order, summary: { ...order.summary, pending_difference: 275 } };
    for (const other of [authorised, { ...order, is_draft_order: true }, { ...order, status: 'canceled' }])
      expect(facts.isPaid(other)).toBe(false);
  });
});

describe("the network's figure", () => {
  it('has not deducted what is reserved for orders that were never reported to the service', () => {
    const reported = { quantity: 2, metadata: facts.REPORTED };
    expect(facts.unreportedOf([reported, { quantity: 3, metadata: null }, { quantity: 1 }])).toBe(4);
  });
});

describe('a shipping order', () => {
  it('is known by the reference of the service, on the order and on each line; one sold here has none', () => {
    expect(facts.referenceOf(shippingOrder)).toMatch(/^ref-/);
    for (const item of shippingOrder.items) expect(facts.referenceOf(item)).toMatch(/^[lm]-/);
    expect(facts.referenceOf(order)).toBeUndefined();
  });

  it('is reported with its parcel as Medusa has it; without a label the parcel is its own number', () => {
    expect(facts.toPackage(fulfillment)).toEqual({
      packageId: fulfillment.id,
      carrier: 'manual_manual',
      trackingNumber: 'PN-1',
      trackingUrl: 'https://t.example/PN-1',
      shippedAt: new Date(fulfillment.shipped_at),
      lines: [{ lineId: shippingOrder.items[0].id, quantity: 1 }],
    });
    const bare = facts.toPackage({ ...fulfillment, labels: [], metadata: { carrier: 'PostNord' } });
    expect(bare).toMatchObject({ carrier: 'PostNord', trackingNumber: fulfillment.id });
  });
});

describe('a shipping order that was begun before', () => {
  const [{ id }] = shippingOrder.items;
  const free = {
    ...shippingOrder,
    total: 0,
    summary: { ...shippingOrder.summary, pending_difference: 0 },
    items: [shippingOrder.items[0]],
  };

  it('is whole once it is paid, though its goods have left', () => {
    expect(facts.isWhole(shippingOrder, [])).toBe(true);
    const unpaid = { ...shippingOrder, summary: { ...shippingOrder.summary, pending_difference: 1 } };
    expect(facts.isWhole(unpaid, [{ line_item_id: id }])).toBe(false);
  });

  it('and costs nothing, is paid from its beginning, so it is whole once its lines are reserved, have left, or are cancelled', () => {
    expect(facts.isWhole(free, [])).toBe(false);
    expect(facts.isWhole(free, [{ line_item_id: 'another' }])).toBe(false);
    expect(facts.isWhole(free, [{ line_item_id: id }])).toBe(true);
    expect(facts.isWhole({ ...free, status: 'canceled' }, [])).toBe(true);
    const [item] = free.items;
    const left = { ...item, detail: { ...item.detail, fulfilled_quantity: 2 } };
    expect(facts.isWhole({ ...free, items: [left] }, [])).toBe(true);
  });

  it('and has left before its payment was through to its end, is not reserved a second time', () => {
    const left = { ...shippingOrder.items[0], detail: { fulfilled_quantity: 1 } };
    const unpaid = { ...shippingOrder, items: [left], summary: { pending_difference: 1 } };
    expect([facts.isWhole(unpaid, []), facts.takenOf(unpaid, [])]).toEqual([false, [left.id]]);
    expect(facts.takenOf({ ...unpaid, items: shippingOrder.items }, [])).toEqual([]);
  });
});

describe('a return', () => {
  it('has what was received of each line, and the reference of the service where that registered it', () => {
    expect(facts.toReturned(goodsBack).lines).toEqual([
      { lineId: goodsBack.items[0].item_id, quantity: 2, reason: 'too small' },
    ]);
    expect(facts.referenceOf(goodsBack)).toBe('re-1');
  });

  it('has Medusa ship first what it does not know to have left', () => {
    const [{ id }] = order.items;
    expect(facts.unshippedOf(order, [{ lineId: id, quantity: 2 }])).toEqual([{ lineId: id, quantity: 2 }]);
  });
});
