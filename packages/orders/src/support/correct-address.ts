import { ShippingOrderRequest } from '@hub/contract';
import { OrderLineState, rows, SellerOrderState, ShippingOrderState, type Tx } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';
import { z } from 'zod';
import { resolvePlacingAlerts } from '../placements/placement-placed';
import { giveLinesBack } from '../records/order-lines';
import { shipToOf } from '../placements/ship-to';
import { holdsItsLines } from '../states/holds-its-lines';
import { liftBlocksOfLines } from './ask-again';
import { changedFields, whyAddressStays, type AddressRefusal } from './decide-address';
import { readAddress, type Address, type AddressFault } from './read-address';

export type AddressCorrection =
  /** `changed`: names of the fields. `rebuilt`: shipping orders that were built and not sent yet. `routedAgain`: those that a shop had refused. */
  | { kind: 'done'; changed: string[]; rebuilt: number; routedAgain: string[] }
  | { kind: 'invalid'; faults: AddressFault[] }
  | { kind: 'refused'; why: AddressRefusal | 'unknown' };

/**
 * Corrects the delivery address of an order that no shop has ("an address change on an accepted order is arranged with
 * the operator"): the country stays. What is built but was never attempted is rebuilt, under its reference. What a shop
 * refused is routed again, with that shop among the candidates: its reference stands for the old address permanently
 * (D18), so what is then placed has a new one. The caller records who did it.
 */
export async function correctAddress(
  tx: Tx,
  wish: { sellerOrderId: string; address: unknown },
): Promise<AddressCorrection> {
  const { sellerOrderId } = wish;
  const read = readAddress(wish.address);
  const order = await lockOrder(tx, sellerOrderId);
  if (!order) return { kind: 'refused', why: 'unknown' };
  if (!read.ok) return { kind: 'invalid', faults: read.faults };
  const { address } = read;
  const changed = changedFields(order.shipTo ?? {}, address);
  const why = whyAddressStays(order, { address, changed });
  if (why !== null) return { kind: 'refused', why };
  await tx.sellerOrder.update({
    where: { id: sellerOrderId },
    data: {
      shipTo: address,
      latitude: numberOrNull(address['latitude']),
      longitude: numberOrNull(address['longitude']),
    },
    select: { id: true },
  });
  const rebuilt = await rebuild(tx, sellerOrderId, address);
  return { kind: 'done', changed, rebuilt, routedAgain: await routeAgain(tx, order) };
}

const OrderRow = z.object({
  state: z.enum(SellerOrderState),
  blanked: z.boolean(),
  destinationCountry: z.string(),
  shipTo: z.record(z.string(), z.unknown()).nullable(),
  correlation: z.string(),
});
const LineRow = z.object({ state: z.enum(OrderLineState) });
const ShippingOrderRow = z.object({
  id: z.string(),
  shopId: z.int(),
  state: z.enum(ShippingOrderState),
  holdsItsLines: z.boolean(),
});

type LockedOrder = z.output<typeof OrderRow> & {
  id: string;
  lines: z.output<typeof LineRow>[];
  shippingOrders: z.output<typeof ShippingOrderRow>[];
};

/** Locks the order, then its shipping orders: no worker claims one meanwhile. */
async function lockOrder(tx: Tx, sellerOrderId: string): Promise<LockedOrder | null> {
  const [order] = await rows(
    OrderRow,
    tx.$queryRaw`
    SELECT state::text AS state, blanked_at IS NOT NULL OR ship_to IS NULL AS blanked,
      destination_country AS "destinationCountry", ship_to AS "shipTo", correlation
    FROM seller_order WHERE id = ${sellerOrderId}::uuid FOR UPDATE`,
  );
  if (!order) return null;
  const shippingOrders = await rows(
    ShippingOrderRow,
    tx.$queryRaw`
    SELECT s.id, s.shop_id AS "shopId", s.state::text AS state, ${holdsItsLines('s')} AS "holdsItsLines"
    FROM shipping_order s WHERE s.seller_order_id = ${sellerOrderId}::uuid ORDER BY s.id FOR UPDATE OF s`,
  );
  const lines = await rows(
    LineRow,
    tx.$queryRaw`SELECT state::text AS state FROM order_line WHERE seller_order_id = ${sellerOrderId}::uuid`,
  );
  return { ...order, id: sellerOrderId, lines, shippingOrders };
}

/** What shops have refused and still hold: its lines wait for a shop again, and their blocked stock is free. @returns ids */
async function routeAgain(tx: Tx, order: LockedOrder): Promise<string[]> {
  const refused = order.shippingOrders.filter(
    ({ state, holdsItsLines: holds }) => state === 'refused' && holds,
  );
  const { id: sellerOrderId, correlation } = order;
  for (const { id } of refused) {
    await giveLinesBack(tx, id);
    await resolvePlacingAlerts(tx, id);
  }
  if (refused.length > 0) await enqueue(tx, COMMANDS.routeOrder, { payload: { sellerOrderId }, correlation });
  for (const { id, shopId } of refused) {
    const lines = await tx.shippingOrderLine.findMany({
      where: { shippingOrderId: id },
      select: { orderLineId: true },
    });
    await liftBlocksOfLines(tx, {
      lineIds: lines.map(({ orderLineId }) => orderLineId),
      shopId,
      correlation,
    });
  }
  return refused.map(({ id }) => id);
}

/** Payloads that were frozen and never attempted (D18): only the address is replaced. */
async function rebuild(tx: Tx, sellerOrderId: string, address: Address): Promise<number> {
  const planned = await tx.shippingOrder.findMany({
    where: { sellerOrderId, state: 'planned' },
    select: { id: true, payload: true, relayEmail: true },
  });
  for (const { id, payload, relayEmail } of planned) {
    const frozen = ShippingOrderRequest.parse(payload);
    const rebuilt = ShippingOrderRequest.parse({ ...frozen, ship_to: shipToOf(address, relayEmail) });
    await tx.shippingOrder.update({ where: { id }, data: { payload: rebuilt }, select: { id: true } });
  }
  return planned.length;
}

function numberOrNull(value: string | number | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
