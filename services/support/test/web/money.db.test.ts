import { SETTLEMENT_HEAD, settlementCsv } from '@hub/desk/money';
import { DESK_COMMANDS } from '@hub/desk/commands';
import { aShop, aVariant, testCipher, type StoredShippingOrder, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aReturnOf, aSettledLine } from '../settled-line';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

const NS = 1_000_000n;
const DAYS = 'from=2026-11-01&to=2026-11-30';
const RECORDED = new Date('2026-11-05T10:00:00Z');

let desk: DeskWorld;
let viewer: Visitor;
let nordic: StoredShop;
let alpine: StoredShop;
/** Shipped by Alpine for Nordic. */
let sold: StoredShippingOrder;
beforeAll(async () => {
  desk = await openDesk();
  viewer = await desk.signIn('viewer');
  nordic = await aShop(desk.db, { slug: 'nordic', name: 'Nordic Outdoor' });
  alpine = await aShop(desk.db, { slug: 'alpine', name: 'Alpine Sports' });
  sold = await aSettledLine(desk.db, {
    selling: nordic,
    shipping: alpine,
    owed: '1234.50',
    recordedAt: RECORDED,
  });
  await aSettledLine(desk.db, {
    selling: nordic,
    shipping: alpine,
    owed: '100',
    currency: 'SEK',
    recordedAt: RECORDED,
  });
  await aSettledLine(desk.db, { selling: alpine, shipping: nordic, owed: '7', recordedAt: RECORDED });
  await desk.db.sellerOrder.update({ where: { id: sold.sellerOrderId }, data: { orderNumber: '#1053' } });
  await desk.db.orderLine.updateMany({
    where: { sellerOrderId: sold.sellerOrderId },
    data: { title: 'Tent' },
  });
}, 60_000);
afterAll(() => desk.close());

const read = async (path: string) => {
  const { status, text } = await viewer.get(path);
  expect({ path, status }).toEqual({ path, status: 200 });
  return path.includes('.csv') ? text : textOf(text).replaceAll('\u00a0', ' ');
};

describe('money owed', () => {
  it('is shown by pair of shops, each currency separately and never added to another', async () => {
    const text = await read('/money?month=2026-11');
    expect(text).toMatch(
      /EUR, from 2026-11-01 to 2026-11-30 \(UTC\) Due in all 1 245\.50 .*Nordic Outdoor Alpine Sports 1 1 234\.50 2\.00 1 236\.50 EUR/,
    );
    expect(text).toMatch(/SEK, .* Due in all 102\.00 of it goods 100\.00 of it shipping 2\.00/);
    expect(text).not.toContain('1 347.50');
  });

  it('is available as a file with every pair', async () => {
    const lines = (await read('/money.csv?month=2026-11')).trim().split('\r\n');
    expect(lines).toEqual([
      'Selling shop id,Owes,Shipping shop id,Is owed,Lines,Goods,Shipping,Due,Currency',
      'nordic,Nordic Outdoor,alpine,Alpine Sports,1,1234.50,2.00,1236.50,EUR',
      'alpine,Alpine Sports,nordic,Nordic Outdoor,1,7.00,2.00,9.00,EUR',
      'nordic,Nordic Outdoor,alpine,Alpine Sports,1,100.00,2.00,102.00,SEK',
    ]);
    expect(await viewer.get('/money/pairs.csv?month=2026-11')).toMatchObject({
      status: 301,
      location: '/money.csv?month=2026-11',
    });
  });

  it('says if a month has none, with the months beside it', async () => {
    const text = await read('/money?month=2026-01');
    expect(text).toContain('2025-12 2026-02');
    expect(text).toContain('Nothing settled from 2026-01-01 to 2026-01-31');
  });

  it('of one shop is its settlement, and its file is the one that the command prints', async () => {
    const text = await read(`/money/shops/alpine?${DAYS}`);
    expect(text).toContain('Lines settled from 2026-11-01 to 2026-11-30 (UTC).');
    expect(text).toContain('Alpine Sports owes 1 7.00 0.00 2.00 9.00 EUR');
    expect(text).toContain('Alpine Sports is owed 1 1 234.50 0.00 2.00 1 236.50 EUR');
    expect(text).toContain('Net, to receive 2 1 227.50 0.00 0.00 1 227.50 EUR');
    expect(text).toContain('Net, to receive 1 100.00 0.00 2.00 102.00 SEK');
    const file = await read(`/money/shops/alpine.csv?${DAYS}`);
    const input = { shop: 'alpine', from: '2026-11-01', to: '2026-11-30' };
    const { lines, returns, totals, net } = await DESK_COMMANDS.settlement.execute(
      {
        db: desk.db,
        cipher: testCipher(),
        forecasts: { ask: async () => null },
        testToken: async () => ({ result: 'accepted' as const, status: 200, why: null }),
        now: desk.clock.now(),
        person: 'root',
        role: 'viewer',
        actor: 'cli:root',
        identity: { vouchedBy: 'machine', person: 'ada' },
        isAlone: true,
      },
      input,
    );
    expect(file).toBe(`${SETTLEMENT_HEAD}${settlementCsv([...lines, ...returns, ...totals, ...net])}`);
    expect(file).toContain('total,ships');
    expect(file).toMatch(/\r\nnet,,.*,EUR,,,1227\.50,0\.000000,0\.00,1227\.50,/);
  });

  it('of one shop leads from each line to its order and to its calculation, by the number and the item', async () => {
    const { text } = await viewer.get(`/money/shops/alpine?${DAYS}`);
    const order = `/orders/${sold.sellerOrderId}`;
    const calculation = `${order}#money-${sold.lines[0]?.reference}`;
    expect(text).toContain(`<a href="${order}">#1053</a>`);
    expect(text).toContain(`href="${calculation}"`);
    expect(textOf(text).replaceAll('\u00a0', ' ')).toMatch(
      /#1053 Tent .* 1 1 234\.50 1 234\.50 2\.00 1 236\.50 EUR calculation/,
    );
    expect((await viewer.get(order)).text).toContain(`id="money-${sold.lines[0]?.reference}"`);
  });

  it('D24: of one shop lists a returned order once, though both shops report it, and changes nothing owed', async () => {
    const page = (slug: string) => read(`/money/shops/${slug}?${DAYS}`);
    const net = async () => /Net What .* Line by line/.exec(await page('alpine'))?.[0];
    expect(await net()).toContain('Net, to receive');
    const before = await net();
    for (const by of ['shipping', 'selling'] as const) await aReturnOf(desk.db, sold, { by, at: RECORDED });
    expect(await net()).toBe(before);
    for (const slug of ['alpine', 'nordic']) {
      const [, returned = ''] =
        (await page(slug)).split('Returned orders as a list')[0]?.split(' Returned ') ?? [];
      expect(returned.match(/#1053/g)).toHaveLength(1);
      expect(returned).toContain('1 × Tent');
      const file = await read(`/money/shops/${slug}.csv?${DAYS}`);
      expect(file.match(/^return,/gm)).toHaveLength(1);
      expect((await read(`/money/returns.csv?shop=${slug}&${DAYS}`)).match(/#1053/g)).toHaveLength(1);
    }
  });

  it('of a removed shop exists, and links to no page of the shop', async () => {
    const html = async () => (await viewer.get(`/money/shops/alpine?${DAYS}`)).text;
    expect(await html()).toContain('<a href="/shops/alpine">');
    const removedAt = (at: Date | null) =>
      desk.db.shop.update({ where: { slug: 'alpine' }, data: { removedAt: at } });
    await removedAt(new Date());
    const after = await html();
    await removedAt(null);
    expect(after).not.toContain('<a href="/shops/alpine">');
    expect(textOf(after)).toContain('Settlement of Alpine Sports');
  });

  it('answers an invalid period or shop with a message', async () => {
    for (const path of [
      '/money?month=soon',
      '/money.csv?month=13',
      '/money?month=0000-01',
      '/money/lines?shop=alpine&from=2026-01-01&to=2026-11-30',
      `/money/shops/alpine?from=2020-01-01`,
    ])
      expect([path, (await viewer.get(path)).status]).toEqual([path, 400]);
    for (const path of ['/money/shops/nobody', '/money/shops/nobody.csv'])
      expect([path, (await viewer.get(path)).status]).toEqual([path, 404]);
  });
});

describe('VAT rates', () => {
  it('show from when until when each is valid, and where one is missing', async () => {
    await aShop(desk.db, { slug: 'far', name: 'Far East', destinationCountries: ['JP'] });
    await desk.db.vatRate.create({
      data: { country: 'SE', appliesFrom: BigInt(Date.parse('2099-01-01T00:00:00Z')) * NS, rate: '0.245' },
    });
    const text = await read('/money/vat');
    expect(text).toMatch(
      /Sweden \(SE\) 25 % 2024-01-01 2099-01-01 now Sweden \(SE\) 24\.5 % 2099-01-01 later/,
    );
    expect(text).toMatch(/No rate for Japan \(JP\)\. .*Far East stand there or ship to it/);
    expect(await read('/money/vat.csv')).toMatch(/\r\nSE,0\.245,2099-01-01T00:00:00\.000Z,,later\r\n/);
  });
});

describe('unlinked variants', () => {
  it('show why each is linked to no article, page by page, of one shop or of all', async () => {
    for (let number = 0; number < 51; number += 1)
      await aVariant(desk.db, {
        shopId: alpine.id,
        variantId: `U ${String(number).padStart(2, '0')}`,
        gtin: null,
        barcode: null,
      });
    await aVariant(desk.db, { shopId: nordic.id, variantId: 'bad', gtin: null, barcode: '123' });
    await desk.db.variant.updateMany({ where: { barcode: null }, data: { linkProblem: 'missing_barcode' } });
    const first = await viewer.get('/unlinked?shop=alpine');
    expect(textOf(first.text)).toContain('no barcode: its shop enters the GTIN');
    const next = /href="([^"]+)" rel="next"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = await read(next);
    expect([second.includes('U 50'), second.includes('U 49')]).toEqual([true, false]);
    const counts = (await viewer.get('/unlinked')).text.matchAll(
      /shop=(\w+)">[^<]*<\/a><\/dt><dd class="figure">(\d+)</g,
    );
    expect([...counts].map(([, shop, count]) => [shop, count])).toEqual([
      ['alpine', '51'],
      ['nordic', '1'],
    ]);
    expect((await read('/unlinked.csv')).trim().split('\r\n')).toHaveLength(53);
    for (const path of ['/unlinked?after=x', '/unlinked?after=1%20%00'])
      expect([path, (await viewer.get(path)).status]).toEqual([path, 400]);
  });

  it('says so if there are none', async () => {
    const shop = await aShop(desk.db, { slug: 'whole' });
    expect(shop.slug).toBe('whole');
    expect(await read('/unlinked?shop=whole')).toContain('No unlinked variant fits.');
  });
});
