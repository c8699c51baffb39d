import { done, type BatchContext, type CommandInput, type Settlement } from '@hub/messaging';
import type { OfferedStock } from '@hub/stock';
import { recalculateArticles, type Recalculation } from './recalculate-articles';

/** What a handler that works out quantities is given. */
export interface Recalculating {
  /** Has what is due now written. */
  wakeWriter: (shopIds: Iterable<number>) => void;
  /** What may wait is written within so long (D16). */
  syncIntervalMs: number;
}

type Input = CommandInput<{ gtin: string; offered?: OfferedStock[] | undefined }>;

/**
 * Works out the network quantities of articles that changed (D16): however many messages of an article arrived
 * together, once. Then has what is due written.
 */
export function articlesRecalculator({ wakeWriter, syncIntervalMs }: Recalculating) {
  return async (context: BatchContext, inputs: Input[]): Promise<Settlement[]> => {
    const now = inputs[0]?.now ?? 0;
    const articles = eachArticleOnce(inputs);
    wakeWriter(await context.transactSql((tx) => recalculateArticles(tx, articles, { now, syncIntervalMs })));
    return inputs.map(() => done('recalculated'));
  };
}

/** A message that asks whether lines wait outweighs those that tell what such lines were offered. */
function eachArticleOnce(inputs: readonly Input[]): Recalculation[] {
  const articles = new Map<string, Recalculation>();
  for (const { payload, correlation } of inputs) {
    const { gtin, offered = null } = payload;
    const known = articles.get(gtin);
    const merged = known ? mergeOffered(known.offered, offered) : offered;
    articles.set(gtin, { gtin, correlation: known?.correlation ?? correlation, offered: merged });
  }
  return [...articles.values()];
}

function mergeOffered(
  one: Recalculation['offered'],
  other: Recalculation['offered'],
): Recalculation['offered'] {
  return one === null || other === null ? null : [...one, ...other];
}
