import type { Check } from '../../check';
import { CheckFault } from '../../check-ending';
import type { CheckContext } from '../../check-context';
import { readVariant } from '../../catalogue/read-variant';
import { testVariants } from '../../catalogue/test-variants';
import { keepArrival } from '../../http/evidence';
import type { Arrival } from '../../inbound/arrival';
import { describeAnswer } from '../../judge';
import { requireInbox } from '../shared/events';

const step = 'inventory';

/** What the store reports of the service's own writes: nothing, or exactly the write. */
export const ECHO: readonly Check[] = [
  {
    id: 'inventory.echo_matches',
    step,
    direction: 'from_store',
    rule: 'A store that reports the write of PUT /inventory reports it at HUB_Network, with the quantity written.',
    play: async (context) => writeAndListen(context, await unusedQuantity(context)),
  },
  {
    id: 'inventory.echo_of_zero_matches',
    step,
    direction: 'from_store',
    rule: 'The same when the service writes 0.',
    play: (context) => writeAndListen(context, 0),
  },
];

/**
 * A report is not required here (D10): where none comes, the catalogue shows whether the write took effect. The store
 * continues to report its own stock, and resends what was answered 503: a report that names neither HUB_Network nor the
 * quantity does not belong to this write.
 */
async function writeAndListen(context: CheckContext, quantity: number): Promise<void> {
  const inbox = requireInbox(context);
  const { target, store, evidence } = context;
  const [{ variantId: variant_id }] = await testVariants(context, 1);
  const location_id = target.hubNetworkLocationId;
  const mark = inbox.mark;
  const answer = await store.deliver({
    operation: 'write_inventory',
    body: { variant_id, location_id, quantity },
  });
  if (answer.kind === 'none' || answer.status !== 200)
    throw new CheckFault(
      `PUT /inventory with quantity ${quantity}: the store ${describeAnswer(answer)}`,
      'confirm the write with 200 and its receipt',
    );
  const echo = await inbox.waitFor(
    mark,
    ({ event, data }) =>
      event === 'inventory.updated' &&
      data['variant_id'] === variant_id &&
      (data['location_id'] === location_id || data['quantity'] === quantity),
    inbox.options.quietMs,
  );
  if (echo) {
    keepArrival(evidence, echo);
    return requireEcho(echo, { location_id, quantity });
  }
  evidence.note("the store does not report the service's own writes; the catalogue is looked at");
  const shown = (await readVariant(context, variant_id)).find((level) => level.location_id === location_id);
  if (shown?.quantity !== quantity)
    throw new CheckFault(
      `${quantity} was written and confirmed; GET /products shows ${shown?.quantity ?? 'nothing'} at ${location_id}, and no report of it came`,
      'store the quantity that is written at HUB_Network',
    );
}

function requireEcho({ data }: Arrival, written: { location_id: string; quantity: number }): void {
  if (data['location_id'] !== written.location_id)
    throw new CheckFault(
      `the report after the write of location ${written.location_id} names location ${JSON.stringify(data['location_id']) ?? 'nothing'}`,
      'report a write of the service at the location it wrote, HUB_Network, and no other; or do not report it',
    );
  if (data['quantity'] !== written.quantity)
    throw new CheckFault(
      `${written.quantity} was written, the report says ${JSON.stringify(data['quantity']) ?? 'nothing'}`,
      'report the quantity that HUB_Network has after the write, which is the one written',
    );
}

/** A quantity that no location of the variant has, so that a report of it belongs to this write. */
async function unusedQuantity(context: CheckContext): Promise<number> {
  const [{ variantId }] = await testVariants(context, 1);
  const used = new Set((await readVariant(context, variantId)).map(({ quantity }) => quantity));
  return [3, 4, 5, 6, 7, 8, 9].find((quantity) => !used.has(quantity)) ?? 2;
}
