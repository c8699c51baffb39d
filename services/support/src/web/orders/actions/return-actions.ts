import { closeReturn, DESK_REFUSAL_LABELS, releaseReturn, type OrderTimeline } from '@hub/support-desk';
import { actorOf } from '../../access/viewer';
import { PageError } from '../../layout/page-error';
import type { OrderAction, OrderActionContext } from './order-action';
import { readNote } from '../../layout/read-note';

/** Releases a return that waited because its goods could have been refunded twice (D13). */
export const releaseReturnAction: OrderAction = {
  path: '/returns/:returnId/release',
  ask(context) {
    const goods = returnOf(context);
    const { shopName } = context.order;
    return {
      title: `Release the return reported by ${goods.reportedByName}`,
      happens: [
        `${shopName} is notified of the goods that came back, and refunds its customer by its own flow.`,
        'This cannot be undone.',
      ],
      warning: `${shopName} has not refunded these goods already. Ask it; a refund cannot be taken back from here.`,
      submit: 'Release the return',
      danger: true,
    };
  },
  async carryOut(context) {
    const { desk, order, viewer, request } = context;
    const { id } = returnOf(context);
    const end = await releaseReturn(desk.db, { id, actor: actorOf(viewer), note: readNote(request) });
    if (end.kind === 'done')
      return { kind: 'done', text: `The return is released: ${order.shopName} is being notified.` };
    return { kind: 'refused', text: `The return is not released: ${DESK_REFUSAL_LABELS[end.why]}.` };
  },
};

/** Closes a return that waited: the money was already paid (D13). */
export const closeReturnAction: OrderAction = {
  path: '/returns/:returnId/close',
  ask(context) {
    const goods = returnOf(context);
    const { shopName } = context.order;
    return {
      title: `Close the return reported by ${goods.reportedByName}`,
      happens: [
        `The return stays on record; ${shopName} is not notified of it, now or later.`,
        'This cannot be undone.',
      ],
      warning: `${shopName} has refunded these goods already, or will not. Ask it first.`,
      submit: 'Close the return',
    };
  },
  async carryOut(context) {
    const { desk, viewer, request } = context;
    const { id } = returnOf(context);
    const end = await closeReturn(desk.db, { id, actor: actorOf(viewer), note: readNote(request) });
    if (end.kind === 'done') return { kind: 'done', text: 'The return is closed; it stays on record.' };
    return { kind: 'refused', text: `The return is not closed: ${DESK_REFUSAL_LABELS[end.why]}.` };
  },
};

function returnOf({ order, request }: OrderActionContext): OrderTimeline['returns'][number] {
  const goods = order.returns.find(({ id }) => id === request.params['returnId']);
  if (!goods) throw new PageError(404, 'The order has no such return.');
  return goods;
}
