import { describe, expect, it } from '@jest/globals';
import { judgePage, type JudgedBy } from './judge-page';
import type { ReadableProduct } from './readable-page';

const by: JudgedBy = {
  sheet: { hubNetworkLocationId: '9000', locations: ['1001', '1002'] },
  isFirst: false,
  seenProducts: new Map(),
  seenVariants: new Map(),
};

const LISTED = { 1001: 5, 1002: 0, 9000: 7 };

function variant(id: string | null, quantities: Record<string, number | null> = LISTED) {
  const inventory = Object.entries(quantities).map(([location_id, quantity]) => ({ location_id, quantity }));
  return { variant_id: id, inventory };
}

const product = (id: string | null, ...variants: ReadableProduct['variants'][number][]) => ({
  product_id: id,
  variants,
});

describe('a page against the sheet and the other pages (D14)', () => {
  it('has no fault where every variant lists every agreed location and HUB_Network', () => {
    expect(judgePage([product('P-1', variant('V-1'), variant('V-2'))], by)).toEqual([]);
  });

  it('names a missing location, HUB_Network included, and one that is not on the sheet', () => {
    const faults = judgePage([product('P-1', variant('V-1'), variant('V-2', { 1001: 1, 1003: 1 }))], by);
    const place = { productId: 'P-1', variantId: 'V-2' };
    expect(faults).toEqual([
      {
        ...place,
        field: 'products[0].variants[1].inventory[1].location_id',
        message: 'is not on the environment sheet',
      },
      { ...place, field: 'products[0].variants[1].inventory', message: 'must list location 1002' },
      { ...place, field: 'products[0].variants[1].inventory', message: 'must list location 9000' },
    ]);
  });

  it('names a bounded number of faults of a page wrong throughout (D36)', () => {
    const levels = Array.from({ length: 20_000 }, () => ({ location_id: 'elsewhere', quantity: 1 }));
    const variants = Array.from({ length: 16 }, () => ({ variant_id: null, inventory: levels }));
    const faults = judgePage([product('P-1', ...variants)], by);
    expect(faults).toHaveLength(1_001);
    expect(faults.at(-1)).toMatchObject({ field: 'products', message: expect.stringContaining('not named') });
  });

  it('reports nothing missing while an entry cannot be read', () => {
    const unreadable = { variant_id: 'V-1', inventory: [{ location_id: null, quantity: 1 }] };
    expect(judgePage([product('P-1', unreadable)], by)).toEqual([]);
  });

  it("refuses HUB_Network other than 0 until a shop's first run is accepted, and not after", () => {
    const page = [product('P-1', variant('V-1'))];
    expect(judgePage(page, { ...by, isFirst: true })).toEqual([
      {
        productId: 'P-1',
        variantId: 'V-1',
        field: 'products[0].variants[0].inventory[2].quantity',
        message: 'must be 0 until a first run is accepted',
      },
    ]);
    expect(
      judgePage([product('P-1', variant('V-1', { ...LISTED, 9000: 0 }))], { ...by, isFirst: true }),
    ).toEqual([]);
  });

  it("refuses a shop's own total above 2147483647, HUB_Network left out (D10)", () => {
    const max = 2_147_483_647;
    const most = variant('V-1', { 1001: max, 1002: 0, 9000: max });
    const tooMany = variant('V-2', { 1001: max, 1002: 1, 9000: 0 });
    expect(judgePage([product('P-1', most, tooMany)], by)).toEqual([
      {
        productId: 'P-1',
        variantId: 'V-2',
        field: 'products[0].variants[1].inventory',
        message: 'must not add up to more than 2147483647',
      },
    ]);
  });

  it('names repeated ids, on the page and from earlier pages, and where they were first', () => {
    const page = [
      product('P-1', variant('V-1'), variant('V-1')),
      product('P-1', variant('V-2')),
      product('P-3', variant('V-3')),
    ];
    const seen = { ...by, seenProducts: new Map([['P-3', 2]]), seenVariants: new Map([['V-2', 1]]) };
    expect(judgePage(page, seen).map(({ field, message }) => `${field} ${message}`)).toEqual([
      'products[0].variants[1].variant_id is repeated on this page',
      'products[1].product_id is repeated on this page',
      'products[1].variants[0].variant_id is repeated: page 1 has it too',
      'products[2].product_id is repeated: page 2 has it too',
    ]);
  });

  it('does not take unreadable ids for repeated ones', () => {
    expect(judgePage([product(null, variant(null)), product(null, variant(null))], by)).toEqual([]);
  });
});
