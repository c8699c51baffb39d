import { z } from 'zod';
import type { MedusaApi } from './medusa-api';

const Metadata = z
  .looseObject({ hub_external_ref: z.string().optional(), tag: z.string().optional() })
  .nullish();
const Order = z.object({
  id: z.string(),
  status: z.string(),
  payment_status: z.string(),
  total: z.number(),
  discount_total: z.number(),
  metadata: Metadata,
  shipping_address: z
    .object({ first_name: z.string().nullable(), postal_code: z.string().nullable() })
    .nullish(),
  items: z.array(
    z.object({
      id: z.string(),
      variant_id: z.string(),
      quantity: z.number(),
      unit_price: z.number(),
      metadata: Metadata,
    }),
  ),
  fulfillments: z.array(
    z.object({
      id: z.string(),
      shipped_at: z.string().nullable(),
      canceled_at: z.string().nullable(),
      labels: z.array(z.object({ tracking_number: z.string() })),
    }),
  ),
  payment_collections: z.array(
    z.object({ payments: z.array(z.object({ id: z.string(), captured_at: z.string().nullable() })) }),
  ),
});
export type ShopOrder = z.infer<typeof Order>;

const FIELDS =
  'id,status,payment_status,total,discount_total,metadata,created_at,*shipping_address,*items,*fulfillments,*fulfillments.labels,*payment_collections.payments';
const Variants = z.object({
  variants: z.array(
    z.object({
      id: z.string(),
      product_id: z.string(),
      inventory_items: z.array(z.object({ inventory_item_id: z.string() })),
    }),
  ),
});
const Levels = z.object({
  inventory_levels: z.array(
    z.object({ location_id: z.string(), stocked_quantity: z.number(), reserved_quantity: z.number() }),
  ),
});
const Reservations = z.object({
  reservations: z.array(
    z.object({ line_item_id: z.string(), location_id: z.string(), quantity: z.number() }),
  ),
});
const Return = z.object({ return: z.object({ id: z.string() }) });
const Returns = z.object({ returns: z.array(z.object({ id: z.string(), status: z.string() })) });

interface Packed {
  trackingNumber: string;
  lines?: readonly { lineId: string; quantity: number }[];
}

/** The people of a shop, at its Admin API. */
export class Staff {
  constructor(private readonly api: MedusaApi) {}

  async variantId(sku: string): Promise<string> {
    return (await this.variant({ sku })).id;
  }

  async sellable(variantId: string, locationId: string): Promise<number> {
    const { stocked_quantity, reserved_quantity } = await this.level(variantId, locationId);
    return stocked_quantity - reserved_quantity;
  }

  async setSellable(variantId: string, locationId: string, quantity: number): Promise<true> {
    const { reserved_quantity, path } = await this.level(variantId, locationId);
    return this.api.send(path, { stocked_quantity: quantity + reserved_quantity });
  }

  async order(orderId: string): Promise<ShopOrder> {
    const path = `/admin/orders/${orderId}?fields=${FIELDS}`;
    return (await this.api.get(path, z.object({ order: Order }))).order;
  }

  /** Those of the network, oldest first. */
  async shippingOrders(reference?: string): Promise<ShopOrder[]> {
    const path = `/admin/orders?fields=${FIELDS}&limit=200&order=created_at`;
    const { orders } = await this.api.get(path, z.object({ orders: z.array(Order) }));
    return orders.filter(({ metadata }) => {
      const known = metadata?.hub_external_ref;
      return reference === undefined ? known !== undefined : known === reference;
    });
  }

  /** Where the lines of an order are to leave from. */
  async reservations(orderId: string) {
    const { items } = await this.order(orderId);
    const asked = items.map(({ id }) => `line_item_id[]=${id}`).join('&');
    return (await this.api.get(`/admin/reservations?${asked}`, Reservations)).reservations;
  }

  async capture(orderId: string): Promise<true> {
    const { payment_collections } = await this.order(orderId);
    for (const { payments } of payment_collections)
      for (const { id } of payments) await this.api.send(`/admin/payments/${id}/capture`);
    return true;
  }

  /** A package with these lines leaves; by default with all that has not left. */
  async ship(orderId: string, { trackingNumber, lines }: Packed): Promise<true> {
    const order = await this.order(orderId);
    const [reservation] = await this.reservations(orderId);
    const items = (lines ?? order.items.map(({ id, quantity }) => ({ lineId: id, quantity }))).map(
      ({ lineId, quantity }) => ({ id: lineId, quantity }),
    );
    await this.api.send(`/admin/orders/${orderId}/fulfillments`, {
      items,
      location_id: reservation?.location_id,
    });
    const { fulfillments } = await this.order(orderId);
    const packed = fulfillments.find(({ shipped_at, canceled_at }) => !shipped_at && !canceled_at);
    const tracking_url = `https://tracking.example/${trackingNumber}`;
    return this.api.send(`/admin/orders/${orderId}/fulfillments/${packed?.id}/shipments`, {
      items,
      labels: [{ tracking_number: trackingNumber, tracking_url, label_url: tracking_url }],
    });
  }

  cancel(orderId: string): Promise<true> {
    return this.api.send(`/admin/orders/${orderId}/cancel`);
  }

  /** Goods are back at this location, and put into its stock. */
  async takeBack(
    orderId: string,
    { locationId, lines }: { locationId: string; lines: readonly { lineId: string; quantity: number }[] },
  ): Promise<true> {
    const items = lines.map(({ lineId, quantity }) => ({ id: lineId, quantity }));
    const begun = { order_id: orderId, location_id: locationId };
    const { return: opened } = await this.api.post('/admin/returns', begun, Return);
    const path = `/admin/returns/${opened.id}`;
    await this.api.send(`${path}/request-items`, { items });
    await this.api.send(`${path}/request`);
    await this.api.send(`${path}/receive`);
    await this.api.send(`${path}/receive-items`, { items });
    return this.api.send(`${path}/receive/confirm`);
  }

  async returns(orderId: string) {
    return (await this.api.get(`/admin/returns?order_id=${orderId}`, Returns)).returns;
  }

  /** The variant's product is published, or a draft again. */
  async setListed(variantId: string, listed: boolean): Promise<true> {
    const { product_id } = await this.variant({ id: variantId });
    return this.api.send(`/admin/products/${product_id}`, { status: listed ? 'published' : 'draft' });
  }

  private async variant(by: { id: string } | { sku: string }) {
    const asked = new URLSearchParams({ ...by, fields: 'id,product_id,*inventory_items' });
    const [variant] = (await this.api.get(`/admin/product-variants?${asked.toString()}`, Variants)).variants;
    if (!variant) throw new Error(`no variant ${JSON.stringify(by)}`);
    return variant;
  }

  private async level(variantId: string, locationId: string) {
    const [item] = (await this.variant({ id: variantId })).inventory_items;
    const path = `/admin/inventory-items/${item?.inventory_item_id}/location-levels`;
    const { inventory_levels } = await this.api.get(path, Levels);
    const level = inventory_levels.find(({ location_id }) => location_id === locationId);
    if (!level) throw new Error(`variant ${variantId} is not stocked at ${locationId}`);
    return { ...level, path: `${path}/${locationId}` };
  }
}
