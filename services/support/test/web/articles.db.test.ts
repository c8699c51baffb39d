import { aGtin, aShop, aVariant } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

const GTIN = aGtin(4_711);
const HOUR_MS = 3_600_000;

let desk: DeskWorld;
let viewer: Visitor;
beforeAll(async () => {
  desk = await openDesk();
  viewer = await desk.signIn('viewer');
  for (const [index, name] of ['Alpine', 'Nordic', 'Suomi'].entries()) {
    const shop = await aShop(desk.db, { slug: name.toLowerCase(), name });
    const variantId = `V-${name}`;
    await aVariant(desk.db, { shopId: shop.id, variantId, gtin: GTIN, onHand: 10 * index, committed: index });
    await desk.db.stockSample.create({
      data: {
        shopId: shop.id,
        variantId,
        at: new Date(desk.clock.now() - 3 * HOUR_MS),
        onHand: 40,
        committed: 4,
      },
    });
  }
}, 60_000);
afterAll(() => desk.close());

describe('the page of an article', () => {
  it('shows who has how much of it, now and over time', async () => {
    const { status, text: html } = await viewer.get(`/articles/${GTIN}?range=24h`);
    expect(status).toBe(200);
    const text = textOf(html).replaceAll('\u00a0', ' ');
    expect(text).toMatch(/Suomi V-Suomi 20 2 18 .*Nordic V-Nordic 10 1 9 .*Alpine V-Alpine 0 0 0/);
    expect(text).toMatch(
      /Suomi, Nordic, Alpine, promised or blocked: pieces, at the end of each hour, at most 120\./,
    );
    expect(html).toMatch(/<svg role="img" aria-labelledby="stock-title stock-desc"/);
    expect(html).toContain(`/orders/list?article=${GTIN}`);
  });

  it('has its stock over time and its shops as files', async () => {
    const lines = (await viewer.get(`/articles/${GTIN}/stock.csv?range=24h`)).text.trim().split('\r\n');
    expect([lines[0], lines.length]).toEqual(['From,Free,Promised or blocked', 25]);
    expect([lines.at(-2)?.slice(25), lines.at(-1)?.slice(25)]).toEqual(['108,12', '27,3']);
    const shops = (await viewer.get(`/articles/${GTIN}/shops.csv`)).text.trim().split('\r\n');
    expect(shops[1]).toMatch(/^suomi,Suomi,V-Suomi,Article \d+,no,20,2,18,,$/);
  });

  it('is found by its title or GTIN', async () => {
    const found = await viewer.post('/search', { q: GTIN });
    const { text } = found.location ? await viewer.get(found.location) : found;
    expect(text).toContain(`/articles/${GTIN}`);
  });

  it('exists for an article that people linked and that has no barcode, and so do its orders', async () => {
    const article = 'H0123456789ABC';
    const shop = await aShop(desk.db, { slug: 'linked', name: 'Linked' });
    await aVariant(desk.db, { shopId: shop.id, variantId: 'V-linked', gtin: article, onHand: 3 });
    const { status, text } = await viewer.get(`/articles/${article}?range=24h`);
    expect(status).toBe(200);
    expect(textOf(text)).toContain('Linked by people, no GTIN');
    expect((await viewer.get(`/orders/list?article=${article}`)).status).toBe(200);
    const found = await viewer.post('/search', { q: article.toLowerCase() });
    const hit = found.location ? await viewer.get(found.location) : found;
    expect(hit.text).toContain(`/articles/${article}`);
  });

  it('does not exist for an article that no shop has, or for an invalid one', async () => {
    for (const gtin of [aGtin(4_712), '123', 'tent'])
      expect([gtin, (await viewer.get(`/articles/${gtin}`)).status]).toEqual([gtin, 404]);
    expect((await viewer.get(`/articles/${GTIN}?range=1y`)).status).toBe(400);
  });
});
