import { DESK_REFUSAL_LABELS, endHold } from '@hub/support-desk';
import { actorOf } from '../../access/viewer';
import type { OrderAction } from './order-action';
import { readNote } from '../../layout/read-note';

/** Releases a held order (D12). */
export const endHoldAction: OrderAction = {
  path: '/end-hold',
  ask({ order }) {
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
  async carryOut({ desk, order, viewer, request }) {
    const end = await endHold(desk.db, { id: order.id, actor: actorOf(viewer), note: readNote(request) });
    if (end.kind === 'done') return { kind: 'done', text: 'The hold has ended: shops are being chosen.' };
    return { kind: 'refused', text: `The hold has not ended: ${DESK_REFUSAL_LABELS[end.why]}.` };
  },
};
