import { aShop, eventually } from '@hub/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyAnswer, startOddStore } from './odd-store';
import { StockWorld } from './stock-world';
import { WriterWorld } from './writer-world';

let stock: StockWorld;
let world: WriterWorld;
beforeAll(async () => {
  stock = await StockWorld.open();
}, 60_000);
beforeEach(async () => {
  await stock.clear();
  world = new WriterWorld(stock);
});
afterEach(() => world.stop());
afterAll(() => stock.close());

const PUT = 'PUT /inventory' as const;
const A_DAY_MS = 86_400_000;

describe('D23: whatever a store answers, its write is recorded, and so are those of the other stores in the batch', () => {
  const VARIANTS = 40;
  const variants = Array.from({ length: VARIANTS }, (_, index) => `V-${index + 1}`);

  async function wantAll(...shopIds: number[]): Promise<void> {
    for (const variantId of variants)
      for (const shopId of shopIds) await world.setTarget(shopId, variantId, 3);
  }

  it.each([
    ['a code with NUL', 'bad\0code'],
    ['a code with an emoji across its hundredth character', `${'x'.repeat(99)}😀`],
  ])('%s', async (_what, code) => {
    const [good, odd] = [await world.aShop(VARIANTS), await world.aShop(VARIANTS)];
    odd.store.faults.add({ endpoint: PUT, fault: { kind: 'status', status: 422, code } });
    await wantAll(good.shopId, odd.shopId);
    await world.run({ syncIntervalMs: A_DAY_MS });
    await eventually(async () => {
      expect(await stateCounts(good.shopId)).toEqual({ in_step: VARIANTS });
      expect(await stateCounts(odd.shopId)).toEqual({ due: VARIANTS });
    });
    expect(await world.row(odd.shopId)).toMatchObject({ failures: 1, lastFailure: 'the store answered 422' });
  });

  it('anything at all: statuses, texts, sizes, shapes of JSON', async () => {
    const answers = fc.sample(anyAnswer, VARIANTS);
    const good = await world.aShop(VARIANTS);
    const odd = await startOddStore((write) => answers[Number(write.variant_id.slice(2)) - 1]);
    const { id } = await aShop(world.db, { slug: 'odd', storeApiRoot: odd.apiRoot });
    await wantAll(good.shopId, id);
    await world.run({ syncIntervalMs: A_DAY_MS });
    await eventually(async () => {
      expect(await stateCounts(good.shopId)).toEqual({ in_step: VARIANTS });
      expect(await world.db.networkQuantity.count({ where: { shopId: id, state: 'due', failures: 1 } })).toBe(
        VARIANTS,
      );
    });
    await odd.stop();
  });

  it('a row that the database refuses does not keep others from being recorded', async () => {
    const [one, other] = [await world.aShop(VARIANTS), await world.aShop(VARIANTS)];
    await refuseRow(one.shopId, 'V-7');
    await wantAll(one.shopId, other.shopId);
    await world.run({ syncIntervalMs: A_DAY_MS });
    await eventually(async () => {
      expect(await stateCounts(other.shopId)).toEqual({ in_step: VARIANTS });
      expect(await stateCounts(one.shopId)).toEqual({ in_step: VARIANTS - 1, writing: 1 });
    });
    await world.db.$executeRaw`DROP TRIGGER refuse_row ON network_quantity`;
  });

  async function stateCounts(shopId: number): Promise<Record<string, number>> {
    const rows = await world.db.networkQuantity.groupBy({ by: ['state'], where: { shopId }, _count: true });
    return Object.fromEntries(rows.map(({ state, _count }) => [state, _count]));
  }

  /** Makes the database refuse to record the end of one row's write. */
  async function refuseRow(shopId: number, variantId: string): Promise<void> {
    await world.db.$executeRaw`
      CREATE OR REPLACE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '22021'; END $$`;
    await world.db.$executeRawUnsafe(`
      CREATE TRIGGER refuse_row BEFORE UPDATE ON network_quantity FOR EACH ROW
        WHEN (NEW.shop_id = ${shopId} AND NEW.variant_id = '${variantId}' AND OLD.state = 'writing')
        EXECUTE FUNCTION refuse_row()`);
  }
});
