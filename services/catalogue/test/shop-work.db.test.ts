import { inTransaction } from '@hub/database';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ShopWork, type WorkOfShop } from '../src/shop-work';
import { searchLinks } from '../src/sweeps/search-links';
import { CatalogueWorld, storeOf, wireProduct, wireVariant } from './catalogue-world';

let world: CatalogueWorld;
beforeAll(async () => {
  world = await CatalogueWorld.open();
});
afterEach(async () => {
  await world.db.alert.deleteMany();
  await world.db.$executeRaw`TRUNCATE shop_work, link_search, outbox`;
  await world.db.catalogueRun.deleteMany();
});
afterAll(() => world.close());

const never = () => new Promise<never>(() => undefined);
const process = () => new ShopWork(world.context());

/** A process that begins the work and is killed by it. */
async function killedBy(of: WorkOfShop): Promise<void> {
  await new Promise<void>((begun) => {
    void process().doing(of, () => {
      begun();
      return never();
    });
  });
}

const alerts = async () => {
  const found = await world.db.alert.findMany({ select: { kind: true, subject: true, state: true } });
  return found.map(({ kind, subject, state }) => [kind, subject, state]);
};

describe('D36: work of a shop that ends its process', () => {
  it('three times in a row is set aside for that shop, with one alert, until an agent resolves it', async () => {
    const [hostile, other] = [await world.shop(), await world.shop()];
    const of = { shopId: hostile.id, work: 'search_links' } as const;
    const subject = `shop:${hostile.slug}/search_links`;
    await killedBy(of);
    await killedBy(of);
    expect(await alerts()).toEqual([]);
    await killedBy(of);
    expect(await process().doing(of, never)).toBeNull();
    expect(await process().doing(of, never)).toBeNull();
    expect(await alerts()).toEqual([['work_set_aside', subject, 'open']]);
    const works = () => Promise.resolve('worked');
    expect(await process().doing({ ...of, work: 'read_catalogue' }, works)).toEqual({ result: 'worked' });
    expect(await process().doing({ ...of, shopId: other.id }, works)).toEqual({ result: 'worked' });

    await world.db.alert.updateMany({ data: { state: 'resolved', resolvedAt: new Date() } });
    expect(await process().doing(of, works)).toEqual({ result: 'worked' });
    await killedBy(of);
    await killedBy(of);
    expect(await process().doing(of, works)).toEqual({ result: 'worked' });
  });

  it('counts no work that ended, or failed, or that an orderly stop cut off; finished work clears the count', async () => {
    const { id: shopId } = await world.shop();
    const of = { shopId, work: 'read_catalogue' } as const;
    const count = async () => (await world.db.shopWork.findFirst({ where: { shopId } }))?.begun;
    await killedBy(of);
    await expect(process().doing(of, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await process().doing(of, () => Promise.resolve());
    expect(await count()).toBe(1);

    const stopping = process();
    await new Promise<void>((begun) => {
      void stopping.doing(of, () => {
        begun();
        return never();
      });
    });
    expect(await count()).toBe(2);
    stopping.beginStop();
    await stopping.stop();
    expect(await count()).toBe(1);

    await process().finished(of);
    expect(await count()).toBeUndefined();
  });
});

describe('D36: a hostile catalogue', () => {
  const pages = storeOf([wireProduct('P-1', [wireVariant('V-1')])]);

  it('that ends the worker as it is read fails without being read again, and is no longer set aside once read', async () => {
    const shop = await world.shop();
    const runId = await world.request(shop.id);
    let now = Date.parse('2026-12-01T12:00:00Z');
    const clock = { now: () => now };
    for (let deaths = 0; deaths < 3; deaths += 1) {
      await new Promise<void>((asked) => {
        void world.handle(runId, () => (asked(), never()), { clock, shopWork: process() });
      });
      now += 181_000;
    }
    let reads = 0;
    const counting = (cursor: string | undefined) => {
      reads += 1;
      return pages(cursor, reads);
    };
    expect(await world.carry(runId, counting, { clock })).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('set aside'),
    });
    expect(reads).toBe(0);
    expect(await alerts()).toEqual([['work_set_aside', `shop:${shop.slug}/read_catalogue`, 'open']]);

    await world.db.alert.updateMany({ data: { state: 'resolved', resolvedAt: new Date() } });
    expect(await world.pull(shop.id, counting)).toMatchObject({ state: 'accepted' });
    expect(await world.db.shopWork.count()).toBe(0);
  });

  it('whose search for links is set aside delays no other shop', async () => {
    const [hostile, other] = [await world.shop(), await world.shop()];
    for (const { id } of [hostile, other]) await world.pull(id, pages);
    const of = { shopId: hostile.id, work: 'search_links' } as const;
    for (let deaths = 0; deaths < 3; deaths += 1) await killedBy(of);
    const sweep = searchLinks(world.shopWork);
    while ((await inTransaction(world.db, (tx) => sweep.run(tx, Date.now()))) > 0) continue;
    const searched = await world.db.linkSearch.findMany({ where: { searched: { not: null } } });
    expect(searched.map(({ shopId }) => shopId)).toEqual([other.id]);
    expect(await alerts()).toEqual([['work_set_aside', `shop:${hostile.slug}/search_links`, 'open']]);
  });
});
