import { randomUUID } from 'node:crypto';
import type { OrderCreated } from '@hub/contract';
import { Prisma, type Tx } from '@hub/database';
import type { IntakeDecision } from '@hub/orders';

type Accepted = Extract<IntakeDecision, { kind: 'accepted' }>;

export async function isOrderStored(tx: Tx, order: { shopId: number; orderId: string }): Promise<boolean> {
  const { shopId, orderId } = order;
  return (await tx.sellerOrder.count({ where: { shopId, orderId } })) > 0;
}

/** Stores the order with all its lines, amounts as their exact decimals. @returns its id */
export async function insertOrder(
  tx: Tx,
  intake: { shopId: number; order: OrderCreated; decision: Accepted; correlation: string },
): Promise<string> {
  const { shopId, order, decision, correlation } = intake;
  const id = randomUUID();
  const { shipping_address: address } = order;
  await tx.sellerOrder.create({
    select: { id: true },
    data: {
      id,
      shopId,
      orderId: order.order_id,
      orderNumber: order.order_number ?? null,
      name: order.name ?? null,
      placedAt: order.created_at,
      currency: order.currency,
      mode: decision.mode,
      state: decision.heldBecause === null ? 'accepted' : 'held',
      heldReason: decision.heldBecause,
      destinationCountry: address.country_code,
      latitude: address.latitude ?? null,
      longitude: address.longitude ?? null,
      shipTo: given(address),
      shippingMethod: order.shipping_method ? given(order.shipping_method) : Prisma.DbNull,
      shippingCost: order.shipping_cost,
      totalDiscounts: order.total_discounts,
      subtotal: order.subtotal ?? null,
      totalTax: order.total_tax ?? null,
      totalPrice: order.total_price ?? null,
      correlation,
    },
  });
  await insertLines(tx, { sellerOrderId: id, order, networkLines: decision.networkLines });
  return id;
}

async function insertLines(
  tx: Tx,
  lines: { sellerOrderId: string; order: OrderCreated; networkLines: ReadonlySet<number> },
): Promise<void> {
  const { sellerOrderId, order, networkLines } = lines;
  const items = order.line_items;
  await tx.$executeRaw`
    INSERT INTO order_line (id, seller_order_id, position, line_item_id, variant_id, quantity, unit_price, barcode, sku,
      title, state)
    SELECT gen_random_uuid(), ${sellerOrderId}::uuid, l.*
    FROM unnest(
      ${items.map((_, position) => position + 1)}::int[],
      ${items.map((item) => item.line_item_id)}::text[],
      ${items.map((item) => item.variant_id)}::text[],
      ${items.map((item) => item.quantity)}::int[],
      ${items.map((item) => item.unit_price)}::numeric[],
      ${items.map((item) => item.barcode ?? null)}::text[],
      ${items.map((item) => item.sku ?? null)}::text[],
      ${items.map((item) => item.title ?? null)}::text[],
      ${items.map((_, position) => (networkLines.has(position) ? 'waiting' : 'own'))}::order_line_state[]
    ) AS l`;
}

/** What was given, as JSON: absent fields are left out. */
function given(fields: Readonly<Record<string, string | number | undefined>>): Prisma.InputJsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  );
}
