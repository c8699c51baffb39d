import { type CustomFields, LanguageCode } from '@vendure/core';

/** The tag of every order that the service created. */
export const HUB_TAG = 'hub_ship';
/** The name of the stock location that stands for the network. */
export const HUB_LOCATION = 'HUB_Network';

declare module '@vendure/core/dist/entity/custom-entity-fields' {
  interface CustomProductFields {
    brand?: string | null;
  }
  interface CustomProductVariantFields {
    size?: string | null;
    barcode?: string | null;
  }
  interface CustomOrderFields {
    hubRef?: string | null;
    hubTag?: string | null;
    hubEmail?: string | null;
  }
  interface CustomOrderLineFields {
    hubRef?: string | null;
    /** The payout for one, VAT included, in the currency's smallest unit. */
    hubPrice?: number | null;
  }
  interface CustomFulfillmentFields {
    trackingUrl?: string | null;
  }
}

const label = (value: string) => [{ languageCode: LanguageCode.en, value }];
const text = (name: string, value: string) => ({
  name,
  type: 'string' as const,
  label: label(value),
  nullable: true,
});
/** Seen by the shop's people, written by nobody but the adapter. */
const kept = { public: false, readonly: true };

/** What Vendure has no field for. */
export const HUB_FIELDS = {
  Product: [text('brand', 'Brand')],
  ProductVariant: [text('size', 'Size'), text('barcode', 'Barcode (GTIN)')],
  Order: [
    { ...text('hubRef', 'Network reference'), ...kept },
    { ...text('hubTag', 'Network tag'), ...kept },
    { ...text('hubEmail', 'Network e-mail (relay)'), ...kept },
  ],
  OrderLine: [
    { ...text('hubRef', 'Network line reference'), ...kept },
    { name: 'hubPrice', type: 'int', label: label('Network payout'), nullable: true, ...kept },
  ],
  Fulfillment: [text('trackingUrl', 'Tracking page')],
} satisfies CustomFields;
