import { closeReturn, releaseReturn } from '../../orders/actions/return-actions';
import { orderTimeline } from '../../orders/order-timeline';
import type { Action } from '../../engine/action';
import { z } from 'zod';
import { act, type CommandContext } from '../command';
import { CommandFault } from '../command-fault';
import { NamedOrder, Note, Text } from '../fields';
import { requireOrder } from './require-order';

/** Only one return, or all of the order that wait. */
const Input = z.strictObject({ ...NamedOrder.shape, return_id: Text.optional(), note: Note });

/** Releases the waiting returns of an order (D13). */
export const orderReleaseReturn = act({
  input: Input,
  run: async (context, input) => {
    const { done, refused } = await decideReturns(context, input, releaseReturn);
    return { released: done, refused };
  },
});

/** Closes the waiting returns of an order: no call reports them. */
export const orderCloseReturn = act({
  input: Input,
  run: async (context, input) => {
    const { done, refused } = await decideReturns(context, input, closeReturn);
    return { closed: done, refused };
  },
});

/** Each separately: those done stay done if another is refused. If none is done the command is refused. */
async function decideReturns(
  context: CommandContext,
  { return_id: returnId, note, ...name }: z.output<typeof Input>,
  decision: Action,
): Promise<{ done: string[]; refused: { return_id: string; says: string }[] }> {
  const { id } = await requireOrder(context.db, name);
  const ofOrder = (await orderTimeline(context.db, id))?.returns ?? [];
  const chosen =
    returnId === undefined
      ? ofOrder.filter(({ state }) => state === 'waiting')
      : ofOrder.filter((goods) => goods.id === returnId);
  if (chosen.length === 0)
    throw new CommandFault('refused', [
      returnId === undefined
        ? 'no return of this order waits for support'
        : `"${returnId}" is no return of this order: see hub order show`,
    ]);
  const [done, refused]: [string[], { return_id: string; says: string }[]] = [[], []];
  for (const { id: one } of chosen) {
    const end = await decision.act(context, { return: one, note });
    if (end.kind === 'done') done.push(one);
    else refused.push({ return_id: one, says: end.says });
  }
  if (done.length === 0)
    throw new CommandFault(
      'refused',
      refused.map((one) => `${one.return_id}: ${one.says}`),
    );
  return { done, refused };
}
