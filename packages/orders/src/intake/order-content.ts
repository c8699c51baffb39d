import { createHash } from 'node:crypto';
import { OrderCreated } from '@hub/contract';
import type { z } from 'zod';

const OrderContent = OrderCreated.pick({
  currency: true,
  shipping_address: true,
  line_items: true,
  subtotal: true,
  total_tax: true,
  total_price: true,
  shipping_cost: true,
  total_discounts: true,
});
type OrderContent = z.output<typeof OrderContent>;

/**
 * Fingerprint of an order's lines, amounts and address, as first received: with it a replay is compared (D31), whatever
 * an agent corrected since. Display texts, such as a line's title, do not count.
 */
export function contentSha256(order: OrderContent): string {
  const { currency, shipping_address: address, line_items: lines } = order;
  const { subtotal, total_tax, total_price, shipping_cost, total_discounts } = order;
  const content = [
    currency,
    [subtotal, total_tax, total_price, shipping_cost, total_discounts],
    [
      [
        address.name,
        address.company,
        address.address_line1,
        address.address_line2,
        address.zip,
        address.city,
      ],
      [address.province, address.country_code, address.phone, address.email],
      [address.latitude, address.longitude],
    ],
    lines.map((line) => [
      [line.line_item_id, line.variant_id, line.quantity, line.unit_price],
      [line.fulfillment_location_id, line.barcode, line.sku],
    ]),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** The same of data that need not be a valid order. @returns null if one of these parts is faulty */
export function contentSha256Of(data: unknown): string | null {
  const read = OrderContent.safeParse(data);
  return read.success ? contentSha256(read.data) : null;
}
