import { closeReturn, DESK_REFUSAL_WORDS, orderTimeline, releaseReturn } from '@hub/support-desk';
import { z } from 'zod';
import { act, type CommandContext } from '../command';
import { CommandFault } from '../command-fault';
import { NamedOrder, Note, requireOrder, Text } from '../fields';

/** One return alone, or all of the order that wait. */
const Input = z.strictObject({ ...NamedOrder.shape, return_id: Text.optional(), note: Note });

/** Releases the returns of an order that wait (D13). */
export const orderReleaseReturn = act({
  input: Input,
  run: async (context, input) => ({ released: await decideReturns(context, input, releaseReturn) }),
});

/** Closes the returns of an order that wait: no call tells of them. */
export const orderCloseReturn = act({
  input: Input,
  run: async (context, input) => ({ closed: await decideReturns(context, input, closeReturn) }),
});

async function decideReturns(
  { db, actor }: CommandContext,
  { return_id: returnId, note, ...name }: z.output<typeof Input>,
  decide: typeof releaseReturn,
): Promise<string[]> {
  const { id } = await requireOrder(db, name);
  const timeline = await orderTimeline(db, id);
  const waiting = (timeline?.returns ?? [])
    .filter(({ state }) => state === 'waiting')
    .map((goods) => goods.id);
  const chosen = returnId === undefined ? waiting : [returnId];
  if (chosen.length === 0) throw new CommandFault('refused', ['no return of this order waits for support']);
  for (const one of chosen) {
    const end = await decide(db, { id: one, actor, note });
    if (end.kind === 'refused')
      throw new CommandFault('refused', [`${one}: not done, ${DESK_REFUSAL_WORDS[end.why]}`]);
  }
  return chosen;
}
