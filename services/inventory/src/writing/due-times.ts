import { LIMITS } from '@hub/contract';
import { Prisma } from '@hub/database';

/** A change from or to so few pieces is sent at once (D16): there every piece may be the last. */
const FEW_PIECES = 20;

/** Columns or expressions of a row of `network_quantity`. */
interface Figures {
  target: Prisma.Sql;
  /** The quantity of the last write that was confirmed. */
  written: Prisma.Sql;
  /** What the store shows, as far as it reported. */
  shown: Prisma.Sql;
}

/**
 * D16: whether a target is sent at once. To or from 0, or few pieces, against the last quantity written; or more than a
 * tenth below what the store shows. A change of `test_variants` is one to or from 0.
 */
export function isSentAtOnce({ target, written, shown }: Figures): Prisma.Sql {
  return Prisma.sql`(
    (${target} <> ${written} AND least(${target}, ${written}) <= ${FEW_PIECES})
    OR ${target} * 10::bigint < ${shown} * 9::bigint)`;
}

/**
 * D16: when a change that may wait is sent: within one sync cycle of the oldest unsent one. Each key has its own time
 * in the cycle, so that calls are spread over it, and many changes in a cycle become one call.
 * @param key a hash, bigint
 */
export function momentInCycle(since: Prisma.Sql, key: Prisma.Sql, syncIntervalMs: number): Prisma.Sql {
  const cycle = Prisma.sql`${syncIntervalMs}::bigint`;
  // As the column keeps it: recalculating it gives the same time.
  const at = Prisma.sql`${since}::timestamptz(3)`;
  const sinceMs = Prisma.sql`round(extract(epoch FROM ${at}) * 1000)::bigint`;
  const own = Prisma.sql`mod(${key} & 9223372036854775807, ${cycle})`;
  return Prisma.sql`(${at} + (${cycle} - mod(${sinceMs} + ${own}, ${cycle})) * interval '1 ms')`;
}

/** The key of a row `n` of `network_quantity`. */
export const ROW_KEY = Prisma.sql`hashtextextended(n.variant_id, n.shop_id)`;

/**
 * D16: by how many pieces a target may fall before it is sent at once, if the target, or what the store reported, is
 * written meanwhile. Less than 0: none.
 */
export function spareOf({ target, shown }: Pick<Figures, 'target' | 'shown'>): Prisma.Sql {
  return Prisma.sql`least(${target} - ${FEW_PIECES + 1},
    (${target} * 10::bigint - greatest(${target}, ${shown}) * 9::bigint) / 10)`;
}

/**
 * Whether a row may be sent now: any while the shop's `inventory` is on; once it is off only zeros, and those for ten
 * minutes (D16). A switch not noted yet counts as just made.
 */
export const MAY_BE_SENT = Prisma.sql`(s.inventory <> 'off'
  OR (n.wanted = 0 AND coalesce(s.inventory_off_since, now()) > now() - ${LIMITS.zeroingMs} * interval '1 ms'))`;
