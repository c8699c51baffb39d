import { z } from 'zod';
import { action, type Question } from '../../engine/action';
import { REFUSAL_LABELS } from '../../messages/decide-action';
import { resumeIn, RESUMED } from '../../works/resume-work';
import { WORK_KINDS, type WorkKind } from '../../works/works';
import { orderTimeline, type OrderTimeline } from '../order-timeline';

const LAST = 'What the store has taken cannot be taken back.';

/** Resumes work of an order that was given up (D23): a placing, a tracking, a return, a stop. */
export const resume = action({
  names: RESUMED,
  page: '/orders/:id/resume/:kind/:work',
  note: 'none',
  input: z.strictObject({ order: z.uuid(), kind: z.enum(WORK_KINDS), work: z.uuid() }),
  async ask({ db }, { order: id, kind, work }) {
    const order = await orderTimeline(db, id);
    return order && questionOf(order, kind, work);
  },
  async run(tx, { kind, work: id }, { actor }) {
    const end = await resumeIn(tx, { kind, id }, actor);
    if (end.kind === 'refused') {
      const words = end.why === 'not_failed' ? 'it is not given up any more' : REFUSAL_LABELS[end.why];
      return { kind: 'refused', says: `It was not taken up again: ${words}.` };
    }
    const says = DONE[kind];
    const answer = { resumed: kind };
    if (end.kind === 'resuming') return { kind: 'unchanged', says, answer, begins: true };
    return {
      kind: 'done',
      says,
      answer,
      begins: true,
      record: { subjects: [`${kind}:${id}`] },
    };
  },
});

const DONE: Record<WorkKind, string> = {
  placing: 'It is being placed again.',
  tracking: 'The tracking is being delivered again.',
  return: 'The return is being registered again.',
  stop: 'The shop is being asked again to stop it.',
};

/** Null: the order has no such part. */
function questionOf(order: OrderTimeline, kind: WorkKind, work: string): Question | null {
  switch (kind) {
    case 'placing': {
      const shipping = order.shippingOrders.find(({ id }) => id === work);
      if (!shipping) return null;
      return {
        title: `Place it again at ${shipping.shopName}`,
        happens: [
          `${shipping.shopName} is sent the same shipping order again, under the same reference.`,
          'If its store has it already, it gives the same answer again; nothing is shipped twice.',
          LAST,
        ],
        submit: 'Place it again',
      };
    }
    case 'tracking': {
      const parcel = order.shippingOrders.flatMap(({ packages }) => packages).find(({ id }) => id === work);
      if (!parcel) return null;
      return {
        title: `Deliver the tracking of package ${parcel.packageId} again`,
        happens: [
          `${order.shopName} gets carrier and tracking number again, under the same reference.`,
          'If its store has them already, its customer is not notified a second time.',
          LAST,
        ],
        submit: 'Deliver the tracking again',
      };
    }
    case 'return': {
      const goods = order.returns.find(({ id }) => id === work);
      if (!goods) return null;
      return {
        title: 'Register the return again',
        happens: [
          `${order.shopName} is notified of the goods that ${goods.reportedByName} has back, under the same reference.`,
          'If its store has this return already, it gives the same answer again; nothing is refunded twice.',
          LAST,
        ],
        submit: 'Register the return again',
      };
    }
    case 'stop':
      return order.cancellations.flatMap(({ stops }) => stops).some(({ id }) => id === work)
        ? {
            title: 'Ask the shop again to stop it',
            happens: [
              'The shipping shop is asked again to stop its shipping order, under the same reference.',
              'If it has stopped it already, it says so again. If it has shipped, the order stands.',
              LAST,
            ],
            submit: 'Ask it again',
          }
        : null;
  }
}
