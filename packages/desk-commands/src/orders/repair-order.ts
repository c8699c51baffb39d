import {
  askAgain,
  closeLine,
  correctAddress,
  DESK_REFUSAL_LABELS,
  endHold,
  orderTimeline,
  rerouteShippingOrder,
} from '@hub/support-desk';
import { z } from 'zod';
import { act } from '../command';
import { CommandFault } from '../command-fault';
import { NamedOrder, Note, Text } from '../fields';
import { requireOrder } from './require-order';

/** Gives the lines of a shipping order to another shop, or reports what that would do (D19). */
export const orderReroute = act({
  input: z.strictObject({ reference: Text, carry_out: z.boolean() }),
  run: async ({ db, actor, now }, { reference, carry_out: carryOut }) => {
    const end = await rerouteShippingOrder(db, { reference, carryOut, actor, now });
    if (end.kind === 'unknown')
      throw new CommandFault('unknown', [`no shipping order has the reference "${reference}"`]);
    if (end.kind === 'refused')
      throw new CommandFault('refused', [`${reference} is not re-routed: ${end.reason}`]);
    return {
      external_ref: reference,
      rerouted: carryOut,
      shop: end.shop,
      lines: end.lineItemIds,
      unreachable: end.end === 'unreachable',
      last_failure: end.lastFailure,
    };
  },
});

/** Closes a waiting line as unfulfillable. */
export const orderCloseLine = act({
  input: z.strictObject({ ...NamedOrder.shape, line: Text }),
  run: async ({ db, actor, now }, { line: lineItemId, ...name }) => {
    const { id: sellerOrderId } = await requireOrder(db, name);
    const end = await closeLine(db, { sellerOrderId, lineItemId, actor, now });
    const { order } = name;
    if (end.kind === 'unknown')
      throw new CommandFault('unknown', [`order "${order}" has no line "${lineItemId}"`]);
    if (end.kind === 'refused')
      throw new CommandFault('refused', [`line "${lineItemId}" is not closed: ${end.reason}`]);
    return { order, line_item_id: lineItemId, closed: end.kind === 'close', state: 'unfulfillable' };
  },
});

/** Has a shop asked again that was excluded for a waiting line (D12, D19). */
export const orderAskAgain = act({
  input: z.strictObject({ ...NamedOrder.shape, line: Text, ask: Text, note: Note }),
  run: async ({ db, actor }, { line: lineItemId, ask: shop, note, ...name }) => {
    const { id: sellerOrderId } = await requireOrder(db, name);
    const timeline = await orderTimeline(db, sellerOrderId);
    const line = timeline?.lines.find((one) => one.lineItemId === lineItemId);
    if (!line) throw new CommandFault('unknown', [`order "${name.order}" has no line "${lineItemId}"`]);
    const end = await askAgain(db, { sellerOrderId, lineId: line.id, shop, actor, note });
    if (end.kind === 'refused')
      throw new CommandFault('refused', [`${shop} is not asked again: ${DESK_REFUSAL_LABELS[end.why]}`]);
    return { order: name.order, line_item_id: lineItemId, asked_again: shop };
  },
});

/** Releases a held order. */
export const orderEndHold = act({
  input: z.strictObject({ ...NamedOrder.shape, note: Note }),
  run: async ({ db, actor }, { note, ...name }) => {
    const { id } = await requireOrder(db, name);
    const end = await endHold(db, { id, actor, note });
    if (end.kind === 'refused')
      throw new CommandFault('refused', [`not ended: ${DESK_REFUSAL_LABELS[end.why]}`]);
    return { ended: end.heldReason };
  },
});

/** Corrects the address of an order, in the contract's field names. */
export const orderCorrectAddress = act({
  input: z.strictObject({ ...NamedOrder.shape, address: z.unknown() }),
  run: async ({ db, actor }, { address, ...name }) => {
    const { id } = await requireOrder(db, name);
    const end = await correctAddress(db, { id, actor, address });
    if (end.kind === 'invalid') {
      const lines = end.faults.map(({ field, message }) => `${field}: ${message}`);
      throw new CommandFault('refused', lines, end.faults[0]?.field);
    }
    if (end.kind === 'refused')
      throw new CommandFault('refused', [`not corrected: ${DESK_REFUSAL_LABELS[end.why]}`]);
    return { changed: end.changed, rebuilt: end.rebuilt };
  },
});
