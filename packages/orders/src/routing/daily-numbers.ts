import { Prisma, rows, type Sql } from '@hub/database';
import { z } from 'zod';
import { localDay } from '../calendar/local-day';

/** What a shop's sheet says of the shipping orders it takes in a day (D19). */
export interface DailyNumber {
  id: number;
  timeZone: string;
  /** Null: any number. */
  ordersPerDay: number | null;
}

/** Distinguishes these advisory locks from others. */
const DAILY_NUMBER_LOCK = 7_201_109;

const DecidedRow = z.object({ shopId: z.int(), orders: z.int() });

/**
 * The shipping orders decided today at shops with a daily number (D19), and whether that is reached. What is decided in
 * the same transaction is added with `take`.
 */
export class DailyNumbers {
  private constructor(private readonly left: Map<number, number>) {}

  /**
   * Reads the shops' numbers of their present day. Orders that were refused or stopped do not count, nor those of a dry
   * run.
   * @param now milliseconds since the epoch
   */
  static async read(tx: Sql, shops: readonly DailyNumber[], now: number): Promise<DailyNumbers> {
    const limited = shops.flatMap(({ id, timeZone, ordersPerDay }) =>
      ordersPerDay === null ? [] : [{ id, ordersPerDay, since: new Date(localDay(now, timeZone).start) }],
    );
    const left = new Map(limited.map(({ id, ordersPerDay }) => [id, ordersPerDay]));
    if (limited.length === 0) return new DailyNumbers(left);
    const decided = await rows(
      DecidedRow,
      tx.$queryRaw`
      SELECT k.id AS "shopId", s.orders FROM unnest(
        ${limited.map(({ id }) => id)}::int[], ${limited.map(({ since }) => since)}::timestamptz[]) AS k (id, since)
      CROSS JOIN LATERAL (SELECT count(*)::int AS orders FROM shipping_order s
        WHERE s.shop_id = k.id AND s.created_at >= k.since AND s.state NOT IN ('refused', 'stopped', 'dry_run')) s`,
    );
    for (const { shopId, orders } of decided) left.set(shopId, (left.get(shopId) ?? 0) - orders);
    return new DailyNumbers(left);
  }

  isFull(shopId: number): boolean {
    return (this.left.get(shopId) ?? Infinity) <= 0;
  }

  /** One more is decided at each of these shops. */
  take(shopIds: Iterable<number>): void {
    for (const id of new Set(shopIds)) {
      const left = this.left.get(id);
      if (left !== undefined) this.left.set(id, left - 1);
    }
  }
}

/**
 * Decisions that count on a shop's number go one after the other: locks the numbers of shops until the transaction
 * ends, after their sheets and before stock.
 */
export function lockingDailyNumbers(shopIds: readonly number[]): Prisma.Sql {
  const ids = [...new Set(shopIds)].toSorted((a, b) => a - b);
  return Prisma.sql`SELECT pg_advisory_xact_lock(${DAILY_NUMBER_LOCK}::int, id) FROM unnest(${ids}::int[]) AS s (id)`;
}
