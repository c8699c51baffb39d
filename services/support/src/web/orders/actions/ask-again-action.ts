import { askAgain, DESK_REFUSAL_LABELS, type OrderTimeline } from '@hub/support-desk';
import { actorOf } from '../../access/viewer';
import { PageError } from '../../layout/page-error';
import { readNote } from '../../layout/read-note';
import type { OrderAction, OrderActionContext } from './order-action';

type Line = OrderTimeline['lines'][number];

/** Makes a shop a candidate again for a waiting line that it was excluded from (D12, D19). */
export const askAgainAction: OrderAction = {
  path: '/lines/:lineId/ask-again/:shop',
  ask(context) {
    const { line, shopName } = partsOf(context);
    const title = `Ask ${shopName} again after all`;
    if (line.state !== 'waiting')
      return { title, happens: [], impossible: `line ${line.lineItemId} is ${line.state}, not waiting` };
    return {
      title,
      happens: [
        `${shopName} is a candidate for line ${line.lineItemId} again, and a shop is chosen at once.`,
        `What was blocked at ${shopName} for this line is free again.`,
        `Undo: if ${shopName} refuses again, the line can be given to another shop.`,
      ],
      warning: `${shopName} itself says that it can ship it now.`,
      submit: `Ask ${shopName} again`,
    };
  },
  async carryOut(context) {
    const { desk, order, viewer, request } = context;
    const { line, shop, shopName } = partsOf(context);
    const actor = actorOf(viewer);
    const asked = { sellerOrderId: order.id, lineId: line.id, shop, actor, note: readNote(request) };
    const end = await askAgain(desk.db, asked);
    if (end.kind === 'done')
      return { kind: 'done', text: `${shopName} may have line ${line.lineItemId} again.` };
    return { kind: 'refused', text: `${shopName} is not asked again: ${DESK_REFUSAL_LABELS[end.why]}.` };
  },
};

function partsOf({ order, request }: OrderActionContext): {
  line: Line;
  shop: string;
  shopName: string;
} {
  const line = order.lines.find(({ id }) => id === request.params['lineId']);
  const excluded = line?.excludedShops.find(({ shop }) => shop === request.params['shop']);
  if (!line || excluded === undefined)
    throw new PageError(404, 'The order has no such line, or the shop is not excluded.');
  return { line, ...excluded };
}
