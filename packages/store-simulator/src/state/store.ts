import { AsyncResource } from 'node:async_hooks';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

import type { EventName } from '@hub/contract';
import type { KitEvents, KitRequest, MemoryTx, Reported, StoreKit } from '@hub/store-kit';

import type { Delivery } from '../delivery/delivery';
import type { Catalogue, CatalogueProduct } from '../catalogue/catalogue';
import { listedCatalogue } from '../catalogue/catalogue';
import type { DeliveryHooks } from '../delivery/delivery-hooks';
import { Outbox } from '../delivery/outbox';
import { StorePost } from '../delivery/store-post';
import type { StoreOptions } from '../store-options';
import { describeDelivery } from './describe-delivery';
import type { CustomerNotification, StoreOrder, StoreReturn } from './orders';
import { ReceiptBook } from './receipts';
import { StoreStock } from './stock';

interface Report {
  send: (events: KitEvents<MemoryTx>) => Promise<Reported>;
  /** The event's data, as finally sent. */
  change?: ((data: Record<string, unknown>) => Record<string, unknown>) | undefined;
  /** What is sent where the kit would send nothing: a store may repeat a report, or report what the service knows. */
  anyway?: object | undefined;
}

/** Dependencies of a store that themselves work on the store. */
export interface StoreParts {
  /** What its switches do to outgoing events. */
  deliveryHooks(store: Store): DeliveryHooks;
  /** The kit that it is built on. */
  kit(store: Store, given: KitParts): StoreKit<MemoryTx>;
}

/** The kit's components that the store provides. */
export interface KitParts {
  fetch: typeof fetch;
  newEventId: () => string;
}

/** Everything a store knows; its platform and its actions work on it. */
export class Store {
  readonly stock: StoreStock;
  readonly events: Outbox;
  readonly kit: StoreKit<MemoryTx>;
  readonly #post: StorePost;
  #reporting: Promise<void> = Promise.resolve();
  /** What a call causes is reported after it, in a separate transaction. */
  readonly #outside = AsyncLocalStorage.snapshot();
  readonly orders = new Map<string, StoreOrder>();
  readonly receipts = new ReceiptBook();
  readonly notifications: CustomerNotification[] = [];
  readonly returns: StoreReturn[] = [];
  /** Variants it has but currently does not list. */
  readonly leftOut = new Set<string>();
  /** References of shipping orders that it forgot, for a broken rule. */
  readonly forgotten = new Set<string>();
  /** Whether the connection of a call is broken by now. */
  readonly cuts = new WeakMap<KitRequest, () => boolean>();
  readonly #watchers = new Set<() => void>();
  readonly #idPrefix: string;
  #catalogue: Catalogue;
  #lastId = 0;
  #nextEventId: string | null = null;

  constructor(
    readonly options: StoreOptions,
    parts: StoreParts,
  ) {
    this.#catalogue = toCatalogue(options.catalogue);
    this.stock = new StoreStock(() => this.#catalogue);
    // Ids are never reused, not even by a restarted store with the same name: the service remembers them.
    this.#idPrefix = `${options.slug}-${this.now().toString(36)}`;
    const hooks = parts.deliveryHooks(this);
    const outbox = new Outbox({
      url: options.eventsUrl,
      now: () => this.now(),
      hooks,
      onAttempt: (delivery) => {
        this.print(describeDelivery(delivery));
        this.changed();
      },
      // Sending is not part of the call that queued the event.
      onQueued: AsyncResource.bind(() => void this.kit.sendDue()),
    });
    this.events = outbox;
    const secret = options.signingSecret;
    this.#post = new StorePost({ outbox, hooks, secret, nowIso: () => this.nowIso() });
    this.kit = parts.kit(this, {
      fetch: this.#post.fetch,
      newEventId: () => this.#nextEventId ?? randomUUID(),
    });
    this.kit.start();
  }

  /** Reports to the kit what happened, and immediately returns the delivery of the resulting event. */
  report(event: EventName, { send, change, anyway }: Report): Delivery {
    const eventId = randomUUID();
    const delivery = this.events.announce(event, eventId, change);
    this.#reporting = this.#reporting.then(() =>
      this.#outside(async () => {
        this.#nextEventId = eventId;
        try {
          const reported = await send(this.kit.events);
          if ('skipped' in reported) this.events.sendAnnounced(eventId, anyway);
        } catch (error) {
          this.print(`${event} could not be reported: ${String(error)}`);
          this.events.sendAnnounced(eventId, undefined);
        }
        this.#nextEventId = null;
      }),
    );
    return delivery;
  }

  /** Ends every delivery still open. */
  async stop(): Promise<void> {
    this.#post.stop();
    await this.#reporting;
    await this.kit.stop();
    this.events.giveUp();
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

  print(text: string): void {
    this.options.onEvent?.(`${this.options.slug}: ${text}`);
  }

  /** Wakes the waits for something to happen. */
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
