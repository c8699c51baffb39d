import { z } from 'zod';
import { listAtRisk, type AtRisk } from '../../problems/orders-at-risk';
import { action } from '../../engine/action';

const SHOWN = 20;

/** The refused packages, cancellations and returns of an order that are open (D38). */
export function openRefusedEvents(
  db: Parameters<typeof listAtRisk>[0],
  order: { id: string; now: number },
): Promise<AtRisk[]> {
  const { id, now } = order;
  return listAtRisk(db, { sellerOrderIds: [id], situations: ['event_refused'], limit: SHOWN, now });
}

/** The name of a refused event, which its reason begins with. */
export function eventOf({ reason }: Pick<AtRisk, 'reason'>): string {
  return (reason ?? '').split(' ', 1)[0] ?? '';
}

/** Closes the refused events of one kind of an order: the order is no longer at risk for them (D38). */
export const closeEvent = action({
  names: { 'order.close_event': 'closed a refused event of the order' },
  command: 'order.close-event',
  hub: {
    says: 'closes the refused packages, cancellations or returns of an order: it is no longer at risk for them',
    takes: {
      event: ['--event <name>', 'such as return.created'],
    },
  },
  page: '/orders/:id/events/:event/close',
  input: z.strictObject({ order: z.uuid(), event: z.string().min(1).max(100) }),
  async ask() {
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
  async run(tx, { order: id, event }, { now }) {
    const open = await openRefusedEvents(tx, { id, now });
    if (!open.some((one) => eventOf(one) === event))
      return { kind: 'refused', says: `The event is not closed: no refused ${event} of this order is open.` };
    return {
      kind: 'done',
      says: 'The refused event is closed.',
      answer: { event, closed: true },
      record: { subjects: [`order:${id}`], detail: { event } },
    };
  },
});
