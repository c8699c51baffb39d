import { endHold as endHoldOf } from '@hub/orders/support';
import { z } from 'zod';
import { DESK_REFUSAL_LABELS } from '../../audit/refusal-labels';
import { action } from '../../engine/action';
import { orderTimeline } from '../order-timeline';

/** Releases a held order (D12, D25): it is routed like any other. */
export const endHold = action({
  names: { 'order.end_hold': 'ended the hold' },
  changes: true,
  command: 'order.end-hold',
  hub: {
    says: 'ends what holds an order, and has it routed',
  },
  page: '/orders/:id/end-hold',
  input: z.strictObject({ order: z.uuid() }),
  async ask({ db }, { order: id }) {
    const order = await orderTimeline(db, id);
    if (!order) return null;
    const title = 'End the hold';
    if (order.state !== 'held')
      return { title, happens: [], impossible: `the order is ${order.state}, not held` };
    return {
      title,
      happens: [
        'Its lines at the network are given to shops at once, and shipped.',
        'This cannot be undone here: the selling shop can still cancel the order.',
      ],
      warning: `${order.shopName} still wants this order${order.heldBecause ? `. It is held: ${order.heldBecause}` : ''}.`,
      submit: 'End the hold',
    };
  },
  async run(tx, { order: id }) {
    const end = await endHoldOf(tx, id);
    if (end.kind === 'refused')
      return { kind: 'refused', says: `The hold has not ended: ${DESK_REFUSAL_LABELS[end.why]}.` };
    return {
      kind: 'done',
      says: 'The hold has ended: shops are being chosen.',
      answer: { ended: end.heldReason },
      begins: true,
      record: {
        subjects: [`order:${id}`],
        detail: { heldReason: end.heldReason },
        changes: [{ field: 'state', before: 'held', after: 'accepted' }],
      },
    };
  },
});
