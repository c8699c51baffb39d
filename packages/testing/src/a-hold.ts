import type { Database } from '@hub/database';

/**
 * Holds the calls to a shop's store since a moment, as after a `401`; with `operation` only those of that, as after a
 * `403`.
 */
export async function aHold(
  db: Database,
  hold: { shopId: number; operation?: string; since?: Date; nextProbeAt?: Date },
): Promise<void> {
  const { shopId, operation = 'all', since = new Date() } = hold;
  const { nextProbeAt = new Date(since.getTime() + 300_000) } = hold;
  const status = operation === 'all' ? 401 : 403;
  await db.callHold.create({ data: { shopId, operation, status, since, nextProbeAt } });
  await db.shop.update({
    where: { id: shopId },
    data: {
      ...(operation === 'all' ? { callsHeldSince: since, nextProbeAt } : {}),
      ...(['all', 'place_order'].includes(operation) ? { ordersHeldSince: since } : {}),
    },
  });
}
