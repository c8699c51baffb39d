import { rows, type Database } from '@hub/database';
import { done, type CallingContext, type CommandInput, type Settlement } from '@hub/messaging';
import { z } from 'zod';
import type { RecalculatorOptions } from './handle-recalculate-articles';
import { zeroUnlinkedTargets } from './network-quantity-records';
import { noteSwitchedOff } from './note-switched-off';
import { recalculateArticles } from './recalculate-articles';

const GtinRow = z.object({ gtin: z.string() });

/** Articles calculated in one transaction. */
const CHUNK = 250;

type Input = Pick<CommandInput<{ shopId: number }>, 'payload' | 'now' | 'correlation'>;

/**
 * A shop's sheet or catalogue changed: recalculates all its articles, and sets the target of unlinked variants to 0. In
 * separate transactions instead of messages, which would delay fresh changes of stock; doing it again changes nothing.
 */
export function shopRecalculator({ wakeWriter, syncIntervalMs }: RecalculatorOptions) {
  return async (context: CallingContext, { payload, now, correlation }: Input): Promise<Settlement> => {
    const { shopId } = payload;
    await context.transact(noteSwitchedOff);
    wakeWriter(await context.transact((tx) => zeroUnlinkedTargets(tx, shopId, syncIntervalMs)));
    const gtins = await articlesOfShop(context.db, shopId);
    for (let from = 0; from < gtins.length; from += CHUNK) {
      const chunk = gtins.slice(from, from + CHUNK).map((gtin) => ({ gtin, correlation, offered: null }));
      const recalculated = await context.transact((tx) =>
        recalculateArticles(tx, chunk, { now, syncIntervalMs }),
      );
      wakeWriter(recalculated.due);
    }
    return done(`${gtins.length} articles`);
  };
}

/** Of variants in any state: a retired one has the target 0, and others no longer count its stock. */
async function articlesOfShop(db: Database, shopId: number): Promise<string[]> {
  const found = await rows(
    GtinRow,
    db.$queryRaw`
    SELECT DISTINCT gtin FROM variant WHERE shop_id = ${shopId} AND gtin IS NOT NULL`,
  );
  return found.map(({ gtin }) => gtin);
}
