import { instantFromMs } from '@hub/contract';
import type { Sql } from '@hub/database';
import { COMMANDS, enqueueEach } from '@hub/messaging';
import { findAwaited, readArticleFacts, type OfferedStock } from '@hub/stock';
import { decideTargets } from './decide-targets';
import { saveTargets } from './network-quantity-records';

/** Names the advisory locks of articles; the second key is the article. */
const ARTICLE_LOCK = 7_201_501;

/** An article to be worked out. */
export interface Recalculation {
  gtin: string;
  correlation: string;
  /** The stock that lines which wait for it were offered just now; null: to be asked whether any waits. */
  offered: readonly OfferedStock[] | null;
}

/**
 * Works out the network quantities of articles, each once. Here, under the article's lock, waiting lines come first
 * (D16), whatever changed: where there may be stock enough for one, it is served before anything more is published.
 * @param when `now` in milliseconds since the epoch: split rates agreed from a later instant do not count yet
 * @returns shops that have something to be written now
 */
export async function recalculateArticles(
  tx: Sql,
  articles: readonly Recalculation[],
  { now, syncIntervalMs }: { now: number; syncIntervalMs: number },
): Promise<Set<number>> {
  const gtins = articles.map(({ gtin }) => gtin);
  await lockArticles(tx, gtins);
  const facts = await readArticleFacts(tx, gtins, instantFromMs(now));
  const asked = articles.filter(({ offered }) => offered === null);
  const awaited = await findAwaited(
    tx,
    asked.map(({ gtin }) => gtin),
  );
  await enqueueEach(
    tx,
    COMMANDS.serveWaitingLines,
    asked
      .filter(({ gtin }) => awaited.has(gtin))
      .map(({ gtin, correlation }) => ({ payload: { gtin }, correlation })),
  );
  const targets = articles.flatMap(({ gtin, offered }) => {
    const article = facts.get(gtin);
    return article ? decideTargets(article, offered ?? (awaited.has(gtin) ? [] : 'all')) : [];
  });
  return saveTargets(tx, targets, syncIntervalMs);
}

/** One calculation of an article at a time, or an older one could overwrite a newer. Stock itself is not locked. */
async function lockArticles(tx: Sql, gtins: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT count(pg_advisory_xact_lock(${ARTICLE_LOCK}::int, key)) FROM (
      SELECT DISTINCT hashtext(gtin) AS key FROM unnest(${gtins}::text[]) AS g (gtin) ORDER BY key
    ) AS in_order`;
}
