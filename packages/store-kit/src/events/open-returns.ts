import type { Records } from '../records';
import type { KitStorage } from '../storage';
import type { KitHealth } from '../store-kit';

const AT_ONCE = 500;

/** Part of a line is back, or the rest of it is by now: notes since when an order waits for the rest. */
export async function noteOpenReturn<Tx>(
  order: { orderId: string; lines: readonly { returned: number; quantity: number }[] },
  now: number,
  records: Records<Tx>,
): Promise<void> {
  const isOpen = order.lines.some(({ returned, quantity }) => returned > 0 && returned < quantity);
  if (isOpen) await records.insert('open_return', order.orderId, { since: now });
  else await records.remove('open_return', order.orderId);
}

/** How many orders wait for the rest of a line, and since when the first of them does. */
export async function openReturnsOf<Tx>(storage: KitStorage<Tx>): Promise<KitHealth['openReturns']> {
  const since: number[] = [];
  for (let after = ''; ;) {
    const page = await storage.recordsOf({ kind: 'open_return', after, limit: AT_ONCE });
    since.push(...page.map(({ value }) => JSON.parse(value).since));
    const last = page.at(-1);
    if (!last || page.length < AT_ONCE) break;
    after = last.id;
  }
  return { orders: since.length, since: since.length === 0 ? null : new Date(Math.min(...since)) };
}
