import { aGtin, aShop, aVariant } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

const HAT = aGtin(1);

let desk: DeskWorld;
let viewer: Visitor;
beforeAll(async () => {
  desk = await openDesk();
  viewer = await desk.signIn('viewer');
  const seller = await aShop(desk.db, { slug: 'seller', name: 'The Seller' });
  await aVariant(desk.db, { shopId: seller.id, variantId: 'V-hat', gtin: HAT });
  for (const [slug, latitude, onHand] of [
    ['near', 59.09, 1],
    ['large', 59.54, 9],
  ] as const) {
    const { id } = await aShop(desk.db, {
      slug,
      locations: [{ locationId: '1001', latitude, longitude: 18 }],
    });
    await aVariant(desk.db, { shopId: id, variantId: `${slug}-hat`, gtin: HAT, onHand });
  }
}, 60_000);
afterAll(() => desk.close());

const tried = async (form: Record<string, string>) => {
  const query = new URLSearchParams({ shop: 'seller', country: 'SE', articles: 'V-hat', ...form });
  return textOf((await viewer.get(`/routing/try?${query.toString()}`)).text);
};
const located = { latitude: '59', longitude: '18' };

describe('trying a route (D19)', () => {
  it('says who would ship each line, the ranking, who is ruled out, and the payout step by step', async () => {
    const text = await tried({ ...located, articles: 'V-hat 2 40' });
    expect(text).toContain('Line 1: V-hat: large ships it');
    expect(text).toContain('near has too few (free stock 1, 10 km)');
    expect(text).toMatch(/Line 1: V-hat would pay \d+\.\d\d EUR/);
    expect(text).toContain('Policy D19-2, bands of 50 km.');
  });

  it('lines of one basket take stock from one another; other bands may be requested', async () => {
    expect(await tried(located)).toContain('V-hat: near ships it');
    expect(await tried({ ...located, band_km: '100' })).toContain('V-hat: large ships it');
    const both = await tried({ ...located, articles: 'V-hat\nV-hat' });
    expect(both).toContain('1: V-hat: near ships it');
    expect(both).toContain('2: V-hat: large ships it');
  });

  it('an article that is not sold, a country that is not on the sheet, and an incomplete form are reported', async () => {
    expect(await tried({ articles: 'V-none' })).toContain('The shop sells nothing of this name: V-none.');
    expect(await tried({ country: 'JP' })).toContain('would be refused before it is routed');
    expect(await tried({ latitude: '59' })).toContain('both or neither');
    expect(await tried({ shop: 'nobody' })).toContain('there is no such shop');
  });

  it('stores, reserves and sends nothing', async () => {
    const { db } = desk;
    const counts = () =>
      Promise.all([
        db.sellerOrder.count(),
        db.routingDecision.count(),
        db.reservation.count(),
        db.outbox.count(),
        db.supportAction.count(),
      ]);
    const before = await counts();
    await tried({ articles: 'V-hat 2 40' });
    expect(await counts()).toEqual(before);
  });
});
