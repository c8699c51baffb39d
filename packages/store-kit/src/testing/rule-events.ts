import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { KitStorage, LeasedEvent, ParkReason, QueuedEvent } from '../storage';

export const NOW = new Date('2026-03-02T08:00:00Z');
/** Text that a careless statement would trip over. */
export const AWKWARD = `{"text":"'; -- \\" \u00e5\u4f60 \ud83d\ude80\\n $1 ?"}`;

export const after = (ms: number): Date => new Date(NOW.getTime() + ms);

export function anEvent(change: Partial<QueuedEvent> = {}): QueuedEvent {
  const eventId = randomUUID();
  return {
    eventId,
    event: 'order.created',
    key: null,
    subject: null,
    body: `{"event_id":"${eventId}"}`,
    queuedAt: NOW,
    ...change,
  };
}

export async function enqueue<Tx>(storage: KitStorage<Tx>, ...events: QueuedEvent[]): Promise<boolean[]> {
  const ends: boolean[] = [];
  for (const event of events) ends.push(await storage.transaction((tx) => storage.enqueue(event, tx)));
  return ends;
}

export function lease<Tx>(storage: KitStorage<Tx>, now = NOW, limit = 10): Promise<LeasedEvent[]> {
  return storage.leaseEvents({
    now,
    until: new Date(now.getTime() + 60_000),
    limit,
    token: randomUUID(),
  });
}

export const idsOf = (events: readonly { eventId: string }[]): string[] =>
  events.map(({ eventId }) => eventId);

export const REFUSED: ParkReason = { at: NOW, status: 422, code: 'invalid_order', field: 'data.currency' };

export async function park<Tx>(storage: KitStorage<Tx>, event: QueuedEvent): Promise<void> {
  const [leased] = await lease(storage);
  assert.equal(leased?.eventId, event.eventId);
  const token = leased?.token ?? '';
  const end = { state: 'parked', reason: REFUSED } as const;
  assert.equal(await storage.settleEvent({ eventId: event.eventId, token, end }), true);
}
