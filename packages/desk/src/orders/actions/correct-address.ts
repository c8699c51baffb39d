import { correctAddress as correct } from '@hub/orders/support';
import { z } from 'zod';
import { DESK_REFUSAL_LABELS } from '../../audit/refusal-labels';
import { action } from '../../engine/action';
import { settlePlacing } from '../settle-placing';

/**
 * Corrects the delivery address of an order of which nothing was sent yet, given as a whole, in the contract's field names.
 * The audit has the names of the changed fields, never their values.
 */
export const correctAddress = action({
  names: { 'order.correct_address': 'corrected the address' },
  changes: true,
  command: 'order.correct-address',
  note: 'none',
  input: z.strictObject({ order: z.uuid(), address: z.unknown() }),
  chosen: ['address'],
  async run(tx, { order: id, address }) {
    const end = await correct(tx, { sellerOrderId: id, address });
    if (end.kind === 'invalid')
      return { kind: 'refused', says: 'The address is not saved.', faults: end.faults };
    if (end.kind === 'refused')
      return { kind: 'refused', says: `The address is not corrected: ${DESK_REFUSAL_LABELS[end.why]}.` };
    const { changed, rebuilt, routedAgain } = end;
    for (const shippingOrderId of routedAgain)
      await settlePlacing(tx, shippingOrderId, 'routed again with a corrected address');
    const again = routedAgain.length === 0 ? '' : ' What a shop had refused is routed again with it.';
    return {
      kind: 'done',
      says: `The address is corrected: ${changed.join(', ')}.${again}`,
      answer: { changed, rebuilt },
      record: {
        subjects: [`order:${id}`],
        detail: { rebuilt, routedAgain: routedAgain.length },
        changes: changed.map((field) => ({ field, changed: true as const })),
      },
    };
  },
});
