import { randomUUID } from 'node:crypto';
import type { Sweep } from '@hub/messaging';
import { takeDueArticles } from './article-calculations';
import { recalculateArticles } from './recalculate-articles';

/** Few at once: they are locked until all are saved, and a thousand shops may share each. */
const ARTICLES = 20;
const EVERY_MS = 1_000;

/**
 * D16: recalculates the articles that are due in the sync cycle, so that their quantities are sent once, however often
 * they changed since the last cycle. The writer finds due rows without a signal.
 */
export function dueArticles(syncIntervalMs: number): Sweep {
  return {
    name: 'articles due in their sync cycle',
    everyMs: Math.min(EVERY_MS, syncIntervalMs),
    batch: ARTICLES,
    async run(tx, now) {
      const gtins = await takeDueArticles(tx, ARTICLES);
      const articles = gtins.map((gtin) => ({ gtin, correlation: randomUUID(), offered: null }));
      await recalculateArticles(tx, articles, { now, syncIntervalMs, save: 'all' });
      return gtins.length;
    },
  };
}
