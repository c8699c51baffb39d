import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Capability, StoreOperation } from '@hub/contract';
import type { StoreAdapter } from './adapter';
import { Listing } from './catalogue/listing';
import { type Amounts, amountsBy } from './facts/amounts';
import { Records } from './records';
import type { KitStorage } from './storage';
import type { Credentials, KitHooks, StoreKitOptions } from './store-kit';
import { Turns } from './turns';

/** A call of the service that is being carried out. */
interface Served<Tx> {
  operation: StoreOperation;
  /** The transaction it is carried out in; null: outside of one. */
  tx: Tx | null;
  /** What a call began and left to go on is none of it any more. */
  isOver: boolean;
}

/** What every component of a kit works with. */
export class KitContext<Tx> {
  readonly adapter: StoreAdapter<Tx>;
  readonly storage: KitStorage<Tx>;
  readonly networkLocationId: string;
  readonly currency: string;
  readonly amounts: Amounts;
  readonly imageUrl: (identifier: string) => string;
  readonly hooks: KitHooks;
  readonly credentials: () => Promise<Credentials>;
  readonly now: () => number;
  readonly newEventId: () => string;
  readonly turns = new Turns();
  /** Numbers of locations that are committed: one never changes, so it is read, and locked, once. */
  readonly numbers = new Map<string, string>();
  /** What of the platform's variants the service can know; null: not to be asked. */
  readonly listing: Listing<Tx> | null;
  /** Follows the call into the platform's own code: what happens there is the service's doing. */
  readonly #served = new AsyncLocalStorage<Served<Tx>>();

  constructor({ now = Date.now, newEventId = randomUUID, hooks = {}, ...options }: StoreKitOptions<Tx>) {
    this.adapter = options.adapter;
    this.storage = options.storage;
    this.networkLocationId = options.networkLocationId;
    this.currency = options.currency;
    this.amounts = amountsBy(options.perUnit ?? 1);
    this.imageUrl = options.imageUrl ?? ((identifier) => identifier);
    this.hooks = hooks;
    this.credentials = async () => options.credentials();
    this.now = now;
    this.newEventId = newEventId;
    this.listing = options.tellsListedStockAlone === false ? null : new Listing(this);
  }

  records(tx: Tx): Records<Tx> {
    return new Records(this.storage, tx, this.numbers);
  }

  async serving<T>(call: Omit<Served<Tx>, 'isOver'>, work: () => Promise<T>): Promise<T> {
    const served = { ...call, isOver: false };
    try {
      return await this.#served.run(served, work);
    } finally {
      served.isOver = true;
    }
  }

  /** Whether what happens now is part of carrying out this call. */
  isServing(operation: StoreOperation): boolean {
    return this.#current()?.operation === operation;
  }

  /** The transaction of the call that is being carried out here; null: none is. */
  get servedTx(): Tx | null {
    return this.#current()?.tx ?? null;
  }

  /** In the given transaction, or the one that a call is carried out in; else in a new one. */
  within<T>(tx: Tx | undefined, work: (records: Records<Tx>) => Promise<T>): Promise<T> {
    const joined = tx ?? this.servedTx;
    if (joined !== null) return work(this.records(joined));
    return this.storage.transaction((own) => work(this.records(own)));
  }

  /** As `within`, where the platform may have passed a context that has no transaction open. */
  joining<T>(tx: Tx | undefined, work: (records: Records<Tx>) => Promise<T>): Promise<T> {
    if (tx === undefined || !this.storage.join) return this.within(tx, work);
    return this.storage.join(tx, (joined) => work(this.records(joined)));
  }

  #current(): Served<Tx> | null {
    const served = this.#served.getStore();
    return served && !served.isOver ? served : null;
  }

  has(capability: Capability): boolean {
    return this.adapter.capabilities?.includes(capability) ?? true;
  }

  failed(error: unknown, doing: string): void {
    this.hooks.onError?.(error, doing);
  }
}
