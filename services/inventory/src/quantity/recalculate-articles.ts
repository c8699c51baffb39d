import { instantFromMs } from '@hub/contract';
import type { Sql } from '@hub/database';
import { COMMANDS, enqueueEach } from '@hub/messaging';
import { findAwaited, readArticleFacts, type OfferedStock } from '@hub/stock';
import { lockArticles, saveCalculations, type Busy } from './article-calculations';
import { decideTargets, type Target } from './decide-targets';
import { saveTargets, type Saved } from './network-quantity-records';

/** An article to recalculate. */
export interface Recalculation {
  gtin: string;
  correlation: string;
  /** The stock just offered to its waiting lines; null: not known whether any line waits. */
  offered: readonly OfferedStock[] | null;
}

/** When articles are recalculated, and what is written. */
export interface Recalculating {
  /** Milliseconds since the epoch: split rates agreed from a later instant do not count yet. */
  now: number;
  syncIntervalMs: number;
  /** Default `urgent`: changes that may wait for their sync cycle (D16) are left to the article's time in it. */
  save?: Saved;
  /** If another transaction is calculating an article; default `wait`. */
  busy?: Busy;
}

/** The result of recalculating articles. */
export interface Recalculated {
  /** Shops that have something to be written now. */
  due: Set<number>;
  /** Articles left out because another transaction is calculating them. */
  left: Recalculation[];
}

/** Recalculates the network quantities of articles, each once. */
export async function recalculateArticles(
  tx: Sql,
  articles: readonly Recalculation[],
  { now, syncIntervalMs, save = 'urgent', busy = 'wait' }: Recalculating,
): Promise<Recalculated> {
  if (articles.length === 0) return { due: new Set(), left: [] };
  const gtins = articles.map(({ gtin }) => gtin);
  const leftOut = await lockArticles(tx, gtins, busy);
  const left = articles.filter(({ gtin }) => leftOut.has(gtin));
  const locked = articles.filter(({ gtin }) => !leftOut.has(gtin));
  if (locked.length === 0) return { due: new Set(), left };
  const targets = await calculateTargets(tx, locked, now);
  const due = await saveTargets(tx, targets, { syncIntervalMs, save });
  await saveCalculations(
    tx,
    locked.map(({ gtin }) => gtin),
    { targets, now, syncIntervalMs },
  );
  return { due, left };
}

/**
 * What every shop should show of articles that this transaction has locked (`lockArticles`). Waiting lines come first
 * (D16), whatever changed: where the stock may be enough for one, it is served before anything more is published.
 * @param now milliseconds since the epoch
 */
export async function calculateTargets(
  tx: Sql,
  articles: readonly Recalculation[],
  now: number,
): Promise<Target[]> {
  const gtins = articles.map(({ gtin }) => gtin);
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
  return articles.flatMap(({ gtin, offered }) => {
    const article = facts.get(gtin);
    return article ? decideTargets(article, offered ?? (awaited.has(gtin) ? [] : 'all')) : [];
  });
}
