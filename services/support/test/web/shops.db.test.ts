import { randomUUID } from 'node:crypto';
import { aHold, aShippingOrder, aShop, aVariant, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

let desk: DeskWorld;
let nordic: StoredShop;
let fjord: StoredShop;
let viewer: Visitor;
let agent: Visitor;
let trailBefore: number;
beforeAll(async () => {
  desk = await openDesk();
  nordic = await aShop(desk.db, {
    slug: 'nordic',
    name: 'Nordic Outdoor',
    capabilities: { orders: 'dry_run', returns: 'off' },
  });
  fjord = await aShop(desk.db, { slug: 'fjord', name: 'Fjord Sport' });
  [viewer, agent] = await Promise.all([desk.signIn('viewer'), desk.signIn('agent')]);
}, 60_000);
beforeEach(async () => {
  trailBefore = (await desk.trail()).length;
});
afterAll(() => desk.close());

const pageOf = async (slug: string, by = viewer) => (await by.get(`/shops/${slug}`)).text;
const did = async () => (await desk.trail()).slice(trailBefore);

async function aRun(faults: number): Promise<void> {
  await desk.db.catalogueRun.create({
    data: {
      id: randomUUID(),
      shopId: nordic.id,
      state: faults > 0 ? 'refused' : 'accepted',
      finishedAt: new Date(),
      products: 1100,
      variants: 4200,
      added: 7,
      faultCount: faults,
      faults: {
        create: Array.from({ length: faults }, (_, n) => ({
          page: 3,
          productId: `p-${n}`,
          variantId: n === 0 ? 'v-0' : null,
          field: `products[${n}].brand`,
          message: 'is required',
        })),
      },
    },
  });
}

describe('the shops', () => {
  it('are listed with their state, and those with problems are labelled', async () => {
    await desk.db.shopCircuit.create({
      data: { shopId: fjord.id, worker: 'w', openSince: new Date(), seenAt: new Date() },
    });
    const text = textOf((await viewer.get('/shops')).text);
    expect(text).toContain('Fjord Sport fjord does not answer');
    expect(text).toContain('Nordic Outdoor nordic healthy dry run: built, not sent none yet');
    await desk.db.shopCircuit.deleteMany();
  });
});

describe('the list of shops', () => {
  const listed = async (query: string) => {
    const { text } = await viewer.get(`/shops${query}`);
    return [...text.matchAll(/<th scope="row"[^>]*><a href="\/shops\/([^"]+)"/g)].map(([, slug]) => slug);
  };

  it('is filtered and sorted by its address, on the page and in the file', async () => {
    const away = await aShop(desk.db, { slug: 'away', name: 'Åre Ski', capabilities: { orders: 'live' } });
    const failing = await aShop(desk.db, { slug: 'slow', name: 'Zermatt', capabilities: { orders: 'live' } });
    await desk.db.shopCircuit.create({
      data: { shopId: away.id, worker: 'w', openSince: new Date(), seenAt: new Date() },
    });
    const call = { operation: 'place_order', method: 'POST', path: '/orders', attempts: 1, durationMs: 9 };
    await desk.db.storeCall.createMany({
      data: Array.from({ length: 10 }, () => ({ ...call, shopId: failing.id, outcome: 'unavailable' })),
    });
    expect(await listed('?state=away')).toEqual(['away']);
    expect(await listed('?with=held')).toEqual(['away']);
    expect(await listed('?with=failing')).toEqual(['slow']);
    expect(await listed('?orders=dry_run')).toEqual(['nordic']);
    expect(await listed('?name=ZERM')).toEqual(['slow']);
    expect(await listed('?name=none-such')).toEqual([]);
    expect((await listed('?sort=failures'))[0]).toBe('slow');
    expect((await listed('?sort=state')).slice(0, 2)).toEqual(['away', 'slow']);
    expect((await listed('')).slice(0, 2)).toEqual(['away', 'fjord']);
    const file = await viewer.get('/shops.csv?sort=failures&orders=live');
    expect(file.headers.get('content-disposition')).toContain('shops.csv');
    const [head, first] = file.text.split('\r\n');
    expect(head).toMatch(/^\uFEFFShop,Slug,Now,Orders,/);
    expect(first).toMatch(/^Zermatt,slow,calls fail often,live,/);
    await desk.db.shopCircuit.deleteMany();
  });

  it('shows at which shops paid orders are at risk', async () => {
    const store = await aShop(desk.db, { slug: 'refuses', name: 'Refuses' });
    const { id } = await aShippingOrder(desk.db, { shippingShop: store });
    await desk.db.shippingOrder.update({ where: { id }, data: { state: 'refused' } });
    desk.clock.forward(61_000);
    expect(await listed('?with=at_risk')).toEqual(['refuses']);
    expect((await listed('?sort=risk'))[0]).toBe('refuses');
    desk.clock.forward(-61_000);
  });
});

describe('the page of a shop', () => {
  it.each([
    { failed: 1, says: 'healthy' },
    { failed: 2, says: 'calls fail often' },
  ])('of ten calls that ended in the last hour $failed failed: $says', async ({ failed, says }) => {
    const { id, slug } = await aShop(desk.db);
    const call = {
      shopId: id,
      operation: 'place_order',
      method: 'POST',
      path: '/orders',
      attempts: 1,
      durationMs: 9,
    };
    const outcomes = Array.from({ length: 10 }, (_, n) => (n < failed ? 'refused' : 'confirmed'));
    await desk.db.storeCall.createMany({ data: outcomes.map((outcome) => ({ ...call, outcome })) });
    expect(textOf(await pageOf(slug))).toContain(`${slug} ${slug} ${says}`);
  });

  it('shows the switched-on capabilities as labels', async () => {
    const text = textOf(await pageOf('nordic'));
    expect(text).toContain('Products live');
    expect(text).toContain('Orders dry run: built, not sent');
    expect(text).toContain('Returns off');
  });

  it('says that its catalogue was never read, then the figures of its latest run', async () => {
    expect(textOf(await pageOf('nordic'))).toContain('Its catalogue was never read');
    await aRun(0);
    expect(textOf(await pageOf('nordic'))).toContain('accepted just now Products 1100 Variants 4200 Added 7');
  });

  it('shows the faults of a refused run by page, product, variant and field: the first here, all of them on pages', async () => {
    await aRun(130);
    const html = await pageOf('nordic');
    expect(textOf(html)).toContain('Nothing of it was applied: the catalogue before it still counts.');
    expect(textOf(html)).toContain('3 p-0 v-0 products[0].brand is required');
    expect(textOf(html)).not.toContain('p-10 ');
    expect(html).toContain('href="/shops/nordic/faults"');
    const first = (await viewer.get('/shops/nordic/faults')).text;
    expect(first.match(/is required/g)).toHaveLength(100);
    const next = /href="(\/shops\/nordic\/faults\?after=\d+)"/.exec(first)?.[1] ?? '';
    const last = (await viewer.get(next)).text;
    expect(last.match(/is required/g)).toHaveLength(30);
    expect(textOf(last)).toContain('p-129');
    expect(last).not.toContain('after=');
  });

  it('shows network quantities where its store shows another value, the longest first, with the last failure', async () => {
    expect(textOf(await pageOf('nordic'))).toContain('None: its store shows what the network has.');
    const hours = (n: number) => new Date(Date.now() - n * 3_600_000 - 1_000);
    const row = {
      shopId: nordic.id,
      target: 4,
      reported: 6,
      failures: 3,
      lastFailure: 'the store answered 500',
    };
    await desk.db.networkQuantity.createMany({
      data: [
        { ...row, variantId: 'V-young', outOfSyncSince: hours(1) },
        { ...row, variantId: 'V-old', outOfSyncSince: hours(5), reported: null },
        { ...row, variantId: 'V-well', state: 'in_step', outOfSyncSince: null },
      ],
    });
    const text = textOf(await pageOf('nordic'));
    expect(text).toContain('V-old 4 unknown 5 h ago 3 the store answered 500 V-young 4 6 1 h ago 3');
    expect(text).not.toContain('V-well');
  });

  it('shows calls and error rate of the last hour by operation, without the hour before', async () => {
    const call = {
      shopId: fjord.id,
      operation: 'place_order',
      method: 'POST',
      path: '/orders',
      attempts: 1,
      durationMs: 9,
    };
    await desk.db.storeCall.createMany({
      data: [
        ...Array.from({ length: 7 }, () => ({ ...call, outcome: 'confirmed' })),
        { ...call, outcome: 'unavailable' },
        { ...call, outcome: 'unavailable', at: new Date(Date.now() - 3_700_000) },
      ],
    });
    await desk.db.storeCallCount.create({
      data: {
        shopId: fjord.id,
        operation: 'write_inventory',
        minute: new Date(),
        calls: 40,
        attempts: 41,
        durationMs: 900,
      },
    });
    expect(textOf(await pageOf('fjord'))).toContain('Placing shipping orders 8 1 12.5 %');
    expect(textOf(await pageOf('fjord'))).toMatch(/40 0 0( |\.0 )%/);
  });

  it('shows since when all calls are held, and when the next probe is due', async () => {
    const since = new Date(Date.now() - 1_801_000);
    await aHold(desk.db, { shopId: fjord.id, since, nextProbeAt: new Date('2026-11-21T12:00:00Z') });
    const text = textOf(await pageOf('fjord'));
    expect(text).toContain('All calls to its store are suspended');
    expect(text).toContain('Suspended 30 min ago ; the next probe is due at 2026-11-21 12:00:00 UTC');
    expect(text).not.toContain('Resume calls');
    expect(textOf(await pageOf('fjord', agent))).toContain('Resume calls');
  });

  it('links to its alerts and failed messages', async () => {
    await desk.db.alert.create({
      data: { id: randomUUID(), kind: 'stock_refused', subject: 'x', shopId: fjord.id, message: 'No.' },
    });
    expect(await pageOf('fjord')).toContain('href="/alerts?shop=fjord"');
  });

  it('is a plain 404 if there is no such shop', async () => {
    for (const path of ['/shops/nobody', '/shops/nobody/faults'])
      expect((await viewer.get(path)).status).toBe(404);
  });

  it('refreshes itself', async () => {
    expect(await pageOf('nordic')).toContain('hx-trigger="every 5s"');
  });
});

describe('resuming held calls (D23)', () => {
  it('asks first, then resumes, and is recorded; a second time is refused with a message', async () => {
    const asked = textOf((await agent.get('/shops/fjord/resume-calls')).text);
    expect(asked).toContain('First make sure: the store accepts our credentials again.');
    const page = await agent.postAndFollow('/shops/fjord/resume-calls', { note: 'new token' });
    expect(textOf(page.text)).toContain('Calls to its store are resumed.');
    expect(await did()).toMatchObject([
      {
        actor: 'agent:an-agent',
        action: 'store.resume_calls',
        subject: 'shop:fjord',
        detail: { note: 'new token' },
      },
    ]);
    const again = await agent.postAndFollow('/shops/fjord/resume-calls');
    expect(textOf(again.text)).toContain('Calls are not resumed: calls to this store are not suspended.');
  });
});

describe('D35: the bearer token that a store gets first', () => {
  const setAt = new Date('2026-11-28T08:00:00Z');
  const token = { doorToken: new Uint8Array([1]), doorTokenKeyId: 'k', doorTokenSetAt: setAt };

  it("is tested on request: the store's answer is shown, a refusal as one", async () => {
    await agent.get('/shops/nordic');
    const accepted = await agent.postAndFollow('/shops/nordic/test-token');
    expect(textOf(accepted.text)).toContain('The token that is sent first. Test: accepted (200).');
    desk.tokenTest = { result: 'refused', status: 401, why: null };
    const refused = await agent.postAndFollow('/shops/nordic/test-token');
    expect(textOf(refused.text)).toContain('Test: refused (401).');
    expect(textOf(refused.text)).not.toContain('accepted (200)');
    expect((await did()).map(({ action }) => action)).toEqual(['store.test_token', 'store.test_token']);
    expect(textOf(await pageOf('nordic'))).not.toContain('Test the token');
  });

  it('set at the door is taken back, the one before is tested at once; a newer one stays', async () => {
    await desk.db.shop.update({ where: { id: nordic.id }, data: token });
    expect(textOf(await pageOf('nordic'))).toContain(
      'the token that was set at its door 2026-11-28 08:00:00 UTC',
    );
    const path = `/shops/nordic/take-token-back?set_at=${setAt.toISOString()}`;
    expect(await pageOf('nordic', agent)).toContain(`href="${path}"`);
    expect(textOf((await agent.get(path)).text)).toContain('carry the token of the environment sheet again');
    const newer = { doorTokenSetAt: new Date('2026-11-28T09:00:00Z') };
    await desk.db.shop.update({ where: { id: nordic.id }, data: newer });
    const stays = await agent.postAndFollow(path, { note: 'it was a typo' });
    expect(textOf(stays.text)).toContain('The token is not taken back: another token was set since');
    await desk.db.shop.update({ where: { id: nordic.id }, data: token });
    desk.tokenTest = { result: 'accepted', status: 200, why: null };
    const back = await agent.postAndFollow(path, { note: 'it was a typo' });
    expect(textOf(back.text)).toContain('the one before is sent again. Test: accepted (200).');
    expect(textOf(back.text)).toContain('Calls to its store carry the token of its environment sheet.');
  });
});

describe('lifting a block on stock (D17)', () => {
  it('is requested from the list of blocks, done for that variant, and recorded', async () => {
    const order = await aShippingOrder(desk.db, { sellingShop: nordic, shippingShop: fjord });
    const odd = await aVariant(desk.db, {
      shopId: fjord.id,
      variantId: '../V/1 & 2',
      onHand: 5,
      committed: 3,
    });
    await desk.db.reservation.create({
      data: {
        id: randomUUID(),
        shopId: fjord.id,
        variantId: odd.variantId,
        shippingOrderLineId: order.lines[0]?.id ?? '',
        kind: 'block',
        quantity: 3,
        remaining: 3,
      },
    });
    expect(await pageOf('fjord')).not.toContain('lift-block');
    const html = await pageOf('fjord', agent);
    const path = /href="(\/shops\/fjord\/lift-block\?[^"]+)"/.exec(html)?.[1] ?? '';
    const asked = await agent.get(path);
    expect(textOf(asked.text)).toContain('Lift the block on variant ../V/1 & 2');
    const page = await agent.postAndFollow(path);
    expect(textOf(page.text)).toContain('The block is lifted: 3 of ../V/1 & 2 are offered again.');
    expect(await did()).toMatchObject([
      {
        actor: 'agent:an-agent',
        action: 'stock.lift_block',
        subject: 'variant:fjord/../V/1 & 2',
        detail: { pieces: 3 },
      },
    ]);
    expect(textOf((await agent.postAndFollow(path)).text)).toContain(
      'The block is not lifted: no stock of this variant is blocked.',
    );
  });

  it('is refused to a viewer', async () => {
    for (const path of ['/shops/fjord/lift-block?variant=V', '/shops/fjord/resume-calls'])
      expect((await viewer.get(path)).status).toBe(403);
  });
});

describe('D38: a paused shop', () => {
  it('is paused by an agent; every page that names it shows the pause, and others do not', async () => {
    const until = new Date(Date.now() + 86_400_000);
    const form = { until: until.toISOString().slice(0, 16), reason: 'stocktaking' };
    expect((await viewer.get('/shops/fjord/pause')).status).toBe(403);
    expect(textOf((await agent.get('/shops/fjord/pause')).text)).toContain('Pause shipping at Fjord Sport');
    await agent.post('/shops/fjord/pause', form);
    await desk.db.alert.create({
      data: { id: randomUUID(), kind: 'store_away', subject: 'fjord', shopId: fjord.id, message: 'Away.' },
    });
    const notice = /fjord( Sport)? has paused shipping until/i;
    for (const path of ['/shops', '/shops/fjord/faults', '/alerts', '/orders?q=Fjord'])
      expect(textOf((await viewer.get(path)).text)).toMatch(notice);
    for (const path of ['/shops/nordic', '/money'])
      expect(textOf((await viewer.get(path)).text)).not.toMatch(notice);
    expect(textOf(await pageOf('fjord'))).toContain('stocktaking (by support, agent:');
    await agent.post('/shops/fjord/unpause', {});
    expect(textOf(await pageOf('fjord'))).not.toMatch(notice);
    expect((await did()).map(({ action }) => action)).toEqual(['shop.pause', 'shop.unpause']);
  });
});
