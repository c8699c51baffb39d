import {
  askAgain,
  closeEvent,
  closeLine,
  correctAddress,
  correctPackage,
  DESK_REFUSAL_LABELS,
  endHold,
  endRest,
  promiseShipping,
  reroute,
  settle,
  takeBack,
  tryReroute,
} from '@hub/support-desk';
import { z } from 'zod';
import { act, actionCommand, carryOut, type CommandContext } from '../command';
import { CommandFault } from '../command-fault';
import { NamedOrder, Note, Text } from '../fields';
import { requireOrder } from './require-order';

/** Gives the lines of a shipping order to another shop, or reports what that would do (D19). */
export const orderReroute = act({
  input: z.strictObject({ reference: Text, carry_out: z.boolean() }),
  run: async (context, { reference, carry_out: isDone }) => {
    if (isDone) return carryOut(reroute, context, { reference });
    const would = await tryReroute(context, { reference });
    if (would.kind !== 'done') throw new CommandFault(would.kind, [would.says]);
    return would.answer;
  },
});

/** Closes a waiting line as unfulfillable. */
export const orderCloseLine = actionCommand({
  input: z.strictObject({ ...NamedOrder.shape, line: Text }),
  action: closeLine,
  into: async ({ db }, { line, ...name }) => ({ order: await idOf(db, name), line }),
  answer: (end, { order }) => ({ order, ...end }),
});

/** Has a shop asked again that was excluded for a waiting line (D12, D19). */
export const orderAskAgain = actionCommand({
  input: z.strictObject({ ...NamedOrder.shape, line: Text, ask: Text, note: Note }),
  action: askAgain,
  into: async ({ db }, { line, ask: shop, note, ...name }) => ({
    order: await idOf(db, name),
    line,
    shop,
    note,
  }),
  answer: (end, { order }) => ({ order, ...end }),
});

/** Releases a held order. */
export const orderEndHold = actionCommand({
  input: z.strictObject({ ...NamedOrder.shape, note: Note }),
  action: endHold,
  into: async ({ db }, { note, ...name }) => ({ order: await idOf(db, name), note }),
  answer: (end) => end,
});

/** Closes the refused events of one kind of an order (D38). */
export const orderCloseEvent = actionCommand({
  input: z.strictObject({ ...NamedOrder.shape, event: Text, note: Note }),
  action: closeEvent,
  into: async ({ db }, { event, note, ...name }) => ({ order: await idOf(db, name), event, note }),
  answer: (end, { order }) => ({ order, ...end }),
});

/** Corrects the tracking of a package (D11). */
export const packageCorrect = actionCommand({
  input: z.strictObject({
    reference: Text,
    package: Text,
    carrier: Text,
    tracking_number: Text,
    tracking_url: Text.optional(),
    note: Note,
  }),
  action: correctPackage,
  into: (_context, given) => given,
  answer: (end) => end,
});

/** Records by which day a shop says that it ships a shipping order (D38). */
export const orderPromise = actionCommand({
  input: z.strictObject({ reference: Text, day: Text, note: Note }),
  action: promiseShipping,
  into: (_context, given) => given,
  answer: (end) => end,
});

/** Takes a placed shipping order back from its shop (D38). */
export const orderTakeBack = actionCommand({
  input: z.strictObject({
    reference: Text,
    lines: z.enum(['reroute', 'close']).optional(),
    note: Note,
  }),
  action: takeBack,
  into: (_context, given) => given,
  answer: (end) => end,
});

/** Records that the rest of a partly shipped shipping order will not ship. */
export const orderEndRest = actionCommand({
  input: z.strictObject({ reference: Text, whole_lines: z.enum(['reroute', 'close']), note: Note }),
  action: endRest,
  into: (_context, given) => given,
  answer: (end) => end,
});

const Word = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('has'), storeOrderId: z.string() }),
  z.strictObject({ kind: z.literal('has_not') }),
  z.strictObject({ kind: z.literal('stopped') }),
  z.strictObject({ kind: z.literal('shipped') }),
]);

/** Records a shop's statement on a shipping order. */
export const orderSettle = actionCommand({
  input: z.strictObject({ reference: Text, word: Word, note: Note }),
  action: settle,
  into: (_context, { reference, word, note }) => ({
    reference,
    said: word.kind,
    ...(word.kind === 'has' ? { store_order_id: word.storeOrderId } : {}),
    note,
  }),
  answer: (end) => end,
});

/** Corrects the address of an order, in the contract's field names. */
export const orderCorrectAddress = act({
  input: z.strictObject({ ...NamedOrder.shape, address: z.unknown() }),
  run: async ({ db, actor }, { address, ...name }) => {
    const end = await correctAddress(db, { id: await idOf(db, name), actor, address });
    if (end.kind === 'invalid') {
      const lines = end.faults.map(({ field, message }) => `${field}: ${message}`);
      throw new CommandFault('refused', lines, end.faults[0]?.field);
    }
    if (end.kind === 'refused')
      throw new CommandFault('refused', [`not corrected: ${DESK_REFUSAL_LABELS[end.why]}`]);
    return { changed: end.changed, rebuilt: end.rebuilt };
  },
});

async function idOf(db: CommandContext['db'], name: z.output<typeof NamedOrder>): Promise<string> {
  return (await requireOrder(db, name)).id;
}
