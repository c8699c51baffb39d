import { closeRefusedEvent, DESK_REFUSAL_LABELS } from '@hub/support-desk';
import { actorOf } from '../../access/viewer';
import { readNote } from '../../layout/read-note';
import type { OrderAction } from './order-action';

/** Closes the refused events of one kind of an order (D38). */
export const closeEventAction: OrderAction = {
  path: '/events/:event/close',
  ask() {
    return {
      title: 'Close the refused event',
      happens: [
        'The order is no longer at risk for it. What the shop reported has no effect, now or later.',
        'Another refused event of this kind is shown again.',
      ],
      warning: 'The shop has nothing more to report here, or it was reported in another way.',
      submit: 'Close the refused event',
    };
  },
  async carryOut({ desk, order, viewer, request }) {
    const end = await closeRefusedEvent(desk.db, {
      id: order.id,
      event: String(request.params['event']),
      actor: actorOf(viewer),
      note: readNote(request),
      now: desk.clock.now(),
    });
    if (end.kind === 'done') return { kind: 'done', text: 'The refused event is closed.' };
    return { kind: 'refused', text: `The event is not closed: ${DESK_REFUSAL_LABELS[end.why]}.` };
  },
};
