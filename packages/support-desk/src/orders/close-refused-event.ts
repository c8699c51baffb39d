import { inTransaction, type Database } from '@hub/database';
import { z } from 'zod';
import { recordActions } from '../actions/record-actions';
import { listAtRisk, type AtRisk } from '../at-risk/orders-at-risk';

const SHOWN = 20;

/** The refused packages, cancellations and returns of an order that are open (D38). */
export function openRefusedEvents(db: Database, order: { id: string; now: number }): Promise<AtRisk[]> {
  const { id, now } = order;
  return listAtRisk(db, { sellerOrderIds: [id], situations: ['event_refused'], limit: SHOWN, now });
}

/** An agent closes the refused events of one kind of an order: the order is no longer at risk for them (D38). */
export async function closeRefusedEvent(
  db: Database,
  request: { id: string; event: string; actor: string; note?: string | undefined; now: number },
): Promise<{ kind: 'done' } | { kind: 'refused'; why: 'unknown' }> {
  const { id, event, actor, note, now } = request;
  if (!z.uuid().safeParse(id).success) return { kind: 'refused', why: 'unknown' };
  const open = await openRefusedEvents(db, { id, now });
  if (!open.some((one) => eventOf(one) === event)) return { kind: 'refused', why: 'unknown' };
  const detail = note === undefined ? { event } : { event, note };
  await inTransaction(db, (tx) =>
    recordActions(tx, { actor, action: 'order.close_event', subjects: [`order:${id}`], detail }),
  );
  return { kind: 'done' };
}

/** The name of a refused event, which its reason begins with. */
export function eventOf({ reason }: Pick<AtRisk, 'reason'>): string {
  return (reason ?? '').split(' ', 1)[0] ?? '';
}
