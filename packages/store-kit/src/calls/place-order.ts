import { ShippingOrderRequest } from '@hub/contract';
import type { CreatedShippingOrder, ShippingOrder } from '../adapter';
import type { Amounts } from '../facts/amounts';
import { withAllVariants, withVariants } from '../adapters/with-variants';
import type { Records } from '../records';
import { refuse } from '../refuse';
import { bodyOf } from './body-of';
import type { KitCall } from './call';
import { fingerprintOf } from './fingerprint';
import { carryOutOnce } from './once';

/** D18: a paid order to be shipped for another shop; its references are kept beside the platform's own ids. */
export const placeOrder: KitCall = {
  operation: 'place_order',
  async carryOut(kit, call) {
    const request = bodyOf(ShippingOrderRequest, call);
    if (request.currency !== kit.currency)
      throw refuse.invalidRequest('currency', "is not the store's currency");
    const order = shippingOrderOf(request, kit.amounts);
    return carryOutOnce(kit, {
      operation: 'place_order',
      reference: order.externalRef,
      fingerprint: fingerprintOf(call.body),
      begin: async () => {},
      carryOut: async (platform, tx) =>
        platform.createShippingOrder(await withAllVariants(platform, order, tx), tx),
      findDone: async (platform) =>
        (await platform.findShippingOrder?.(await withVariants(platform, order, null))) ?? null,
      end: async (created: CreatedShippingOrder, records) => {
        await keepReferences(order, created, records);
        return {
          success: true,
          external_ref: order.externalRef,
          order_id: created.orderId,
          status: 'created',
        };
      },
    });
  },
};

async function keepReferences<Tx>(
  order: ShippingOrder,
  { orderId, lineIds }: CreatedShippingOrder,
  records: Records<Tx>,
): Promise<void> {
  const lines = order.lines.map(({ externalRef, variantId, quantity }, index) => {
    const lineId = lineIds[index];
    if (lineId === undefined) throw new Error('createShippingOrder gives a line id for each line');
    return { lineId, variantId, externalRef, quantity, shipped: 0, returned: 0 };
  });
  const { externalRef } = order;
  const nothingYet = { packages: [], returns: {} };
  await records.insert('shipping_order', orderId, { externalRef, state: 'open', ...nothingYet, lines });
}

function shippingOrderOf(request: ShippingOrderRequest, amounts: Amounts): ShippingOrder {
  const { ship_to: to, total_price } = request;
  const total = total_price ?? null;
  return {
    externalRef: request.external_ref,
    currency: request.currency,
    shipTo: {
      name: to.name,
      company: to.company,
      addressLine1: to.address_line1,
      addressLine2: to.address_line2,
      zip: to.zip,
      city: to.city,
      province: to.province,
      countryCode: to.country_code,
      phone: to.phone,
      email: to.email,
      latitude: to.latitude,
      longitude: to.longitude,
    },
    shippingMethod: { code: request.shipping_method.code, title: request.shipping_method.title ?? null },
    lines: request.line_items.map((line) => ({
      externalRef: line.external_ref,
      variantId: line.variant_id,
      barcode: line.barcode,
      sku: line.sku,
      quantity: line.quantity,
      unitPrice: amounts.ofPlatform(line.unit_price),
      title: line.title ?? null,
    })),
    totalPrice: total === null ? null : amounts.ofPlatform(total),
    carrierNote: request.carrier_note ?? null,
    sellerOrderNumber: request.seller_order_number ?? null,
  };
}
