import { endRest } from '@hub/support-desk';
import { z } from 'zod';
import { act } from '../command';
import { CommandFault } from '../command-fault';
import { Note, Text } from '../fields';

/** Records that the rest of a partly shipped shipping order will not ship. */
export const orderEndRest = act({
  role: 'lead',
  input: z.strictObject({ reference: Text, whole_lines: z.enum(['reroute', 'close']), note: Note }),
  run: async ({ db, actor }, { reference, whole_lines: wholeLines, note }) => {
    const end = await endRest(db, { reference, wholeLines, actor, note });
    if (end.kind === 'unknown')
      throw new CommandFault('unknown', [`no shipping order has the reference "${reference}"`]);
    if (end.kind === 'refused')
      throw new CommandFault('refused', [`the rest of ${reference} is not ended: ${end.reason}`]);
    const { shop, wholeLineIds, partLineIds } = end;
    return { external_ref: reference, shop, whole_lines: wholeLineIds, shipped_in_part: partLineIds };
  },
});
