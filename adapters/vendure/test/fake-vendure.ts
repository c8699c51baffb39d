/** Stands in for `@vendure/core` where Vendure is not installed: names of entities, and the few helpers the adapter uses. */
export class Order {
  readonly entity = 'Order';
}
export class OrderLine {
  readonly entity = 'OrderLine';
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
export class Allocation {
  readonly entity = 'Allocation';
}
export class Country {
  readonly entity = 'Country';
}
export class Fulfillment {
  readonly entity = 'Fulfillment';
}

export class BaseStockLocationStrategy {
  connection: unknown;
}

export const LanguageCode = { en: 'en' };
export const Logger = { warn: () => undefined, error: () => undefined };
export const idsAreEqual = (one: unknown, other: unknown): boolean => String(one) === String(other);
