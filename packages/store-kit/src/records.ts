import type { KitStorage } from './storage';

/** What the kit remembers, by kind; the id of each kind stands beside it. */
interface RecordValues {
  /** Operation and reference of a call that is, or was, carried out. */
  call: CallRecord;
  /** Order id of a shipping order. */
  shipping_order: ShippingOrderRecord;
  /** Order id of an order sold here and reported. */
  sold_order: SoldOrderRecord;
  /** Return id of a return that the service asked for. */
  return: { orderId: string };
  /** Order id where part of a line is back, and the rest is not: since when. */
  open_return: { since: number };
  /** Location and variant. */
  stock: StockRecord;
  /** Order and variant of a shipping order's line that has left whole: the variant's stock is to be reported again. */
  shipped_stock: { orderId: string; variantId: string };
  /** Location id of the platform that is no whole number. */
  location: { number: string };
  /** Such a number. */
  location_number: { locationId: string };
  /** Always `orders`. */
  sweep: SweepRecord;
  /** Variant id of what the catalogue listed, and when it did last. */
  listed: { at: number };
  /** Always `catalogue`: how far the service has read it. */
  reading: ReadingRecord;
  /** Always `last`: when what is old was last forgotten. */
  forgetting: { at: number };
}

export interface CallRecord {
  fingerprint: string;
  /** When it first came, in milliseconds. */
  at: number;
  /** Null while the call is carried out. */
  receipt: object | null;
  /** Who carries it out outside of a transaction, and until when no other process does. */
  holder: { token: string; until: number } | null;
}

/** The platform's returns that were reported: by their id how much of each of its lines. An order kept by an earlier release has none. */
export type ReportedReturns = Record<string, Record<string, number>>;

export interface ShippingOrderRecord {
  externalRef: string;
  state: 'open' | 'cannot_ship' | 'stopping' | 'stopped';
  packages: string[];
  returns?: ReportedReturns;
  lines: ShippingLineRecord[];
}

export interface ShippingLineRecord {
  lineId: string;
  /** Missing where the service named none, and in orders kept by an earlier release. */
  variantId?: string | null;
  externalRef: string;
  quantity: number;
  shipped: number;
  returned: number;
}

export interface SoldOrderRecord {
  returns?: ReportedReturns;
  lines: SoldLineRecord[];
}

/** A line as the service knows it: a part of the platform's line where that is split over locations. */
export interface SoldLineRecord {
  lineItemId: string;
  lineId: string;
  /** Missing where the order names none, and in orders kept by an earlier release. */
  sku?: string | null | undefined;
  quantity: number;
  tracked: number;
  returned: number;
}

export interface StockRecord {
  quantity: number;
  /** Nanoseconds since the epoch; null before the first report. */
  changedAt: string | null;
  asOf: number | null;
  /** The latest report, and whether it is parked. */
  eventId: string | null;
  isParked: boolean;
}

export interface SweepRecord {
  startedAt: number;
  /** From when on orders are read next time; null before the first sweep has ended. */
  since: number | null;
}

export interface ReadingRecord {
  /** Of the reading under way: when it began, and the cursor it continues at; null once it has ended. */
  startedAt: number;
  next: string | null;
  /** The latest that came to the end; null before the first. */
  whole: { startedAt: number; endedAt: number } | null;
}

type Kind = keyof RecordValues;

/** The records of one transaction. */
export class Records<Tx> {
  constructor(
    private readonly storage: KitStorage<Tx>,
    readonly tx: Tx,
    /** By the platform's id of the location. */
    readonly numbers: ReadonlyMap<string, string>,
  ) {}

  /** Null where there is none. No other transaction has it until this one ends. */
  async find<K extends Kind>(kind: K, id: string): Promise<RecordValues[K] | null> {
    const text = await this.storage.readRecord({ kind, id }, this.tx);
    return text === null ? null : JSON.parse(text);
  }

  /** The same without a lock: it waits for no transaction, and none waits for it. */
  async peek<K extends Kind>(kind: K, id: string): Promise<RecordValues[K] | null> {
    const text = await this.storage.peekRecord({ kind, id }, this.tx);
    return text === null ? null : JSON.parse(text);
  }

  /** False where there is one already. */
  insert<K extends Kind>(kind: K, id: string, value: RecordValues[K]): Promise<boolean> {
    return this.storage.insertRecord({ kind, id, value: JSON.stringify(value) }, this.tx);
  }

  update<K extends Kind>(kind: K, id: string, value: RecordValues[K]): Promise<void> {
    return this.storage.updateRecord({ kind, id, value: JSON.stringify(value) }, this.tx);
  }

  remove(kind: Kind, id: string): Promise<void> {
    return this.storage.deleteRecord({ kind, id }, this.tx);
  }

  /** The record, made of `first` where there is none yet; locked either way. */
  async findOrInsert<K extends Kind>(kind: K, id: string, first: RecordValues[K]): Promise<RecordValues[K]> {
    if (await this.insert(kind, id, first)) return first;
    return (await this.find(kind, id)) ?? first;
  }
}

/** Ids of several parts: a line feed is in none of them. */
export function idOf(...parts: string[]): string {
  return parts.join('\n');
}
