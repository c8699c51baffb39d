/** How distinctive a word is: one in few products distinguishes articles, one in many does not. */
export interface WordWeights {
  /** From 0 (in every product) up to 1 (in only one, or in none that is known). */
  of(word: string): number;
}

/**
 * Weights words by how many products of all shops have them.
 * @param counts products that have the word
 * @param products in all
 */
export function wordWeights(counts: ReadonlyMap<string, number>, products: number): WordWeights {
  const most = Math.log(1 + Math.max(products, 1));
  return { of: (word) => Math.log(1 + Math.max(products, 1) / (counts.get(word) ?? 1)) / most };
}

/** How many of the products have each word. */
export function countText(products: Iterable<ReadonlySet<string>>): {
  counts: Map<string, number>;
  products: number;
} {
  const counts = new Map<string, number>();
  let all = 0;
  for (const words of products) {
    all += 1;
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return { counts, products: all };
}
