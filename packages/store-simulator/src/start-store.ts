import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { cancelOrder } from './actions/cancel-order';
import { requireOrder } from './actions/require-order';
import { returnGoods, type GoodsReturn } from './actions/return-goods';
import { sell, type Sale, type SoldOrder } from './actions/sell';
import { ship, type Shipment } from './actions/ship';
import { Switches } from './broken-rules/switches';
import type { Catalogue, CatalogueProduct } from './catalogue/catalogue';
import { controlRouter } from './control/control-router';
import type { Delivery } from './delivery/delivery';
import { Faults } from './faults/faults';
import { RequestLog, type LoggedRequest } from './http/request-log';
import { storeApp } from './http/store-app';
import { kitOf } from './platform/kit-of';
import { changeQuantity } from './state/move-goods';
import type { CustomerNotification, StoreOrder, StoreReturn } from './state/orders';
import { Store } from './state/store';
import type { StoreOptions } from './store-options';
import { waitUntil } from './wait-until';

/** A running store. Its properties are live; treat them as read-only. */
export interface SimulatedStore {
  readonly slug: string;
  readonly port: number;
  /** `store_api_root` for the environment sheet (D25). */
  readonly apiRoot: string;
  readonly faults: Faults;
  /** Which of the contract's rules it breaks. */
  readonly switches: Switches;

  /** Own and shipping orders, oldest first. */
  readonly orders: StoreOrder[];
  /** Throws where the store has no such order. */
  order(orderId: string): StoreOrder;
  readonly notifications: readonly CustomerNotification[];
  readonly returns: readonly StoreReturn[];
  readonly requests: readonly LoggedRequest[];
  readonly deliveries: readonly Delivery[];
  /** Quantities of a variant by location id, `HUB_Network` included. */
  inventory(variantId: string): Record<string, number>;

  /** Sells: `order.created`. */
  sell(sale: Sale): SoldOrder;
  /** Sets a quantity: `inventory.updated`. */
  changeStock(variantId: string, locationId: string, quantity: number): Delivery;
  /** Cancels an own order, or a shipping order that cannot be shipped: `order.cancelled`. */
  cancelOrder(orderId: string, reason?: string): Delivery;
  /** Ships a package of a shipping order: `fulfillment.shipped`; a package id is reported once. */
  ship(orderId: string, shipment?: Shipment): Delivery;
  /** Takes goods back: `return.created`. */
  returnGoods(orderId: string, goods?: GoodsReturn): Delivery;
  /** Sends any event, right or wrong. */
  send(event: string, data: unknown, envelope?: { eventId?: string; occurredAt?: string }): Delivery;
  /** Sends the same bytes of an earlier event again. */
  resend(eventId: string): Delivery;
  /** The end of the latest delivery of an event; never rejects because of the answer. */
  delivered(eventId: string): Promise<Delivery>;

  /** Events go to this address from now on. */
  sendEventsTo(url: string): void;
  /** Sells from another catalogue from now on. */
  sellFrom(catalogue: Catalogue | CatalogueProduct[]): void;
  /** Waits (a minute by default) for something to have happened in the store; rejects where it does not. */
  until(holds: () => boolean, timeoutMs?: number): Promise<void>;
  /** Ends open deliveries and connections. */
  stop(): Promise<void>;
}

/** Starts a store on 127.0.0.1. Rejects where the port is taken. */
export async function startStore(options: StoreOptions): Promise<SimulatedStore> {
  const switches = new Switches(options.broken);
  const store = new Store(options, {
    deliveryHooks: (of) => switches.deliveryHooks(of),
    kit: (of, given) => kitOf(of, { switches, ...given }),
  });
  const faults = new Faults();
  const requests = new RequestLog();
  const parts = { store, faults, switches, requests };
  const server = createServer(storeApp(parts, options.control ? controlRouter(parts) : null));
  const port = await listen(server, options.port ?? 0);

  return {
    slug: options.slug,
    port,
    apiRoot: `http://127.0.0.1:${port}`,
    faults,
    switches,
    get orders() {
      return [...store.orders.values()];
    },
    order: (orderId) => requireOrder(store, orderId),
    notifications: store.notifications,
    returns: store.returns,
    requests: requests.entries,
    deliveries: store.events.deliveries,
    inventory: (variantId) => inventoryOf(store, variantId),
    sell: (sale) => sell(store, sale),
    changeStock: (variantId, locationId, quantity) =>
      changeQuantity(store, { variantId, locationId, quantity }),
    cancelOrder: (orderId, reason) => cancelOrder(store, orderId, reason),
    ship: (orderId, shipment) => ship(store, orderId, shipment),
    returnGoods: (orderId, goods) => returnGoods(store, orderId, goods),
    send: (event, data, envelope) => store.events.send({ event, data, ...envelope }),
    resend: (eventId) => store.events.resend(eventId),
    delivered: (eventId) => store.events.delivered(eventId),
    sendEventsTo: (url) => store.events.sendTo(url),
    sellFrom: (catalogue) => store.sellFrom(catalogue),
    until: (holds, timeoutMs) => waitUntil(store, holds, timeoutMs),
    stop: async () => {
      await store.stop();
      await close(server);
    },
  };
}

function inventoryOf(store: Store, variantId: string): Record<string, number> {
  const { locations, hubLocationId } = store.options;
  const places = [...locations, hubLocationId];
  return Object.fromEntries(places.map((id) => [id, store.stock.quantity(variantId, id)]));
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
