import { LIMITS } from '@hub/contract';
import { rows } from '@hub/database';
import type { Sweep } from '@hub/messaging';
import { alertLongOpen, resolveLongOpen } from '@hub/orders/records';
import { z } from 'zod';

const DAY_MS = 24 * 60 * 60_000;
/** Later rounds begin so far back: what a failed run or an order's lock left out is found then. */
const OVERLAP_MS = 2 * DAY_MS;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

const OldOrder = z.object({ id: z.string(), at: z.date() });

/**
 * An order with an open line is a case from day 150 after its receipt (D30). The first round after a start looks at all
 * orders of that age, each daily one after it at those that have just reached it.
 */
export function alertOldOpenOrders({ everyMs, limit }: { everyMs: number; limit: number }): Sweep {
  let after = { at: new Date(0), id: LOWEST_ID };
  let begunAt: number | null = null;
  return {
    name: 'retention: orders open for long',
    everyMs,
    batch: limit,
    async run(tx, now) {
      await resolveLongOpen(tx);
      const before = new Date(now - LIMITS.openOrderDays * DAY_MS);
      if (begunAt !== null && now - begunAt >= DAY_MS) {
        after = { at: new Date(begunAt - LIMITS.openOrderDays * DAY_MS - OVERLAP_MS), id: LOWEST_ID };
        begunAt = now;
      }
      begunAt ??= now;
      const old = await rows(
        OldOrder,
        tx.$queryRaw`
        SELECT id, received_at AS at FROM seller_order
        WHERE blanked_at IS NULL AND received_at <= ${before} AND (received_at, id) > (${after.at}, ${after.id}::uuid)
        ORDER BY received_at, id LIMIT ${limit}`,
      );
      await alertLongOpen(
        tx,
        old.map(({ id }) => id),
      );
      after = old.at(-1) ?? after;
      return old.length;
    },
  };
}
