import type { Tx } from '@hub/database';
import { commandQueue, COMMANDS } from '@hub/messaging';
import { markSettled } from '../messages/dead-letter-records';
import { commandIdentity } from '../messages/identity';

/** A replay of it that is in flight finds nothing to place and ends. */
export async function settlePlacing(tx: Tx, shippingOrderId: string, outcome: string): Promise<void> {
  const origin = commandQueue(COMMANDS.placeShippingOrder).name;
  const identity = commandIdentity(COMMANDS.placeShippingOrder, { shippingOrderId });
  await markSettled(tx, { origin, identity, outcome });
}
