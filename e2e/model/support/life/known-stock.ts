export interface Sheet {
  products: 'live' | 'off';
  inventory: 'live' | 'off';
  orders: 'live' | 'draining' | 'off';
  cancellation: 'live' | 'off';
  returns: 'live' | 'off';
  locations: readonly string[];
}

/** A variant of an article; the shop lists at most one of each. */
export interface Listed {
  variantId: string;
  article: number;
  hasBarcode: boolean;
}

interface Level {
  quantity: number;
  /** `changed_at` of the latest accepted event, to the nanosecond; null: only catalogue runs reported the figure. */
  changedAt: string | null;
  /** The quantity of that event: a run may have set another since. */
  reported: number | null;
  /** It is not from before an interruption (D16). */
  counts: boolean;
}

/** A variant as a catalogue run reads it, with its quantities by location. */
export interface ListedStock extends Listed {
  quantities: Readonly<Record<string, number>>;
}

export interface StockReport {
  variantId: string;
  locationId: string;
  quantity: number;
  changedAt: string;
}

/** What the hub can know of a shop's variants and stock, from the answers that it gave and the runs that it accepted. */
export class KnownStock {
  /** Variants of the latest accepted catalogue run. */
  private active = new Map<string, Listed>();
  /** As it was listed when a run was last accepted with it. */
  private readonly latest = new Map<string, Listed>();
  private readonly levels = new Map<string, Level>();
  private lastRead: readonly ListedStock[] = [];
  private readonly reportedSinceRead = new Set<string>();
  /** Taken before the sheet was applied, in ms: a report of the same millisecond was made before the sheet. */
  private readonly since = new Map<string, number>();
  private locations: readonly string[] = [];
  private isLive = false;

  /** @param change.before null: the shop was not in the network */
  sheetChanged(change: { before: Sheet | null; now: Sheet; at: number }): void {
    const { before, now, at } = change;
    const wasLive = before?.inventory === 'live';
    for (const location of now.locations)
      if (!wasLive || !before.locations.includes(location)) this.interrupt(location, at);
    this.locations = now.locations;
    this.isLive = now.inventory === 'live';
  }

  removed(): void {
    this.active = new Map();
    this.isLive = false;
  }

  /** A catalogue run has read the store. It is applied later, if it is accepted. */
  catalogueRead(variants: readonly ListedStock[]): void {
    this.lastRead = variants.map((variant) => ({ ...variant }));
    this.reportedSinceRead.clear();
  }

  runAccepted(requestedAt: number): void {
    this.active = new Map(this.lastRead.map((variant) => [variant.variantId, variant]));
    for (const { variantId, quantities, ...listed } of this.lastRead) {
      this.latest.set(variantId, { variantId, ...listed });
      for (const locationId of this.locations) {
        const key = keyOf(variantId, locationId);
        const before = this.levels.get(key);
        const isAfter = requestedAt >= (this.since.get(locationId) ?? 0);
        const isOlder = before !== undefined && this.reportedSinceRead.has(key);
        this.levels.set(key, {
          quantity: isOlder ? before.quantity : (quantities[locationId] ?? 0),
          changedAt: before?.changedAt ?? null,
          reported: before?.reported ?? null,
          counts: isAfter || before?.counts === true,
        });
      }
    }
  }

  reportAccepted({ variantId, locationId, quantity, changedAt }: StockReport): void {
    const before = this.levels.get(keyOf(variantId, locationId));
    const counts = before?.counts === true || Date.parse(changedAt) > (this.since.get(locationId) ?? 0);
    this.reportedSinceRead.add(keyOf(variantId, locationId));
    const level = { quantity, reported: quantity, changedAt: exact(changedAt), counts };
    this.levels.set(keyOf(variantId, locationId), level);
  }

  /** What a report of a location of the shop's own has to be answered (D10). */
  answerTo(report: StockReport): string {
    const { variantId, locationId, quantity, changedAt } = report;
    if (!this.active.has(variantId)) return 'unknown_variant';
    if (!this.locations.includes(locationId)) return 'unknown_location';
    const level = this.levels.get(keyOf(variantId, locationId));
    const latest = level?.changedAt ?? null;
    if (latest === null || exact(changedAt) > latest) return 'accepted';
    if (exact(changedAt) < latest) return 'stale';
    return quantity === level?.reported ? 'duplicate' : 'timestamp_conflict';
  }

  /** Whether any accepted run had it. */
  isKnown(variantId: string): boolean {
    return this.latest.has(variantId);
  }

  isActive(variantId: string): boolean {
    return this.active.has(variantId);
  }

  /** The active variant of each article, as it was listed. */
  get offered(): Listed[] {
    return [...this.active.values()];
  }

  /** A variant as it was last listed; null: no run had it. */
  asListed(variantId: string): Listed | null {
    return this.active.get(variantId) ?? this.latest.get(variantId) ?? null;
  }

  /** Pieces that count. */
  pieces(variantId: string): number {
    if (!this.isLive) return 0;
    const levels = this.locations.map((locationId) => this.levels.get(keyOf(variantId, locationId)));
    return levels.reduce((sum, level) => sum + (level?.counts ? Math.max(0, level.quantity) : 0), 0);
  }

  private interrupt(locationId: string, at: number): void {
    this.since.set(locationId, at);
    for (const [key, level] of this.levels) if (key.endsWith(` ${locationId}`)) level.counts = false;
  }
}

function keyOf(variantId: string, locationId: string): string {
  return `${variantId} ${locationId}`;
}

/** As text that sorts by time. */
function exact(time: string): string {
  const [seconds = '', fraction = ''] = time.replace('Z', '').split('.');
  return `${seconds}.${fraction.padEnd(9, '0')}`;
}
