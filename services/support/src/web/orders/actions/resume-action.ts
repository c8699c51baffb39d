import { REFUSAL_LABELS, resumeWork, type OrderTimeline } from '@hub/support-desk';
import { z } from 'zod';
import { actorOf } from '../../access/viewer';
import { PageError } from '../../layout/page-error';
import type { OrderAction, OrderActionContext, Question } from './order-action';

const Work = z.object({ kind: z.enum(['placing', 'tracking', 'return', 'stop']), workId: z.uuid() });
type Work = z.output<typeof Work>;

/** Resumes work that was given up (D23): a placing, a tracking, a return, a stop. */
export const resumeAction: OrderAction = {
  path: '/resume/:kind/:workId',
  ask: (context) => questionOf(context.order, readWork(context)),
  async carryOut(context) {
    const { desk, viewer } = context;
    const { kind, workId } = readWork(context);
    const resumed = await resumeWork(desk.db, { work: { kind, id: workId }, actor: actorOf(viewer) });
    if (resumed.kind === 'resumed') return { kind: 'done', text: DONE[kind] };
    const { why } = resumed;
    const words = why === 'not_failed' ? 'it is not given up any more' : REFUSAL_LABELS[why];
    return { kind: 'refused', text: `It was not taken up again: ${words}.` };
  },
};

const DONE: Record<Work['kind'], string> = {
  placing: 'It is being placed again.',
  tracking: 'The tracking is being delivered again.',
  return: 'The return is being registered again.',
  stop: 'The shop is being asked again to stop it.',
};

const LAST = 'What the store has taken cannot be taken back.';

function questionOf(order: OrderTimeline, { kind, workId }: Work): Question {
  switch (kind) {
    case 'placing': {
      const shipping = required(order.shippingOrders.find(({ id }) => id === workId));
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
      const parcel = required(
        order.shippingOrders.flatMap(({ packages }) => packages).find(({ id }) => id === workId),
      );
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
      const goods = required(order.returns.find(({ id }) => id === workId));
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
    case 'stop': {
      required(order.cancellations.flatMap(({ stops }) => stops).find(({ id }) => id === workId));
      return {
        title: 'Ask the shop again to stop it',
        happens: [
          'The shipping shop is asked again to stop its shipping order, under the same reference.',
          'If it has stopped it already, it says so again. If it has shipped, the order stands.',
          LAST,
        ],
        submit: 'Ask it again',
      };
    }
  }
}

function readWork({ request }: OrderActionContext): Work {
  return required(Work.safeParse(request.params).data);
}

function required<T>(found: T | undefined): T {
  if (found === undefined) throw new PageError(404, 'The order has no such part.');
  return found;
}
