import { aVariant } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PLACES } from '@hub/desk/engine';
import { openDesk, textOf, type DeskWorld } from './desk-world';
import { aTimelineOrder, CUSTOMER, type TimelineOrder } from './timeline-order';
import type { Visitor } from './visitor';

let desk: DeskWorld;
let timelineOrder: TimelineOrder;
let viewer: Visitor;
beforeAll(async () => {
  desk = await openDesk();
  timelineOrder = await aTimelineOrder(desk.db);
  viewer = await desk.signIn('viewer');
});
afterAll(() => desk.close());

const found = async (q: string) => (await viewer.post('/palette', { q })).text;

describe('the palette', () => {
  it.each(PLACES.map(({ name, href }) => [name, href]))(
    'finds the page %s, which exists',
    async (name, href) => {
      expect(await found(name.slice(0, -1).toUpperCase())).toContain(`<a href="${href}">${name}</a>`);
      expect((await viewer.get(href)).status).toBe(200);
    },
  );

  it('finds the same orders as the search, and shops by name and slug', async () => {
    expect(textOf(await found('#1001-a'))).toBe('Order #1001-A of Nordic Outdoor, waiting for a shop');
    expect(await found('1001')).toContain(`<a href="/orders/${timelineOrder.id}">`);
    expect(await found('nordic out')).toContain('<a href="/shops/nordic-outdoor">Nordic Outdoor</a>');
    for (const text of ['fjord-sp', 'FJORDSPORT', 'fjord  sport', 'sport'])
      expect(await found(text)).toContain('<a href="/shops/fjord-sport">');
    expect(textOf(await found('no such thing'))).toBe('None. Enter searches for it.');
  });

  it('shows the same hits below the search of the header', async () => {
    const { text } = await viewer.post('/palette', { q: '1001', into: 'search-found' });
    expect(text).toContain('<div id="search-found"');
    expect(text).toContain(`<a href="/orders/${timelineOrder.id}">`);
    expect((await viewer.get('/')).text).toContain('<div id="search-found"');
    expect((await viewer.post('/palette', { q: '1001', into: 'elsewhere' })).status).toBe(400);
  });

  it('finds articles by GTIN and by the beginnings of words of their titles', async () => {
    const shopId = timelineOrder.shops.fjord.id;
    const { variantId } = await aVariant(desk.db, { shopId, gtin: '04006381333931' });
    const key = { shopId_variantId: { shopId, variantId } };
    const { productId } = await desk.db.variant.findUniqueOrThrow({ where: key });
    await desk.db.product.updateMany({ where: { shopId, productId }, data: { title: 'Blåbær kåpe' } });
    for (const text of ['4006381333931', 'kape bla', 'BLÅ'])
      expect(await found(text)).toContain('<a href="/articles/04006381333931">Blåbær kåpe</a>');
    expect((await viewer.get('/articles/04006381333931')).status).toBe(200);
  });

  it('finds no removed shop', async () => {
    const removedAt = (at: Date | null) =>
      desk.db.shop.update({ where: { slug: 'fjord-sport' }, data: { removedAt: at } });
    await removedAt(new Date());
    expect(await found('fjord-sp')).not.toContain('/shops/fjord-sport');
    await removedAt(null);
  });

  it('reads as much text as its field and the search field hold', async () => {
    const page = (await viewer.get('/overview')).text;
    const longest = [...page.matchAll(/type="search"[^>]* maxlength="(\d+)"/gi)].map(([, most]) =>
      Number(most),
    );
    expect(longest).toHaveLength(2);
    for (const most of longest) {
      const q = 'a'.repeat(most);
      expect((await viewer.post('/palette', { q })).status).toBe(200);
      expect((await viewer.post('/search', { q })).status).toBe(303);
    }
  });

  it('D29: searches for no e-mail address while it is typed', async () => {
    const before = await desk.trail();
    expect(textOf(await found(CUSTOMER.email))).toBe('None. Enter searches for it.');
    expect(await desk.trail()).toEqual(before);
  });

  it('is only for signed-in people, from one of our forms', async () => {
    expect((await desk.visitor().post('/palette', { q: 'a' })).status).toBe(303);
    expect((await viewer.post('/palette', { _csrf: 'x', q: 'a' })).status).toBe(403);
    expect((await viewer.post('/palette', { q: 'a'.repeat(400) })).status).toBe(400);
  });
});
