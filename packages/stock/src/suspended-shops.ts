import { Prisma } from '@hub/database';

/**
 * Whether orders would only pile up at a shop (D19), from its row: its `POST /orders` is held (D23), or its circuit has
 * been open for over 60 s. One that opened a moment ago may close with the next trial.
 * @param alias of table `shop` in the surrounding query
 */
export function isSuspended(alias: string): Prisma.Sql {
  const shop = Prisma.raw(alias);
  return Prisma.sql`(${heldSince(alias)} IS NOT NULL
    OR coalesce(${shop}.circuit_open_since < now() - interval '60 seconds', false))`;
}

/** Whether a shop's `POST /orders` has been held for over an hour: its stock leaves the network quantities (D16). */
export function isHeldForLong(alias: string): Prisma.Sql {
  return Prisma.sql`coalesce(${heldSince(alias)} < now() - interval '1 hour', false)`;
}

/** A `401` holds all calls, a `403` only those of `POST /orders` (D23). */
function heldSince(alias: string): Prisma.Sql {
  const shop = Prisma.raw(alias);
  return Prisma.sql`least(${shop}.orders_held_since, ${shop}.calls_held_since)`;
}
