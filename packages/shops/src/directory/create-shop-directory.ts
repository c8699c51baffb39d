import type { Database } from '@hub/database';
import { SecretUnreadableError, type KeyRing } from '@hub/installation';
import type { Logger, Component } from '@hub/runtime';
import { shopRevisions, shopRows, type ShopRow } from '../shop-records';
import { databaseTime, Heartbeat } from './heartbeat';
import { shopOf, type Shop } from './shop';
import { senderOf, type ShopSender } from './shop-sender';
import { UnreadableShops } from './unreadable-shops';

/** Every shop in memory; a change is there within `refreshMs` (D25: two seconds at most). */
export interface ShopDirectory extends Component {
  /** Loads all shops, then refreshes them. While the database is unavailable nothing is known and `ready()` reports it. */
  start(): Promise<void>;
  bySlug(slug: string): Shop | null;
  byId(id: number): Shop | null;
  /** The sender of events under a slug: known even if its secrets cannot be decrypted. */
  senderOf(slug: string, nowMs: number): ShopSender | null;
  all(): Shop[];
  /** Reads all changes up to now. Fails if the database cannot be read. */
  refresh(): Promise<void>;
  ready(): boolean;
}

export interface ShopDirectoryOptions {
  db: Database;
  /** The keys of the process, or a single one. */
  encryptionKey: string | KeyRing;
  refreshMs?: number;
  /** The name under which the process reports what it has read (D25); none: it does not report. */
  service?: string;
  logger: Logger;
}

/**
 * While the database is unavailable the directory keeps its content. A shop whose secrets cannot be decrypted is reported and
 * left out until its sheet is applied again, but stays known as a sender: its events are undecidable, not unauthorized
 * (D3).
 */
export function createShopDirectory(options: ShopDirectoryOptions): ShopDirectory {
  return new Directory(options);
}

class Directory implements ShopDirectory {
  readonly name = 'shop directory';
  /** Revisions seen, including those of shops left out: each is read once. */
  private revisions = new Map<number, bigint>();
  private readonly shops = new Map<number, Shop>();
  private slugs = new Map<string, Shop>();
  private readonly senders = new Map<string, { id: number; at: (nowMs: number) => ShopSender }>();
  private latestRead: Promise<void> = Promise.resolve();
  private readAt: Date | null = null;
  private timer: NodeJS.Timeout | undefined;
  private loaded = false;
  private stopped = false;
  private failing = false;
  private readonly unreadable: UnreadableShops;
  private readonly heartbeat: Heartbeat | null;

  constructor(private readonly options: ShopDirectoryOptions) {
    const { db, encryptionKey, service } = options;
    this.unreadable = new UnreadableShops(db, encryptionKey);
    this.heartbeat = service === undefined ? null : new Heartbeat(db, service);
  }

  async start(): Promise<void> {
    await this.refreshOrKeep();
    this.poll();
  }

  bySlug(slug: string): Shop | null {
    return this.slugs.get(slug) ?? null;
  }

  byId(id: number): Shop | null {
    return this.shops.get(id) ?? null;
  }

  senderOf(slug: string, nowMs: number): ShopSender | null {
    return this.senders.get(slug)?.at(nowMs) ?? null;
  }

  all(): Shop[] {
    return [...this.shops.values()];
  }

  /** Reads are serialised, so that each sees what was committed before it was requested. */
  refresh(): Promise<void> {
    const read = this.latestRead.then(() => this.read());
    this.latestRead = read.catch(() => undefined);
    return read;
  }

  ready(): boolean {
    return this.loaded;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.latestRead;
    await this.heartbeat?.end().catch(() => undefined);
  }

  private poll(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      void this.refreshOrKeep().then(() => this.poll());
    }, this.options.refreshMs ?? 1_000);
  }

  private async refreshOrKeep(): Promise<void> {
    try {
      await this.refresh();
      if (this.failing) this.options.logger.info('shops can be read again');
      this.failing = false;
      this.loaded = true;
      await this.report();
    } catch (error) {
      if (!this.failing) this.options.logger.error('shops cannot be read: keeping the known ones', { error });
      this.failing = true;
    }
  }

  private async report(): Promise<void> {
    const { heartbeat, readAt } = this;
    if (!heartbeat || !readAt) return;
    const revisions = [...this.revisions];
    await heartbeat.beat({
      readAt,
      revision: revisions.reduce((highest, [, revision]) => (revision > highest ? revision : highest), 0n),
      unreadableShops: revisions.map(([id]) => id).filter((id) => !this.shops.has(id)),
    });
  }

  private async read(): Promise<void> {
    const { db } = this.options;
    const readAt = this.heartbeat ? await databaseTime(db) : null;
    const current = await shopRevisions(db);
    this.readAt = readAt;
    const changed = current.filter(({ id, revision }) => this.revisions.get(id) !== revision);
    const gone = this.missingIn(current);
    if (changed.length === 0 && gone.length === 0) return;
    const rows =
      changed.length === 0
        ? []
        : await shopRows(
            db,
            changed.map(({ id }) => id),
          );
    for (const id of gone) this.forget(id);
    const left = rows.filter((row) => !this.take(row));
    this.slugs = new Map(this.all().map((shop) => [shop.slug, shop]));
    await this.unreadable.ended([...gone, ...rows.filter((row) => !left.includes(row)).map(({ id }) => id)]);
    for (const row of left) await this.unreadable.found(row);
  }

  private missingIn(current: readonly { id: number }[]): number[] {
    const ids = new Set(current.map(({ id }) => id));
    return [...this.revisions.keys()].filter((id) => !ids.has(id));
  }

  private forget(id: number): void {
    this.revisions.delete(id);
    this.shops.delete(id);
    for (const [slug, sender] of this.senders) if (sender.id === id) this.senders.delete(slug);
  }

  /** @returns whether all of its secrets could be decrypted */
  private take(row: ShopRow): boolean {
    this.revisions.set(row.id, row.revision);
    this.senders.set(row.slug, { id: row.id, at: senderOf(row, this.options.encryptionKey) });
    try {
      this.shops.set(row.id, shopOf(row, this.options.encryptionKey));
      return true;
    } catch (error) {
      if (!(error instanceof SecretUnreadableError)) throw error;
      this.shops.delete(row.id);
      this.options.logger.error('shop skipped: its secrets cannot be decrypted with the given keys', {
        shop: row.slug,
        error,
      });
      return false;
    }
  }
}
