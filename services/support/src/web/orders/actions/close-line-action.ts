import { closeLine, type OrderTimeline } from '@hub/support-desk';
import { actorOf } from '../../access/viewer';
import { PageError } from '../../layout/page-error';
import type { OrderAction, OrderActionContext } from './order-action';

/** Ends the wait of a line for which no shop was found (D19). */
export const closeLineAction: OrderAction = {
  path: '/lines/:lineId/close',
  ask(context) {
    const line = lineOf(context);
    const title = `Close line ${line.lineItemId} as unfulfillable`;
    if (line.state !== 'waiting')
      return { title, happens: [], impossible: `the line is ${line.state}, not waiting` };
    return {
      title,
      happens: [
        'No shop is looked for any more, also when stock of it arrives.',
        `No call notifies ${context.order.shopName}. The line stands at its door, and on the order is the mail for it: send that, so that it refunds its customer.`,
        'This cannot be undone.',
      ],
      submit: 'Close the line',
      danger: true,
      fields: null,
    };
  },
  async carryOut(context) {
    const { desk, order, viewer } = context;
    const { lineItemId } = lineOf(context);
    const by = { actor: actorOf(viewer), now: desk.clock.now() };
    const end = await closeLine(desk.db, { sellerOrderId: order.id, lineItemId, ...by });
    switch (end.kind) {
      case 'close':
        return {
          kind: 'done',
          text: `Line ${lineItemId} is closed. Send ${order.shopName} the mail below, so that it refunds its customer.`,
        };
      case 'closed_already':
        return { kind: 'done', text: `Line ${lineItemId} was closed already.` };
      case 'refused':
        return { kind: 'refused', text: `Line ${lineItemId} is not closed: ${end.reason}.` };
      case 'unknown':
        return { kind: 'refused', text: 'The order has no such line.' };
    }
  },
};

function lineOf({ order, request }: OrderActionContext): OrderTimeline['lines'][number] {
  const line = order.lines.find(({ id }) => id === request.params['lineId']);
  if (!line) throw new PageError(404, 'The order has no such line.');
  return line;
}
