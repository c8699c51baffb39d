import { instantFromMs } from '@hub/contract';
import type { Sql } from '@hub/database';
import { done, type BatchContext, type CommandInput, type Settlement } from '@hub/messaging';
import { networkQuantities, readArticleFacts } from '@hub/stock';
import { saveWanted } from './network-quantity-records';

/** Names the advisory locks of articles; the second key is the article. */
const ARTICLE_LOCK = 7_201_501;

/** What a handler that works out quantities is given. */
export interface Recalculating {
  /** Has what is due now written. */
  wakeWriter: (shopIds: Iterable<number>) => void;
  /** What may wait is written within so long (D16). */
  syncIntervalMs: number;
}

/**
 * Works out the network quantities of articles that changed (D16): however many messages of an article arrived
 * together, once. Then has what is due written.
 */
export function articlesRecalculator({ wakeWriter, syncIntervalMs }: Recalculating) {
  return async (context: BatchContext, inputs: CommandInput<{ gtin: string }>[]): Promise<Settlement[]> => {
    const gtins = [...new Set(inputs.map(({ payload }) => payload.gtin))];
    const now = inputs[0]?.now ?? 0;
    wakeWriter(await context.transactSql((tx) => recalculateArticles(tx, gtins, { now, syncIntervalMs })));
    return inputs.map(() => done('recalculated'));
  };
}

/**
 * @param when `now` in milliseconds since the epoch: split rates agreed from a later instant do not count yet
 * @returns shops that have something to be written now
 */
export async function recalculateArticles(
  tx: Sql,
  gtins: readonly string[],
  { now, syncIntervalMs }: { now: number; syncIntervalMs: number },
): Promise<Set<number>> {
  await lockArticles(tx, gtins);
  const articles = await readArticleFacts(tx, gtins, instantFromMs(now));
  return saveWanted(tx, [...articles.values()].flatMap(networkQuantities), syncIntervalMs);
}

/** One calculation of an article at a time, or an older one could overwrite a newer. Stock itself is not locked. */
async function lockArticles(tx: Sql, gtins: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT count(pg_advisory_xact_lock(${ARTICLE_LOCK}::int, key)) FROM (
      SELECT DISTINCT hashtext(gtin) AS key FROM unnest(${gtins}::text[]) AS g (gtin) ORDER BY key
    ) AS in_order`;
}
