import type { Catalogue, CatalogueProduct } from '../catalogue/catalogue';
import { listedCatalogue } from '../catalogue/catalogue';
import type { DeliveryHooks } from '../delivery/delivery-hooks';
import { EventSender } from '../delivery/event-sender';
import type { StoreOptions } from '../store-options';
import { describeDelivery } from './describe-delivery';
import type { CustomerNotification, StoreOrder, StoreReturn } from './orders';
import { ReceiptBook } from './receipts';
import { StoreStock } from './stock';

/** Everything a store knows; endpoints and actions work on it. */
export class Store {
  readonly stock: StoreStock;
  readonly events: EventSender;
  readonly orders = new Map<string, StoreOrder>();
  readonly receipts = new ReceiptBook();
  readonly notifications: CustomerNotification[] = [];
  readonly returns: StoreReturn[] = [];
  /** Variants it has, and does not list at present. */
  readonly leftOut = new Set<string>();
  readonly #watchers = new Set<() => void>();
  readonly #idPrefix: string;
  #catalogue: Catalogue;
  #lastId = 0;

  constructor(
    readonly options: StoreOptions,
    hooks: DeliveryHooks,
  ) {
    this.#catalogue = toCatalogue(options.catalogue);
    this.stock = new StoreStock(() => this.#catalogue);
    // Ids are never used again, by a store started anew with the same name either: the service remembers them.
    this.#idPrefix = `${options.slug}-${this.now().toString(36)}`;
    this.events = new EventSender({
      secret: options.signingSecret,
      url: options.eventsUrl,
      delaysMs: options.deliveryDelaysMs,
      now: () => this.now(),
      hooks,
      onAttempt: (delivery) => {
        this.tell(describeDelivery(delivery));
        this.changed();
      },
    });
  }

  get catalogue(): Catalogue {
    return this.#catalogue;
  }

  /** Replaces what the store sells; quantities changed so far stay as they are. */
  sellFrom(catalogue: Catalogue | CatalogueProduct[]): void {
    this.#catalogue = toCatalogue(catalogue);
  }

  now(): number {
    return this.options.now?.() ?? Date.now();
  }

  nowIso(): string {
    return new Date(this.now()).toISOString();
  }

  newId(): string {
    this.#lastId += 1;
    return `${this.#idPrefix}-${this.#lastId}`;
  }

  tell(text: string): void {
    this.options.onEvent?.(`${this.options.slug}: ${text}`);
  }

  /** Wakes those who wait for something to have happened. */
  changed(): void {
    for (const watcher of this.#watchers) watcher();
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

function toCatalogue(catalogue: Catalogue | CatalogueProduct[]): Catalogue {
  return Array.isArray(catalogue) ? listedCatalogue(catalogue) : catalogue;
}
