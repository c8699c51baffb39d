import { inTransaction, type Database, type Tx } from '@hub/database';
import { commandQueue, COMMANDS } from '@hub/messaging';
import {
  type AddressCorrection,
  askAgain as askShopAgain,
  type AskingAgain,
  closeLine as closeOrderLine,
  correctAddress as correctOrderAddress,
  endHold as endOrderHold,
  type HoldOutcome,
  rerouteShippingOrder as reroute,
} from '@hub/orders';
import { z } from 'zod';
import { recordActions, type SupportActionReport } from '../actions/record-actions';
import { commandIdentity } from '../dead-letters/identity';
import { markSettled } from '../dead-letters/dead-letter-records';

/** Releases a held order (D12, D25): it is routed like any other. */
export async function endHold(
  db: Database,
  request: { id: string; actor: string; note?: string | undefined },
): Promise<HoldOutcome> {
  const { id, actor, note } = request;
  if (!isUuid(id)) return { kind: 'refused', why: 'unknown' };
  return inTransaction(db, async (tx) => {
    const end = await endOrderHold(tx, id);
    if (end.kind !== 'done') return end;
    const detail = { heldReason: end.heldReason, ...(note === undefined ? {} : { note }) };
    const changes = [{ field: 'state', before: 'held', after: 'accepted' }];
    await record(tx, { actor, action: 'order.end_hold', sellerOrderId: id, detail, changes });
    return end;
  });
}

/**
 * Corrects the delivery address of an order of which nothing was sent yet; the trail has the names of the changed
 * fields, never their values.
 */
export async function correctAddress(
  db: Database,
  request: { id: string; address: unknown; actor: string },
): Promise<AddressCorrection> {
  const { id, address, actor } = request;
  if (!isUuid(id)) return { kind: 'refused', why: 'unknown' };
  return inTransaction(db, async (tx) => {
    const end = await correctOrderAddress(tx, { sellerOrderId: id, address });
    if (end.kind !== 'done') return end;
    const detail = { rebuilt: end.rebuilt, routedAgain: end.routedAgain.length };
    const changes = end.changed.map((field) => ({ field, changed: true as const }));
    await record(tx, { actor, action: 'order.correct_address', sellerOrderId: id, detail, changes });
    for (const shippingOrderId of end.routedAgain)
      await settlePlacing(tx, shippingOrderId, 'routed again with a corrected address');
    return end;
  });
}

/** Asks a shop again that was excluded for a waiting line. @param request.shop its slug */
export async function askAgain(
  db: Database,
  request: { sellerOrderId: string; lineId: string; shop: string; actor: string; note?: string | undefined },
): Promise<AskingAgain> {
  const { sellerOrderId, lineId, shop: slug, actor, note } = request;
  if (!isUuid(sellerOrderId) || !isUuid(lineId)) return { kind: 'refused', why: 'unknown' };
  return inTransaction(db, async (tx) => {
    const shop = await tx.shop.findUnique({ where: { slug }, select: { id: true } });
    if (!shop) return { kind: 'refused', why: 'unknown' };
    const end = await askShopAgain(tx, { sellerOrderId, lineId, shopId: shop.id });
    if (end.kind !== 'done') return end;
    const detail = { shop: slug, ...(note === undefined ? {} : { note }) };
    await record(tx, { actor, action: 'order.ask_again', sellerOrderId, detail });
    return end;
  });
}

/** Closes a waiting line as unfulfillable (D19): no shop is searched for any more. */
export async function closeLine(
  db: Database,
  request: { sellerOrderId: string; lineItemId: string; actor: string; now: number },
): ReturnType<typeof closeOrderLine> {
  const { sellerOrderId, lineItemId, actor, now } = request;
  if (!isUuid(sellerOrderId)) return { kind: 'unknown' };
  return inTransaction(db, async (tx) => {
    const end = await closeOrderLine(tx, { sellerOrderId, lineItemId, now });
    if (end.kind !== 'close') return end;
    const changes = [{ field: 'state', before: 'waiting', after: 'unfulfillable' }];
    await record(tx, { actor, action: 'order.close_line', sellerOrderId, detail: { lineItemId }, changes });
    return end;
  });
}

export interface RerouteRequest {
  /** The shipping order's `external_ref`. */
  reference: string;
  actor: string;
  /** False: only reports what would be done. */
  carryOut: boolean;
  /** Milliseconds since the epoch. */
  now?: number | undefined;
}

/**
 * Gives the lines of a shipping order to another shop (D19). The failed message of placing it has nothing left to fix
 * and is resolved.
 */
export async function rerouteShippingOrder(
  db: Database,
  request: RerouteRequest,
): ReturnType<typeof reroute> {
  const { reference, actor, carryOut, now = Date.now() } = request;
  return inTransaction(db, async (tx) => {
    const end = await reroute(tx, { reference, now, carryOut });
    if (end.kind !== 'rerouted' || !carryOut) return end;
    const { sellerOrderId, shippingOrderId, shop } = end;
    await record(tx, { actor, action: 'order.reroute', sellerOrderId, detail: { reference, shop } });
    await settlePlacing(tx, shippingOrderId, 're-routed by support');
    return end;
  });
}

/** A replay of it that is in flight finds nothing to place and ends. */
export async function settlePlacing(tx: Tx, shippingOrderId: string, outcome: string): Promise<void> {
  const origin = commandQueue(COMMANDS.placeShippingOrder).name;
  const identity = commandIdentity(COMMANDS.placeShippingOrder, { shippingOrderId });
  await markSettled(tx, { origin, identity, outcome });
}

function record(
  tx: Tx,
  { sellerOrderId, ...report }: DistributiveOmit<SupportActionReport, 'subjects'> & { sellerOrderId: string },
): Promise<void> {
  return recordActions(tx, { ...report, subjects: [`order:${sellerOrderId}`] });
}

/** `Omit` of each member of a union. */
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

function isUuid(id: string): boolean {
  return z.uuid().safeParse(id).success;
}
