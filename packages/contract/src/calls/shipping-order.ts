import { z } from 'zod';
import { AmountNumber } from '../amount';
import { ExternalRef, OrderId, VariantId } from '../ids';
import { LOOP_GUARD_TAG } from '../loop-guard';
import { Latitude, LineQuantity, Longitude } from '../numbers';
import { personal } from '../personal';
import { FilledText, StorableText } from '../text';

const ShipTo = z.object({
  name: personal(FilledText),
  company: personal(StorableText.optional()),
  address_line1: personal(FilledText),
  address_line2: personal(StorableText.optional()),
  zip: personal(FilledText),
  city: personal(FilledText),
  province: personal(StorableText.optional()),
  country_code: z.string().regex(/^[A-Z]{2}$/, 'must be a country code of two upper-case letters'),
  phone: personal(StorableText.nullable()),
  /** A relay address of the service, never the customer's own (D29). */
  email: personal(StorableText.nullable()),
  latitude: personal(Latitude.optional()),
  longitude: personal(Longitude.optional()),
});

const ShippingOrderLine = z
  .object({
    external_ref: ExternalRef,
    variant_id: VariantId.nullable(),
    barcode: StorableText.nullable(),
    sku: StorableText.nullable(),
    quantity: LineQuantity,
    /** Payout per unit, not the customer's price. */
    unit_price: AmountNumber,
    title: StorableText.optional(),
  })
  .refine(({ variant_id, barcode }) => variant_id !== null || barcode !== null, {
    message: 'is required where there is no barcode',
    path: ['variant_id'],
  });

/**
 * Body of `POST /orders` ("Shipping order", D18). Unknown values are `null`, never left out; `title`, `total_price`,
 * `carrier_note` and `seller_order_number` only if the sheet asks for them.
 */
export const ShippingOrderRequest = z.object({
  external_ref: ExternalRef,
  tag: z.literal(LOOP_GUARD_TAG),
  payment_status: z.literal('paid'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code of three upper-case letters'),
  ship_to: ShipTo,
  shipping_method: z.object({ code: z.literal('standard'), title: StorableText.optional() }),
  line_items: z.array(ShippingOrderLine).min(1),
  total_price: AmountNumber.optional(),
  carrier_note: StorableText.optional(),
  seller_order_number: StorableText.optional(),
});
export type ShippingOrderRequest = z.input<typeof ShippingOrderRequest>;

/** Receipt of `POST /orders`; neither wording nor type of `message` is checked. */
export const ShippingOrderReceipt = z.object({
  success: z.literal(true),
  message: z.string().optional().catch(undefined),
  external_ref: ExternalRef,
  order_id: OrderId,
  status: z.literal('created'),
});
export type ShippingOrderReceipt = z.output<typeof ShippingOrderReceipt>;
