import { LateKit, type ShopSettings, typeOrmStorage } from '@hub/store-kit';
import { ModuleRef } from '@nestjs/core';
import * as vendure from '@vendure/core';
import { OrderHistoryEntry } from '@vendure/core/dist/entity/history-entry/order-history-entry.entity';
import { placeOf } from './facts';
import { addFields } from './fields';
import { contextOf, type Get, ordersOfTheNetwork, setUpNetwork } from './network';
import { HubStockLocationStrategy, payoutPrices } from './strategies';
import { adapterOf } from './vendure-store';

/** Makes a Vendure shop a store of the network. */
export function hubPlugin(settings: ShopSettings): vendure.Type<unknown> {
  const kit = new LateKit<vendure.RequestContext>();

  function configuration(config: vendure.RuntimeVendureConfig): vendure.RuntimeVendureConfig {
    const { apiOptions, catalogOptions, orderOptions, shippingOptions } = config;
    addFields(config.customFields);
    catalogOptions.stockLocationStrategy = new HubStockLocationStrategy(() => kit.isServing('place_order'));
    const { orderItemPriceCalculationStrategy: usual } = orderOptions;
    orderOptions.orderItemPriceCalculationStrategy = payoutPrices(usual);
    (shippingOptions.shippingEligibilityCheckers ??= []).push(ordersOfTheNetwork);
    // Before Vendure reads bodies: the signature is over the bytes as they came.
    const route = `/${settings.route ?? 'hub'}`;
    apiOptions.middleware.push({ route, handler: kit.router, beforeListen: true });
    if (config.dbConnectionOptions.type !== 'postgres')
      for (const path of [apiOptions.adminApiPath, apiOptions.shopApiPath])
        apiOptions.middleware.push({ route: `/${path}`, handler: kit.turns.middleware, beforeListen: true });
    return config;
  }

  @vendure.VendurePlugin({ imports: [vendure.PluginCommonModule], compatibility: '^3.0.0', configuration })
  class HubPlugin {
    constructor(private readonly module: ModuleRef) {}

    async onApplicationBootstrap(): Promise<void> {
      const get: Get = (token) => this.module.get(token, { strict: false });
      const connection = get(vendure.TransactionalConnection);
      const network = await setUpNetwork(get, await contextOf(get));
      await kit.open({
        ...settings,
        adapter: adapterOf(get, network),
        storage: typeOrmStorage({
          type: connection.rawConnection.options.type,
          transaction: async (work, ctx) => connection.withTransaction(ctx ?? (await contextOf(get)), work),
          runnerOf: (ctx) => connection.getRepository(ctx, vendure.Order).manager.queryRunner,
          turns: kit.turns,
        }),
        networkLocationId: String(network.locationId),
        perUnit: 10 ** (get(vendure.ConfigService).entityOptions.moneyStrategy.precision ?? 2),
        logger: vendure.Logger,
        sends: get(vendure.ProcessContext).isServer,
      });
      // Each handler runs, and fails, with the transaction in which its event happens; an import, which has none, gets one.
      get(vendure.EventBus).registerBlockingEventHandler({
        id: 'hub-stock',
        event: vendure.StockMovementEvent,
        handler: ({ ctx, stockMovements }) => kit.events.stockChangedAt(stockMovements.map(placeOf), ctx),
      });
      // Vendure ends each step of an order, and of its packages, with an entry of its history: by then its stock is allocated.
      get(vendure.EventBus).registerBlockingEventHandler({
        id: 'hub-order',
        event: vendure.HistoryEntryEvent,
        async handler({ ctx, entity }) {
          if (entity instanceof OrderHistoryEntry) await kit.events.orderChanged(entity.order.id, ctx);
        },
      });
    }

    onApplicationShutdown = (): Promise<void> => kit.stop();
  }
  return HubPlugin;
}
