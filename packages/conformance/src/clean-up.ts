import { newReference } from './references';
import type { CheckContext } from './check-context';
import { describeAnswer } from './judge';

/**
 * Leaves the store as the rehearsal found it: network quantities back to 0, shipping orders stopped.
 *
 * @returns what could not be put back, for the store's people
 */
export async function cleanUp({ run, store, target }: CheckContext): Promise<string[]> {
  const left: string[] = [];
  for (const variant_id of run.written) {
    const body = { variant_id, location_id: target.hubNetworkLocationId, quantity: 0 };
    const answer = await store.deliver({ operation: 'write_inventory', body });
    if (answer.kind === 'none' || answer.status !== 200)
      left.push(`the HUB_Network quantity of variant ${variant_id}: the store ${describeAnswer(answer)}`);
  }
  for (const [order_id, externalRef] of run.open) {
    const body = { external_ref: newReference(), order_id, reason: 'end of the rehearsal' };
    const answer = await store.deliver({ operation: 'cancel_order', body });
    if (answer.kind === 'none' || answer.status !== 200)
      left.push(`shipping order ${order_id} (${externalRef}): the store ${describeAnswer(answer)}`);
  }
  return left;
}
