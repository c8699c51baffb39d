import { rows, type Tx } from '@hub/database';
import { z } from 'zod';

/** Above this count a word is simply common. */
const COUNTED = 5_000;
/** The weights of words change slowly. */
const KEPT_MS = 10 * 60_000;
const KEPT_WORDS = 100_000;

const CountRow = z.object({ word: z.string(), products: z.int() });
const TotalRow = z.object({ products: z.int() });

/** How many products of the whole network have a word, and how many there are: the basis of the weights. */
export class WordCounts {
  private counts = new Map<string, number>();
  private products = 0;
  private readAt = Number.NEGATIVE_INFINITY;

  /** @returns counts of at least these words */
  async of(
    tx: Tx,
    words: Iterable<string>,
    now: number,
  ): Promise<{ counts: ReadonlyMap<string, number>; products: number }> {
    if (now - this.readAt > KEPT_MS || this.counts.size > KEPT_WORDS) await this.begin(tx, now);
    const unknown = [...new Set(words)].filter((word) => !this.counts.has(word));
    if (unknown.length > 0) await this.count(tx, unknown);
    return { counts: this.counts, products: this.products };
  }

  private async begin(tx: Tx, now: number): Promise<void> {
    const [total] = await rows(TotalRow, tx.$queryRaw`SELECT count(*)::int AS products FROM listed_product`);
    this.counts = new Map();
    this.products = total?.products ?? 0;
    this.readAt = now;
  }

  private async count(tx: Tx, words: readonly string[]): Promise<void> {
    const counted = await rows(
      CountRow,
      tx.$queryRaw`
      SELECT w.word, (SELECT count(*)::int FROM (SELECT FROM listing_key WHERE key = '*.' || w.word LIMIT ${COUNTED}) k) AS products
      FROM unnest(${[...words]}::text[]) AS w (word)`,
    );
    for (const { word, products } of counted) this.counts.set(word, products);
  }
}
