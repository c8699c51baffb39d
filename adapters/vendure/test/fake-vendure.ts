/** Stands in for `@vendure/core` where Vendure is not installed: names of entities and of services. */
export class Order {
  readonly entity = 'Order';
}
export class Product {
  readonly entity = 'Product';
}
export class ProductVariant {
  readonly entity = 'ProductVariant';
}
export class StockLevel {
  readonly entity = 'StockLevel';
}
export class Country {
  readonly entity = 'Country';
}
export class Fulfillment {
  readonly entity = 'Fulfillment';
}

export class TransactionalConnection {
  readonly service = 'TransactionalConnection';
}
export class RequestContextService {
  readonly service = 'RequestContextService';
}
export class CustomerService {
  readonly service = 'CustomerService';
}
export class HistoryService {
  readonly service = 'HistoryService';
}
export class StockLevelService {
  readonly service = 'StockLevelService';
}
export class StockMovementService {
  readonly service = 'StockMovementService';
}
export class OrderService {
  readonly service = 'OrderService';
}
export class TranslatorService {
  readonly service = 'TranslatorService';
}

/** Not of its index. */
export class OrderHistoryEntry {
  readonly entity = 'OrderHistoryEntry';
}

export class BaseStockLocationStrategy {
  connection: unknown;
}

export class ShippingEligibilityChecker {
  readonly configured = true;
}

export const LanguageCode = { en: 'en' };
