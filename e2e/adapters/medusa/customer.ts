import type { SoldOrder } from '@hub/conformance';
import { z } from 'zod';
import type { MedusaApi } from './medusa-api';

const Cart = z.object({ cart: z.object({ id: z.string() }) });
const Collection = z.object({ payment_collection: z.object({ id: z.string() }) });
const Completed = z.object({
  order: z.object({
    id: z.string(),
    items: z.array(z.object({ id: z.string(), variant_id: z.string(), quantity: z.number() })),
  }),
});

const NYHAVN = {
  first_name: 'Astrid',
  last_name: 'Holm',
  address_1: 'Nyhavn 17',
  postal_code: '1051',
  city: 'København',
  country_code: 'dk',
};

/** A customer buys, and has the payment authorised, through the shop's own Store API; with the shop's promotion, where asked. */
export async function buy(
  api: MedusaApi,
  requested: readonly { variantId: string; quantity: number }[],
  { discounted, code }: { discounted: boolean; code?: string } = { discounted: false },
): Promise<SoldOrder> {
  const { cart } = await api.post(
    '/store/carts',
    {
      region_id: api.seeded.region,
      email: 'astrid@customer.example',
      shipping_address: { ...NYHAVN, ...(code !== undefined && { address_2: code }) },
      items: requested.map(({ variantId, quantity }) => ({ variant_id: variantId, quantity })),
    },
    Cart,
  );
  if (discounted)
    await api.send(`/store/carts/${cart.id}/promotions`, { promo_codes: [api.seeded.promotion] });
  await api.send(`/store/carts/${cart.id}/shipping-methods`, { option_id: api.seeded.shippingOption });
  const { payment_collection } = await api.post(
    '/store/payment-collections',
    { cart_id: cart.id },
    Collection,
  );
  const sessions = `/store/payment-collections/${payment_collection.id}/payment-sessions`;
  await api.send(sessions, { provider_id: 'pp_system_default' });
  const { order } = await api.post(`/store/carts/${cart.id}/complete`, {}, Completed);
  return {
    orderId: order.id,
    lines: order.items.map((item) => ({
      lineItemId: item.id,
      variantId: item.variant_id,
      quantity: item.quantity,
    })),
  };
}
