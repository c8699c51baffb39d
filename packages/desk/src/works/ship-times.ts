import { Prisma, rows, type Database } from '@hub/database';
import { DEFAULT_SHIP_TERMS, shouldHaveShipped } from '@hub/orders/placements';
import { z } from 'zod';

const TermsRow = z.object({
  id: z.int(),
  timeZone: z.string(),
  shipWithin: z.string(),
  closedDays: z.array(z.string()),
});

/** For each shop the moment before which what was placed there should have shipped by now (D38). */
export interface ShipTimes {
  /** Of shops whose sheets say nothing of it. */
  usual: Date;
  others: readonly { shopId: number; before: Date }[];
}

/** @param now milliseconds since the epoch */
export async function readShipTimes(db: Pick<Database, '$queryRaw'>, now: number): Promise<ShipTimes> {
  const found = await rows(
    TermsRow,
    db.$queryRaw`
    SELECT id, time_zone AS "timeZone", ship_within AS "shipWithin", coalesce(closed_days, '{}') AS "closedDays"
    FROM shop WHERE ship_within <> ${DEFAULT_SHIP_TERMS.shipWithin} OR cardinality(closed_days) > 0`,
  );
  const usual = shouldHaveShipped(now, DEFAULT_SHIP_TERMS);
  return {
    usual,
    others: found.map(({ id, ...terms }) => ({ shopId: id, before: shouldHaveShipped(now, terms) })),
  };
}

/** A condition on the moment that a shipping order was placed, such as `coalesce(s.placed_at, s.created_at)`. */
export function shouldShip(
  { usual, others }: ShipTimes,
  order: { shopId: Prisma.Sql; placedAt: Prisma.Sql },
): Prisma.Sql {
  const { shopId, placedAt } = order;
  const latest = new Date(Math.max(usual.getTime(), ...others.map(({ before }) => before.getTime())));
  const ids = others.map((one) => one.shopId);
  const befores = others.map(({ before }) => before);
  return Prisma.sql`${placedAt} < ${latest} AND ${placedAt} < coalesce((
    SELECT k.before FROM unnest(${ids}::int[], ${befores}::timestamptz[]) AS k (id, before) WHERE k.id = ${shopId}), ${usual}::timestamptz)`;
}
