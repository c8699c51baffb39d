import type { IncomingMessage, ServerResponse } from 'node:http';
import { createStoreKit, type StoreKit } from '@hub/store-kit';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { HistoryEntryType } from '@vendure/common/lib/generated-types';
import {
  EventBus,
  FulfillmentStateTransitionEvent,
  HistoryEntryEvent,
  Injector,
  Logger,
  type OrderProcess,
  PluginCommonModule,
  ProcessContext,
  type RequestContext,
  type RuntimeVendureConfig,
  StockMovementEvent,
  VendurePlugin,
} from '@vendure/core';
import { OrderHistoryEntry } from '@vendure/core/dist/entity/history-entry/order-history-entry.entity';
import { HUB_FIELDS } from './custom-fields';
import { hasLeft, returnedGoods, sellerOrder, shippedPackage } from './facts';
import { HubStockLocationStrategy } from './hub-stock-location-strategy';
import type { HubPluginOptions } from './options';
import { PayoutPriceStrategy } from './payout-price-strategy';
import { type Services, servicesOf } from './services';
import { ordersOfTheNetwork, setUpNetwork } from './set-up-network';
import { Turns, typeOrmStorage } from './type-orm-storage';
import { VendureStore } from './vendure-store';

let options: HubPluginOptions;
let running: { kit: StoreKit<RequestContext>; store: VendureStore } | undefined;
const turns = new Turns();

/** Told of an order within the transaction that changes it; by then its stock is allocated. */
const hubOrderProcess: OrderProcess<never> = {
  async onTransitionEnd(_from, to, { ctx, order: { id, orderPlacedAt } }) {
    if (!running || (to !== 'PaymentSettled' && to !== 'Cancelled')) return;
    const { kit, store } = running;
    const told = await store.told(ctx, id);
    // Vendure saves this one only after the transition.
    if (orderPlacedAt) told.order.orderPlacedAt = orderPlacedAt;
    if (to === 'PaymentSettled') await kit.events.orderPaid(sellerOrder(told), ctx);
    else if (!told.order.fulfillments.some(hasLeft))
      await kit.events.orderCancelled({ orderId: String(id) }, ctx);
  },
};

function configuration(config: RuntimeVendureConfig): RuntimeVendureConfig {
  const { apiOptions, catalogOptions, customFields, orderOptions, shippingOptions } = config;
  for (const entity of ['Product', 'ProductVariant', 'Order', 'OrderLine', 'Fulfillment'] as const)
    customFields[entity] = [...(customFields[entity] ?? []), ...HUB_FIELDS[entity]];
  catalogOptions.stockLocationStrategy = new HubStockLocationStrategy();
  orderOptions.orderItemPriceCalculationStrategy = new PayoutPriceStrategy(
    orderOptions.orderItemPriceCalculationStrategy,
  );
  orderOptions.process = [...orderOptions.process, hubOrderProcess];
  shippingOptions.shippingEligibilityCheckers = [
    ...(shippingOptions.shippingEligibilityCheckers ?? []),
    ordersOfTheNetwork,
  ];
  apiOptions.middleware.push({
    route: `/${options.route ?? 'hub'}`,
    // Before Vendure reads bodies: the signature is over the bytes as they came.
    beforeListen: true,
    handler: (request: IncomingMessage, response: ServerResponse, next: () => void) =>
      running
        ? running.kit.router(request, response, next)
        : response.writeHead(503, { 'retry-after': '5' }).end(),
  });
  if (config.dbConnectionOptions.type === 'better-sqlite3')
    for (const route of [apiOptions.adminApiPath, apiOptions.shopApiPath])
      apiOptions.middleware.push({ route: `/${route}`, handler: turns.handler, beforeListen: true });
  return config;
}

/** Makes a Vendure shop a store of the network. */
@VendurePlugin({ imports: [PluginCommonModule], compatibility: '^3.0.0', configuration })
export class HubPlugin implements OnApplicationBootstrap, OnApplicationShutdown {
  static init(given: HubPluginOptions): typeof HubPlugin {
    options = given;
    return HubPlugin;
  }

  constructor(
    private readonly module: ModuleRef,
    private readonly bus: EventBus,
    private readonly process: ProcessContext,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const services = servicesOf(new Injector(this.module));
    const network = await setUpNetwork(services);
    const store = new VendureStore(services, options, network);
    const kit = createStoreKit({
      ...options,
      adapter: store,
      storage: await typeOrmStorage(services, turns),
      networkLocationId: String(network.locationId),
      hooks: {
        onError: (error, doing) =>
          Logger.error(`${doing}: ${error instanceof Error ? error.message : ''}`, 'hub'),
        onParked: ({ event, status, code, field }) =>
          Logger.error(
            `${event} was not taken: ${status ?? 'no answer'} ${code ?? ''} ${field ?? ''}`,
            'hub',
          ),
      },
    });
    running = { kit, store };
    this.listen(running, services);
    if (this.process.isServer) kit.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await running?.kit.stop();
    running = undefined;
  }

  /** Each handler runs, and fails, with the transaction in which its event happens; an import, which has none, gets one. */
  private listen({ kit, store }: NonNullable<typeof running>, { connection }: Services): void {
    this.bus.registerBlockingEventHandler({
      id: 'hub-stock',
      event: StockMovementEvent,
      handler: ({ ctx, stockMovements }) =>
        connection.withTransaction(ctx, async (tx) => {
          for (const { productVariant, stockLocation } of stockMovements)
            await kit.events.stockChanged(await store.levelAt(tx, productVariant.id, stockLocation.id), tx);
        }),
    });
    this.bus.registerBlockingEventHandler({
      id: 'hub-package',
      event: FulfillmentStateTransitionEvent,
      handler: async ({ ctx, fromState, fulfillment }) => {
        if (!hasLeft(fulfillment) || fromState === 'Shipped') return;
        for (const { id } of await store.ordersOf(ctx, fulfillment))
          await kit.events.packageShipped(shippedPackage(id, fulfillment, new Date()), ctx);
      },
    });
    this.bus.registerBlockingEventHandler({
      id: 'hub-return',
      event: HistoryEntryEvent,
      handler: async ({ ctx, entity, type }) => {
        if (!(entity instanceof OrderHistoryEntry) || type !== 'created') return;
        if (entity.type !== HistoryEntryType.ORDER_CANCELLATION) return;
        const goods = returnedGoods(await store.told(ctx, entity.order.id), entity);
        if (goods) await kit.events.returned(goods, ctx);
      },
    });
  }
}
