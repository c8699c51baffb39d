import { randomUUID } from 'node:crypto';
import { COMMANDS, enqueueEach, type Sweep } from '@hub/messaging';
import { isHeldForLong } from '@hub/stock';
import { z } from 'zod';
import { rows } from '@hub/database';

const ShopIdRow = z.object({ shopId: z.int() });

/**
 * A shop whose `POST /orders` has been held for over an hour no longer counts in network quantities, and counts again
 * when the hold ends (D16): no message reports either, so this sweep triggers the recalculation.
 */
export function heldSupplySweep(everyMs: number): Sweep {
  return {
    name: 'supply of held shops',
    everyMs,
    async run(tx) {
      const changed = await rows(
        ShopIdRow,
        tx.$queryRaw`
        UPDATE shop SET supply_withheld = NOT supply_withheld
        WHERE supply_withheld <> ${isHeldForLong('shop')} RETURNING id AS "shopId"`,
      );
      await enqueueEach(
        tx,
        COMMANDS.recalculateShop,
        changed.map((payload) => ({ payload, correlation: randomUUID() })),
      );
      return changed.length;
    },
  };
}
