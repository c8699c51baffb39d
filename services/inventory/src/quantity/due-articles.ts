import { randomUUID } from 'node:crypto';
import type { Pass } from '@hub/messaging';
import { takeDueArticles } from './article-calculations';
import { recalculateArticles } from './recalculate-articles';

const ARTICLES = 100;
const EVERY_MS = 1_000;

/**
 * D16: works out the articles whose moment in the sync cycle has come, and has what they show sent: once, however often
 * they changed since the last. The writer finds what is due by itself.
 */
export function dueArticles(syncIntervalMs: number): Pass {
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
