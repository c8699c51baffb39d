import type { Cell } from '../engine/cell';
import { counted } from '../words/counted';
import type { ReadEntry } from './read-first';

/** The customer's own number of the order that has waited longest, and how many more orders there are. */
export function firstOrder(order: ReadEntry['order'], orders: number): Cell {
  if (order === null) return null;
  const more = orders - 1;
  return {
    text: `${order.name} of ${order.shopName}`,
    href: order.id === null ? undefined : `/orders/${order.id}`,
    below: more > 0 ? `and ${counted(more, 'more order')}` : null,
  };
}

/** By when something must be done (D18, D38). */
export function dueCell(due: Date | null, now: number): Cell {
  if (due === null) return { text: null, otherwise: 'no time promised' };
  const mark = { text: 'overdue', tone: 'bad' } as const;
  return { text: due, ...(due.getTime() <= now && { mark }) };
}
