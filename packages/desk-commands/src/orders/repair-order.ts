import { correctAddress, DESK_REFUSAL_LABELS, reroute, tryReroute } from '@hub/support-desk';
import { z } from 'zod';
import { act, carryOut } from '../command';
import { CommandFault } from '../command-fault';
import { NamedOrder, Text } from '../fields';
import { requireOrder } from './require-order';

/** Gives the lines of a shipping order to another shop, or reports what that would do (D19). */
export const orderReroute = act({
  input: z.strictObject({ reference: Text, carry_out: z.boolean() }),
  run: async (context, { reference, carry_out: isDone }) => {
    if (isDone) return (await carryOut(reroute, context, { reference })).answer;
    const would = await tryReroute(context, { reference });
    if (would.kind !== 'done') throw new CommandFault(would.kind, [would.says]);
    return would.answer;
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
