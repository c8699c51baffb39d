import { ShippingOrderRequest } from '@hub/contract';
import { rows, SellerOrderState, ShippingOrderState, type Tx } from '@hub/database';
import { z } from 'zod';
import { shipToOf } from '../ship-to';
import { holdsItsLines } from '../states/holds-its-lines';
import { changedFields, whyAddressStays, type AddressFacts, type AddressRefusal } from './decide-address';
import { readAddress, type Address, type AddressFault } from './read-address';

export type AddressCorrection =
  /** `changed`: names of the fields. `rebuilt`: shipping orders that were built and not sent yet. */
  | { kind: 'done'; changed: string[]; rebuilt: number }
  | { kind: 'invalid'; faults: AddressFault[] }
  | { kind: 'refused'; why: AddressRefusal | 'unknown' };

/**
 * Corrects the delivery address of an order of which nothing was sent yet ("an address change on an accepted order is
 * arranged with the operator"): the country stays, and what is built but was never attempted is built anew, under its
 * reference. Whoever calls it records who did it.
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
  return { kind: 'done', changed, rebuilt: await rebuild(tx, sellerOrderId, address) };
}

const OrderRow = z.object({
  state: z.enum(SellerOrderState),
  blanked: z.boolean(),
  destinationCountry: z.string(),
  shipTo: z.record(z.string(), z.unknown()).nullable(),
});
const ShippingOrderRow = z.object({ state: z.enum(ShippingOrderState), holdsItsLines: z.boolean() });

type LockedOrder = AddressFacts & z.output<typeof OrderRow>;

/** Locks the order, then its shipping orders: no worker claims one meanwhile. */
async function lockOrder(tx: Tx, sellerOrderId: string): Promise<LockedOrder | null> {
  const [order] = await rows(
    OrderRow,
    tx.$queryRaw`
    SELECT state::text AS state, blanked_at IS NOT NULL OR ship_to IS NULL AS blanked,
      destination_country AS "destinationCountry", ship_to AS "shipTo"
    FROM seller_order WHERE id = ${sellerOrderId}::uuid FOR UPDATE`,
  );
  if (!order) return null;
  const shippingOrders = await rows(
    ShippingOrderRow,
    tx.$queryRaw`
    SELECT s.state::text AS state, ${holdsItsLines('s')} AS "holdsItsLines"
    FROM shipping_order s WHERE s.seller_order_id = ${sellerOrderId}::uuid ORDER BY s.id FOR UPDATE OF s`,
  );
  return { ...order, shippingOrders };
}

/** Payloads that were frozen and never attempted (D18): the address alone is replaced. */
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
