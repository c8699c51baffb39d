import { askAgain, DESK_REFUSAL_WORDS, type OrderTimeline } from '@hub/support-desk';
import { actorOf } from '../../access/viewer';
import { PageError } from '../../layout/page-error';
import { readNote } from '../../layout/read-note';
import type { OrderAction, OrderActionContext } from './order-action';

/** Has a shop asked again that a waiting line was not to go to any more (D12, D19). */
export const askAgainAction: OrderAction = {
  path: '/lines/:lineId/ask-again/:shop',
  ask(context) {
    const { line, shop } = partsOf(context);
    const title = `Ask ${shop} again after all`;
    if (line.state !== 'waiting')
      return { title, happens: [], impossible: `line ${line.lineItemId} is ${line.state}, not waiting` };
    return {
      title,
      happens: [
        `${shop} is a candidate for line ${line.lineItemId} again, and a shop is chosen at once.`,
        `What was blocked at ${shop} for this line is free again.`,
        `Undo: if ${shop} refuses again, the line can be given to another shop.`,
      ],
      warning: `${shop} itself says that it can ship it now.`,
      submit: `Ask ${shop} again`,
    };
  },
  async carryOut(context) {
    const { desk, order, viewer, request } = context;
    const { line, shop } = partsOf(context);
    const actor = actorOf(viewer);
    const asked = { sellerOrderId: order.id, lineId: line.id, shop, actor, note: readNote(request) };
    const end = await askAgain(desk.db, asked);
    if (end.kind === 'done') return { kind: 'done', text: `${shop} may have line ${line.lineItemId} again.` };
    return { kind: 'refused', text: `${shop} is not asked again: ${DESK_REFUSAL_WORDS[end.why]}.` };
  },
};

function partsOf({ order, request }: OrderActionContext): {
  line: OrderTimeline['lines'][number];
  shop: string;
} {
  const line = order.lines.find(({ id }) => id === request.params['lineId']);
  const shop = line?.excludedShops.find((slug) => slug === request.params['shop']);
  if (!line || shop === undefined)
    throw new PageError(404, 'The order has no such line, or the shop is not excluded.');
  return { line, shop };
}
