import { inTransaction, type Database, type Tx } from '@hub/database';
import { commandQueue, COMMANDS } from '@hub/messaging';
import { type AddressCorrection, correctAddress as correctOrderAddress } from '@hub/orders';
import { z } from 'zod';
import { recordActions, type SupportActionReport } from '../actions/record-actions';
import { commandIdentity } from '../dead-letters/identity';
import { markSettled } from '../dead-letters/dead-letter-records';

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
