import type { ReadingRecord, Records } from '../records';
import type { KitStorage } from '../storage';
import { type AnsweredPage, readOn } from './read-on';

const READING = 'catalogue';
const AT_ONCE = 500;
const UNREAD: ReadingRecord = { startedAt: 0, next: null, whole: null };

/** What it is kept with. */
interface ListingContext<Tx> {
  storage: KitStorage<Tx>;
  records(tx: Tx): Records<Tx>;
  now(): number;
}

/**
 * What the catalogue listed, because the service does not know, and refuses, stock of anything else. Before the catalogue was read
 * whole for the first time nothing is known of it here, and everything may be reported.
 */
export class Listing<Tx> {
  /** When each variant was last listed, as far as this process knows: asked by each change of stock, it takes no lock. */
  readonly #listedAt = new Map<string, number>();
  #whole: ReadingRecord['whole'] = null;

  constructor(private readonly kit: ListingContext<Tx>) {}

  /** When the latest whole reading ended; null before the first. */
  get readAt(): number | null {
    return this.#whole?.endedAt ?? null;
  }

  /** Since when what the latest whole reading listed is listed; null before the first. */
  async listedSince(): Promise<number | null> {
    return (await this.#reading())?.whole?.startedAt ?? null;
  }

  /** Whether the variant was listed since the latest whole reading began. */
  async has(variantId: string, records: Records<Tx>): Promise<boolean> {
    if (this.#whole === null || this.#isListed(variantId)) return true;
    // Another process may have listed it a moment ago.
    const known = await records.peek('listed', variantId);
    if (known) this.#listedAt.set(variantId, known.at);
    return this.#isListed(variantId);
  }

  /**
   * Keeps what a page lists.
   *
   * @returns whether stock of some of it was not reported until now
   */
  async note(page: AnsweredPage, variantIds: readonly string[]): Promise<boolean> {
    const isNews = this.#whole !== null && !variantIds.every((id) => this.#isListed(id));
    // In one order, so that no two pages wait for one another.
    const sorted = [...new Set(variantIds)].sort();
    const { at, whole } = await this.kit.storage.transaction(async (tx) => {
      const records = this.kit.records(tx);
      const reading = await this.#readOn(page, records);
      // Listed is listed, though the clock went back.
      const now = Math.max(this.kit.now(), reading.startedAt, reading.whole?.startedAt ?? 0);
      for (const id of sorted)
        if (!(await records.insert('listed', id, { at: now })))
          await records.update('listed', id, { at: now });
      return { at: now, whole: reading.whole };
    });
    for (const id of sorted) this.#listedAt.set(id, at);
    this.#whole = whole;
    return isNews;
  }

  /** Learns what other processes have listed. */
  async refresh(): Promise<void> {
    const { storage } = this.kit;
    const reading = await this.#reading();
    for (let after = ''; ;) {
      const page = await storage.recordsOf({ kind: 'listed', after, limit: AT_ONCE });
      for (const { id, value } of page) this.#listedAt.set(id, JSON.parse(value).at);
      const last = page.at(-1);
      if (!last || page.length < AT_ONCE) break;
      after = last.id;
    }
    this.#whole = reading?.whole ?? null;
  }

  #isListed(variantId: string): boolean {
    const at = this.#listedAt.get(variantId);
    return at !== undefined && this.#whole !== null && at >= this.#whole.startedAt;
  }

  #reading(): Promise<ReadingRecord | null> {
    return this.kit.storage.transaction((tx) => this.kit.records(tx).find('reading', READING));
  }

  async #readOn(page: AnsweredPage, records: Records<Tx>): Promise<ReadingRecord> {
    const reading = readOn(await records.findOrInsert('reading', READING, UNREAD), page, this.kit.now());
    await records.update('reading', READING, reading);
    return reading;
  }
}
