import * as kits from '@hub/store-kit';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import * as vendure from '@vendure/core';
import { OrderHistoryEntry } from '@vendure/core/dist/entity/history-entry/order-history-entry.entity';
import { orderFacts } from './facts';
import { addFields } from './fields';
import { type Get, ordersOfTheNetwork, setUpNetwork } from './network';
import { HubStockLocationStrategy, payoutPrices } from './strategies';
import { VendureStore } from './vendure-store';

type KitOptions = 'credentials' | 'eventsUrl' | 'currency' | 'delivery' | 'sweep';

export interface HubPluginOptions extends Pick<kits.StoreKitOptions<vendure.RequestContext>, KitOptions> {
  /** The public https address of an asset, from what the asset storage calls it. */
  imageUrl: (identifier: string) => string;
  /** Where the six endpoints are. `hub`, where not given. */
  route?: string;
}

type Kit = kits.StoreKit<vendure.RequestContext>;

let options: HubPluginOptions;
let kit: Kit | undefined;
const turns = new kits.OneAtATime();

function configuration(config: vendure.RuntimeVendureConfig): vendure.RuntimeVendureConfig {
  const { apiOptions, catalogOptions, orderOptions, shippingOptions } = config;
  addFields(config.customFields);
  const isTakingIn = () => kit?.isServing('place_order') === true;
  catalogOptions.stockLocationStrategy = new HubStockLocationStrategy(isTakingIn);
  const { orderItemPriceCalculationStrategy: usual } = orderOptions;
  orderOptions.orderItemPriceCalculationStrategy = payoutPrices(usual);
  (shippingOptions.shippingEligibilityCheckers ??= []).push(ordersOfTheNetwork);
  // Before Vendure reads bodies: the signature is over the bytes as they came.
  const serve = (path: string, handler: vendure.MiddlewareHandler) =>
    apiOptions.middleware.push({ route: `/${path}`, handler, beforeListen: true });
  serve(options.route ?? 'hub', (...call: Parameters<Kit['router']>) => kit?.router(...call));
  if (config.dbConnectionOptions.type !== 'postgres')
    for (const path of [apiOptions.adminApiPath, apiOptions.shopApiPath]) serve(path, turns.middleware);
  return config;
}

/** Makes a Vendure shop a store of the network. */
@vendure.VendurePlugin({ imports: [vendure.PluginCommonModule], compatibility: '^3.0.0', configuration })
export class HubPlugin implements OnApplicationBootstrap, OnApplicationShutdown {
  static init(given: HubPluginOptions): typeof HubPlugin {
    options = given;
    return HubPlugin;
  }

  constructor(private readonly module: ModuleRef) {}

  async onApplicationBootstrap(): Promise<void> {
    const get: Get = (token) => this.module.get(token, { strict: false });
    const connection = get(vendure.TransactionalConnection);
    const network = await setUpNetwork(get);
    const store = new VendureStore(get, network, options.imageUrl);
    const storage = kits.typeOrmStorage<vendure.RequestContext>({
      type: connection.rawConnection.options.type,
      transaction: async (work) => connection.withTransaction(await store.context(), work),
      runnerOf: (ctx) => connection.getRepository(ctx, vendure.Order).manager.queryRunner,
      turns,
    });
    await storage.createTables();
    kit = kits.createStoreKit({
      ...options,
      adapter: store,
      storage,
      networkLocationId: String(network.locationId),
      hooks: kits.loggingHooks((line) => vendure.Logger.error(line, 'hub')),
    });
    const { events } = kit;
    // Each handler runs, and fails, with the transaction in which its event happens; an import, which has none, gets one.
    get(vendure.EventBus).registerBlockingEventHandler({
      id: 'hub-stock',
      event: vendure.StockMovementEvent,
      handler: ({ ctx, stockMovements }) =>
        connection.withTransaction(ctx, async (tx) => {
          for (const { productVariant, stockLocation } of stockMovements)
            await events.stockChanged(await store.levelAt(tx, productVariant.id, stockLocation.id), tx);
        }),
    });
    // Vendure ends each step of an order, and of its packages, with an entry of its history: by then its stock is allocated.
    get(vendure.EventBus).registerBlockingEventHandler({
      id: 'hub-order',
      event: vendure.HistoryEntryEvent,
      handler: ({ ctx, entity }) =>
        connection.withTransaction(ctx, async (tx) => {
          if (entity instanceof OrderHistoryEntry)
            for (const fact of orderFacts(await store.told(tx, entity.order.id)))
              await events.orderFact(fact, tx);
        }),
    });
    if (get(vendure.ProcessContext).isServer) kit.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await kit?.stop();
  }
}
