import { askAgain as askShopAgain, closeLine as closeOrderLine } from '@hub/orders/support';
import { z } from 'zod';
import { DESK_REFUSAL_LABELS } from '../../audit/refusal-labels';
import { action } from '../../engine/action';
import { orderTimeline } from '../order-timeline';

/** `line`: the selling shop's id of it. */
const Line = z.strictObject({ order: z.uuid(), line: z.string().min(1).max(255) });

/** Makes a shop a candidate again for a waiting line that it was excluded from (D12, D19). */
export const askAgain = action({
  names: { 'order.ask_again': 'had a shop asked again that a line was not to go to any more' },
  command: 'order.ask-again',
  hub: {
    says: 'asks a shop again, after all, that a waiting line was not to go to any more',
    takes: {
      line: ['<line_item_id>', "the selling shop's line id"],
      ask: ['--ask <slug>', 'the shop that is asked'],
    },
  },
  page: '/orders/:id/lines/:lineId/ask-again/:ask',
  input: z.strictObject({ ...Line.shape, ask: z.string().min(1).max(255) }),
  async ask({ db }, { order: id, line: lineItemId, ask: slug }) {
    const line = (await orderTimeline(db, id))?.lines.find((one) => one.lineItemId === lineItemId);
    const shop = line?.excludedShops.find((one) => one.shop === slug);
    if (!line || !shop) return null;
    const { shopName } = shop;
    const title = `Ask ${shopName} again after all`;
    if (line.state !== 'waiting')
      return { title, happens: [], impossible: `line ${lineItemId} is ${line.state}, not waiting` };
    return {
      title,
      happens: [
        `${shopName} is a candidate for line ${lineItemId} again, and a shop is chosen at once.`,
        `What was blocked at ${shopName} for this line is free again.`,
        `Undo: if ${shopName} refuses again, the line can be given to another shop.`,
      ],
      warning: `${shopName} itself says that it can ship it now.`,
      submit: `Ask ${shopName} again`,
    };
  },
  async run(tx, { order: sellerOrderId, line: lineItemId, ask: slug }) {
    const shop = await tx.shop.findUnique({ where: { slug }, select: { id: true, name: true } });
    const line = await tx.orderLine.findFirst({ where: { sellerOrderId, lineItemId }, select: { id: true } });
    if (!shop || !line)
      return { kind: 'unknown', says: `The order has no line ${lineItemId}, or there is no such shop.` };
    const end = await askShopAgain(tx, { sellerOrderId, lineId: line.id, shopId: shop.id });
    if (end.kind === 'refused')
      return { kind: 'refused', says: `${shop.name} is not asked again: ${DESK_REFUSAL_LABELS[end.why]}.` };
    return {
      kind: 'done',
      says: `${shop.name} may have line ${lineItemId} again.`,
      answer: { line_item_id: lineItemId, asked_again: slug },
      record: { subjects: [`order:${sellerOrderId}`], detail: { shop: slug } },
    };
  },
});

/** Ends the wait of a line for which no shop was found (D19). */
export const closeLine = action({
  names: { 'order.close_line': 'closed a line as unfulfillable' },
  changes: true,
  command: 'order.close-line',
  hub: {
    says: 'closes a waiting line as unfulfillable: no shop is looked for any more',
    takes: {
      line: ['<line_item_id>', "the selling shop's line id"],
    },
  },
  page: '/orders/:id/lines/:lineId/close',
  note: 'none',
  input: Line,
  async ask({ db }, { order: id, line: lineItemId }) {
    const order = await orderTimeline(db, id);
    const line = order?.lines.find((one) => one.lineItemId === lineItemId);
    if (!order || !line) return null;
    const title = `Close line ${lineItemId} as unfulfillable`;
    if (line.state !== 'waiting')
      return { title, happens: [], impossible: `the line is ${line.state}, not waiting` };
    return {
      title,
      happens: [
        'No shop is looked for any more, also when stock of it arrives.',
        `No call notifies ${order.shopName}. The line stands at its door, and on the order is the mail for it: send that, so that it refunds its customer.`,
        'This cannot be undone.',
      ],
      submit: 'Close the line',
      danger: true,
    };
  },
  async run(tx, { order: sellerOrderId, line: lineItemId }, { now }) {
    const end = await closeOrderLine(tx, { sellerOrderId, lineItemId, now });
    const answer = (closed: boolean) => ({
      line_item_id: lineItemId,
      closed,
      state: 'unfulfillable' as const,
    });
    switch (end.kind) {
      case 'unknown':
        return { kind: 'unknown', says: `The order has no line ${lineItemId}.` };
      case 'refused':
        return { kind: 'refused', says: `Line ${lineItemId} is not closed: ${end.reason}.` };
      case 'closed_already':
        return { kind: 'unchanged', says: `Line ${lineItemId} was closed already.`, answer: answer(false) };
      case 'close':
        return {
          kind: 'done',
          says: `Line ${lineItemId} is closed. Send the selling shop the mail on the order, so that it refunds its customer.`,
          answer: answer(true),
          record: {
            subjects: [`order:${sellerOrderId}`],
            detail: { lineItemId },
            changes: [{ field: 'state', before: 'waiting', after: 'unfulfillable' }],
          },
        };
    }
  },
});
