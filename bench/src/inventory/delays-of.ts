import type { StoreRecord } from '../start-stores';
import type { SentStock } from '../stock-events';

/**
 * How long each event took until a store was sent it, or a later event of its variant: changes that arrive meanwhile
 * are sent together.
 * @returns ms, of every event
 * @throws unless the last write to each variant's store is the last quantity sent in
 */
export function delaysOf(sent: readonly SentStock[], writes: readonly StoreRecord[]): number[] {
  requireLatest(sent, writes);
  const waiting = new Map<string, SentStock[]>();
  for (const event of sent) waiting.set(event.variantId, [...(waiting.get(event.variantId) ?? []), event]);
  return writes.flatMap(({ subject, quantity, at }) => {
    const events = waiting.get(subject) ?? [];
    // A repeated call sends the same quantity again: nothing waits for it.
    const upTo = events.findIndex((event) => event.quantity === quantity);
    return events.splice(0, upTo + 1).map((event) => at - event.at);
  });
}

function requireLatest(sent: readonly SentStock[], writes: readonly StoreRecord[]): void {
  const latest = new Map(sent.map(({ variantId, quantity }) => [variantId, quantity]));
  const shown = new Map(writes.map(({ subject, quantity }) => [subject, quantity]));
  const wrong = [...latest].filter(([variantId, quantity]) => shown.get(variantId) !== quantity);
  if (wrong.length > 0) throw new Error(`stores show other quantities than sent of ${wrong.length} variants`);
}
