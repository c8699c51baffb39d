import { DESK_REFUSAL_LABELS, editDeadLetter, revertEdit } from '@hub/support-desk';
import { z } from 'zod';
import { act } from '../command';
import { CommandFault } from '../command-fault';
import { Text } from '../fields';

/** As large as an event may be, with a margin. */
const LONGEST_BODY = 2_000_000;

/** Replaces what a replay sends. */
export const deadEdit = act({
  role: 'lead',
  input: z.strictObject({ id: Text, body: z.string().max(LONGEST_BODY) }),
  run: async ({ db, actor, cipher }, { id, body }) => {
    const end = await editDeadLetter(db, { id, body, actor, cipher });
    if (end.kind === 'invalid') {
      const lines = end.faults.map(({ field, message }) => `${field}: ${message}`);
      throw new CommandFault('refused', lines, end.faults[0]?.field);
    }
    if (end.kind === 'refused')
      throw new CommandFault('refused', [`not edited: ${DESK_REFUSAL_LABELS[end.why]}`]);
    return { id, changed: end.changed, reverted: false };
  },
});

/** Reverts an edit. */
export const deadRevert = act({
  role: 'lead',
  input: z.strictObject({ id: Text }),
  run: async ({ db, actor, cipher }, { id }) => {
    const end = await revertEdit(db, { id, actor, cipher });
    if (end.kind === 'refused')
      throw new CommandFault('refused', [`not taken back: ${DESK_REFUSAL_LABELS[end.why]}`]);
    return { id, changed: [], reverted: true };
  },
});
