import { aShippingOrder, aShop, createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyStockReport, markLinesReturned } from '../src';

const SECOND = 1_000_000_000n;
/** When the goods came back. */
const RETURNED = 1_800_000_000n * SECOND;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('a line returned before its package was reported (D13, D17)', () => {
  it.each(['order', 'shipment'] as const)(
    'if stock decreases at %s, the next report ends its reservation, with any decrease',
    async (stockDeductedAt) => {
      const { db } = database;
      const shop = await aShop(db, { stockDeductedAt });
      const order = await aShippingOrder(db, { shippingShop: shop, quantities: [3] });
      const [{ id, variantId } = { id: '', variantId: '' }] = order.lines;
      const consumableFrom = stockDeductedAt === 'order' ? RETURNED - 60n * SECOND : null;
      await db.reservation.updateMany({ where: { shippingOrderLineId: id }, data: { consumableFrom } });
      const remaining = async () => {
        const { remaining: pieces } = await db.reservation.findFirstOrThrow({
          where: { shippingOrderLineId: id },
        });
        return pieces;
      };
      const report = (changedAtNs: bigint) =>
        db.$transaction((tx) =>
          applyStockReport(tx, [{ shopId: shop.id, variantId, decrease: 0, changedAtNs }]),
        );

      await report(RETURNED);
      expect(await remaining()).toBe(3);
      await db.$transaction((tx) => markLinesReturned(tx, { shippingOrderLineIds: [id], atNs: RETURNED }));
      expect(await remaining()).toBe(3);
      await report(RETURNED + SECOND);
      expect(await remaining()).toBe(0);
    },
  );
});
