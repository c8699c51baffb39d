import { randomUUID } from 'node:crypto';
import { instantFromMs } from '@hub/contract';
import type { Tx } from '@hub/database';
import { COMMANDS, enqueueEach, type Pass } from '@hub/messaging';

/** What began while no copy of the service ran is found at its start, as far back as this. */
const LOOK_BACK_MS = 24 * 60 * 60 * 1_000;

/**
 * A split rate agreed from a later instant makes its shop one that may be chosen once that comes (D19), and no message
 * tells of it: the shop's network quantities are worked out anew then (D16).
 */
export function beginningRates(everyMs: number): Pass {
  let next: number | null = null;
  let last: number | null = null;
  return {
    name: 'split rates that begin',
    everyMs,
    async run(tx, now) {
      const since = next ?? now - LOOK_BACK_MS;
      const shopIds = await shopsWithRatesFrom(tx, { since, until: now });
      const messages = shopIds.map((shopId) => ({ payload: { shopId }, correlation: randomUUID() }));
      await enqueueEach(tx, COMMANDS.recalculateShop, messages);
      // The next look covers this one again: whether this one is committed is not known here.
      next = last ?? since;
      last = now;
      return shopIds.length;
    },
  };
}

/** @param span milliseconds since the epoch; its end belongs to it */
async function shopsWithRatesFrom(tx: Tx, span: { since: number; until: number }): Promise<number[]> {
  const rows = await tx.$queryRaw<{ shopId: number }[]>`
    SELECT DISTINCT shop_id AS "shopId" FROM split_rate
    WHERE applies_from > ${instantFromMs(span.since)}::bigint AND applies_from <= ${instantFromMs(span.until)}::bigint
    ORDER BY shop_id`;
  return rows.map(({ shopId }) => shopId);
}
