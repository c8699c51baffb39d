import type { Tx } from '@hub/database';
import type { OrderOfMessage } from './work';
import { ALL_WORKS } from './works';

/** Finds shop and order of the work that a command asks for; null: it asks for none, or the work is unknown. */
export async function findOrderOfWork(
  tx: Tx,
  { type, payload }: { type: string; payload: object },
): Promise<OrderOfMessage | null> {
  const work = ALL_WORKS.find(({ command }) => command === type);
  return work ? work.findOrder(tx, work.idIn(payload)) : null;
}
