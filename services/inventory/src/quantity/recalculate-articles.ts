import { instantFromMs } from '@hub/contract';
import type { Sql } from '@hub/database';
import { COMMANDS, enqueueEach } from '@hub/messaging';
import { findAwaited, readArticleFacts, type OfferedStock } from '@hub/stock';
import { lockArticles, saveCalculations } from './article-calculations';
import { decideTargets } from './decide-targets';
import { saveTargets, type Saved } from './network-quantity-records';

/** An article to be worked out. */
export interface Recalculation {
  gtin: string;
  correlation: string;
  /** The stock that lines which wait for it were offered just now; null: to be asked whether any waits. */
  offered: readonly OfferedStock[] | null;
}

/** When articles are worked out, and what of it is written. */
export interface Recalculating {
  /** Milliseconds since the epoch: split rates agreed from a later instant do not count yet. */
  now: number;
  syncIntervalMs: number;
  /** Default `urgent`: what may wait for its sync cycle (D16) is left to the article's moment in it. */
  save?: Saved;
}

/**
 * Works out the network quantities of articles, each once. Here, under the article's lock, waiting lines come first
 * (D16), whatever changed: where there may be stock enough for one, it is served before anything more is published.
 * @returns shops that have something to be written now
 */
export async function recalculateArticles(
  tx: Sql,
  articles: readonly Recalculation[],
  { now, syncIntervalMs, save = 'urgent' }: Recalculating,
): Promise<Set<number>> {
  if (articles.length === 0) return new Set();
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
  const due = await saveTargets(tx, targets, { syncIntervalMs, save });
  await saveCalculations(tx, gtins, { targets, now, syncIntervalMs });
  return due;
}
