import { rows, type Sql } from '@hub/database';
import { z } from 'zod';
import type { Criteria } from './criteria';

const DAY_MS = 86_400_000;
/** Shipping orders decided before that are no load any more, shipped or not: the index of a shop's orders is read so far back. */
const LOOK_BACK_DAYS = 14;
/** What a shop ships in a day is an average of these. */
const SHIPPED_DAYS = 7;

const LoadRow = z.object({ shopId: z.int(), open: z.int(), shipped: z.int() });

/**
 * The shipping orders open at shops, for each one that they ship in a day (D19): at least one a day, so that a shop
 * without a history has the load of its open orders. What is decided in the same transaction is added with `take`.
 */
export class ShopLoads {
  private constructor(private readonly shops: Map<number, { open: number; aDay: number }>) {}

  /** None is read: no policy in question compares shops by it. */
  static none(): ShopLoads {
    return new ShopLoads(new Map());
  }

  /** @param now milliseconds since the epoch */
  static async read(tx: Sql, shopIds: readonly number[], now: number): Promise<ShopLoads> {
    const found = await rows(
      LoadRow,
      tx.$queryRaw`
      SELECT k.id AS "shopId", s.* FROM unnest(${[...shopIds]}::int[]) AS k (id) CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE s.packed_at IS NULL)::int AS open,
          count(*) FILTER (WHERE s.packed_at >= ${new Date(now - SHIPPED_DAYS * DAY_MS)})::int AS shipped
        FROM shipping_order s WHERE s.shop_id = k.id AND s.created_at >= ${new Date(now - LOOK_BACK_DAYS * DAY_MS)}
          AND s.state NOT IN ('refused', 'stopped', 'dry_run')) s`,
    );
    return new ShopLoads(
      new Map(
        found.map(({ shopId, open, shipped }) => [
          shopId,
          { open, aDay: Math.max(1, shipped / SHIPPED_DAYS) },
        ]),
      ),
    );
  }

  /** @returns null if it was not read */
  of(shopId: number): number | null {
    const shop = this.shops.get(shopId);
    return shop === undefined ? null : Math.round((shop.open / shop.aDay) * 100) / 100;
  }

  /** One more is decided at each of these shops. */
  take(shopIds: Iterable<number>): void {
    for (const id of new Set(shopIds)) {
      const shop = this.shops.get(id);
      if (shop) shop.open += 1;
    }
  }
}

export function usesLoad(criteria: Criteria): boolean {
  return criteria.some(({ by }) => by === 'load');
}
