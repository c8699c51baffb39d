import { variantsOf } from './catalogue/catalogue-run';
import type { CheckContext } from './check-context';
import { CheckFault, NotRun } from './check-ending';
import type { StoreCall } from './http/store-caller';
import { describeAnswer } from './judge';
import { newReference } from './references';

/**
 * Leaves the store as the rehearsal found it: network quantities as they were, unless the hub writes them, shipping orders stopped, sales cancelled
 * or returned, shipped goods taken back. The staff is prompted for what only they can do, unless the run is ending.
 *
 * @returns what could not be undone, for the store's staff
 */
export async function cleanUp(context: CheckContext): Promise<string[]> {
  const { run, target } = context;
  const left: string[] = [];
  const undo = async (what: string, call: StoreCall): Promise<void> => {
    const problem = await problemOf(context, call);
    if (problem !== null) left.push(`${what}: ${problem}`);
  };
  for (const [variant_id, written] of target.restoresNetwork ? run.written : []) {
    const quantity = quantityBefore(context, variant_id);
    if (written === 0 && quantity === 0) continue;
    const body = { variant_id, location_id: target.hubNetworkLocationId, quantity };
    await undo(`the HUB_Network quantity of variant ${variant_id}`, { operation: 'write_inventory', body });
  }
  for (const [order_id, externalRef] of run.open) {
    const body = { external_ref: newReference(), order_id, reason: 'end of the rehearsal' };
    await undo(`shipping order ${order_id} (${externalRef})`, { operation: 'cancel_order', body });
  }
  await endOrders(context);
  return [...left, ...[...run.unended.values()].map(({ what }) => what)];
}

/** What the first reading of the catalogue showed, where the shop already trades; a new one begins with 0. */
function quantityBefore({ run, target }: CheckContext, variantId: string): number {
  if (!target.trades || run.catalogue === null) return 0;
  const found = variantsOf(run.catalogue).find(({ variant }) => variant.variant_id === variantId);
  const level = found?.variant.inventory.find(
    ({ location_id: location }) => location === target.hubNetworkLocationId,
  );
  return level?.quantity ?? 0;
}

async function problemOf({ store }: CheckContext, call: StoreCall): Promise<string | null> {
  try {
    const answer = await store.deliver(call);
    return answer.kind === 'answered' && answer.status === 200 ? null : `the store ${describeAnswer(answer)}`;
  } catch (error) {
    if (error instanceof NotRun) return error.reason;
    throw error;
  }
}

/** One that cannot be ended stays in the list, and is reported. */
async function endOrders(context: CheckContext): Promise<void> {
  for (const order of context.run.unended.values()) {
    if (context.isEnding) return;
    try {
      await order.end(context);
    } catch (error) {
      if (error instanceof NotRun || error instanceof CheckFault) continue;
      context.evidence.note(`${order.what}: ${error instanceof Error ? error.message : 'unknown'}`);
    }
  }
}
