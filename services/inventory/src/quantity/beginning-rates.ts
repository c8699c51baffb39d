import { randomUUID } from 'node:crypto';
import { instantFromMs } from '@hub/contract';
import { rows, type Tx } from '@hub/database';
import { COMMANDS, enqueueEach, type Sweep } from '@hub/messaging';
import { z } from 'zod';
import { lookedUntil, saveLookedUntil } from './looked-until';

const ShopIdRow = z.object({ shopId: z.int() });

const SWEEP = 'split rates that begin';
/** Where no earlier look is recorded. */
const FIRST_LOOK_BACK_MS = 24 * 60 * 60 * 1_000;

/**
 * A shop may be chosen once a split rate agreed from a later instant, or the first VAT rate of its country, begins
 * (D19), and no message reports that: the shop's network quantities are recalculated then (D16). The progress is kept,
 * so that a rate that began while no copy of the service ran is found at its start, however long that was.
 */
export function beginningRates(everyMs: number): Sweep {
  return {
    name: SWEEP,
    everyMs,
    async run(tx, now) {
      const since = await lookedUntil(tx, SWEEP, now - FIRST_LOOK_BACK_MS);
      if (now <= since) return 0;
      const shopIds = await shopsWithRatesFrom(tx, { since, until: now });
      const messages = shopIds.map((shopId) => ({ payload: { shopId }, correlation: randomUUID() }));
      await enqueueEach(tx, COMMANDS.recalculateShop, messages);
      await saveLookedUntil(tx, SWEEP, now);
      return shopIds.length;
    },
  };
}

/** @param span milliseconds since the epoch; its end is included */
async function shopsWithRatesFrom(tx: Tx, span: { since: number; until: number }): Promise<number[]> {
  const found = await rows(
    ShopIdRow,
    tx.$queryRaw`
    SELECT shop_id AS "shopId" FROM split_rate
    WHERE applies_from > ${instantFromMs(span.since)}::bigint AND applies_from <= ${instantFromMs(span.until)}::bigint
    UNION
    SELECT s.id FROM vat_rate r JOIN shop s ON s.country = r.country
    WHERE r.applies_from > ${instantFromMs(span.since)}::bigint AND r.applies_from <= ${instantFromMs(span.until)}::bigint
    ORDER BY "shopId"`,
  );
  return found.map(({ shopId }) => shopId);
}
