import {
  type Injector,
  ConfigService,
  CustomerService,
  HistoryService,
  OrderService,
  RequestContextService,
  ShippingMethodService,
  StockLevelService,
  StockLocationService,
  StockMovementService,
  TransactionalConnection,
} from '@vendure/core';

/** What of Vendure the adapter works with. */
export function servicesOf(injector: Injector) {
  return {
    connection: injector.get(TransactionalConnection),
    contexts: injector.get(RequestContextService),
    customers: injector.get(CustomerService),
    history: injector.get(HistoryService),
    levels: injector.get(StockLevelService),
    locations: injector.get(StockLocationService),
    money: injector.get(ConfigService).entityOptions.moneyStrategy,
    methods: injector.get(ShippingMethodService),
    movements: injector.get(StockMovementService),
    orders: injector.get(OrderService),
  };
}
export type Services = ReturnType<typeof servicesOf>;
