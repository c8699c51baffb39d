import { StorableText } from '@hub/contract';
import { settleShippingOrder } from '@hub/support-desk';
import { z } from 'zod';
import { act } from '../command';
import { CommandFault } from '../command-fault';
import { Note, Text } from '../fields';

const LONGEST_ID = 255;
const SAYS = `an id of 1 to ${LONGEST_ID} characters`;

const Word = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('has'),
    storeOrderId: z.string().trim().min(1, SAYS).max(LONGEST_ID, SAYS).pipe(StorableText),
  }),
  z.strictObject({ kind: z.literal('has_not') }),
  z.strictObject({ kind: z.literal('stopped') }),
  z.strictObject({ kind: z.literal('shipped') }),
]);

/** Records a shop's statement on a shipping order. */
export const orderSettle = act({
  role: 'lead',
  input: z.strictObject({ reference: Text, word: Word, note: Note }),
  run: async ({ db, actor }, { reference, word, note }) => {
    const end = await settleShippingOrder(db, { reference, word, actor, source: { by: 'lead', note } });
    if (end.kind === 'unknown')
      throw new CommandFault('unknown', [`no shipping order has the reference "${reference}"`]);
    if (end.kind === 'refused')
      throw new CommandFault('refused', [`${reference} is not settled: ${end.reason}`]);
    return { external_ref: reference, settled: word.kind, shop: end.shop };
  },
});
