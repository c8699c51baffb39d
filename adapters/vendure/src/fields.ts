import { type CustomFields, LanguageCode } from '@vendure/core';

/** What Vendure has no field for. What begins with `hub` is seen by the shop's people, and written by the plugin alone. */
const FIELDS = [
  ['Product', 'brand', 'Brand'],
  ['ProductVariant', 'size', 'Size'],
  ['ProductVariant', 'barcode', 'Barcode (GTIN)'],
  ['Order', 'hubRef', 'Network reference'],
  ['Order', 'hubTag', 'Network tag'],
  ['Order', 'hubEmail', 'Network e-mail (relay)'],
  ['OrderLine', 'hubRef', 'Network line reference'],
  ['OrderLine', 'hubPrice', 'Network payout'],
  ['Fulfillment', 'trackingUrl', 'Tracking page'],
] as const;

type Fields<Entity> = {
  [Name in Extract<(typeof FIELDS)[number], readonly [Entity, string, string]>[1]]?:
    (Name extends 'hubPrice' ? number : string) | null;
};
declare module '@vendure/core/dist/entity/custom-entity-fields' {
  interface CustomProductFields extends Fields<'Product'> {}
  interface CustomProductVariantFields extends Fields<'ProductVariant'> {}
  interface CustomOrderFields extends Fields<'Order'> {}
  interface CustomOrderLineFields extends Fields<'OrderLine'> {}
  interface CustomFulfillmentFields extends Fields<'Fulfillment'> {}
}

export function addFields(customFields: CustomFields): void {
  for (const [entity, name, text] of FIELDS) {
    const label = [{ languageCode: LanguageCode.en, value: text }];
    const type = name === 'hubPrice' ? 'int' : 'string';
    const rights = name.startsWith('hub') ? { public: false, readonly: true } : {};
    customFields[entity] = [
      ...(customFields[entity] ?? []),
      { name, label, type, nullable: true, ...rights },
    ];
  }
}
