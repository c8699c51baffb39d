import type { StoreRecord } from '../start-stores';
import type { SentStock } from '../stock-events';

/**
 * How long each event took until a store was told of it, or of a later event of its variant: changes that come in
 * meanwhile are told together.
 * @returns ms, of every event
 * @throws unless each variant's store was told last what was sent last
 */
export function tellDelays(sent: readonly SentStock[], told: readonly StoreRecord[]): number[] {
  requireLatest(sent, told);
  const waiting = new Map<string, SentStock[]>();
  for (const event of sent) waiting.set(event.variantId, [...(waiting.get(event.variantId) ?? []), event]);
  return told.flatMap(({ subject, quantity, at }) => {
    const events = waiting.get(subject) ?? [];
    // A call made again tells once more what was told: nothing waits for it.
    const upTo = events.findIndex((event) => event.quantity === quantity);
    return events.splice(0, upTo + 1).map((event) => at - event.at);
  });
}

function requireLatest(sent: readonly SentStock[], told: readonly StoreRecord[]): void {
  const wanted = new Map(sent.map(({ variantId, quantity }) => [variantId, quantity]));
  const shown = new Map(told.map(({ subject, quantity }) => [subject, quantity]));
  const wrong = [...wanted].filter(([variantId, quantity]) => shown.get(variantId) !== quantity);
  if (wrong.length > 0) throw new Error(`stores show other quantities than sent of ${wrong.length} variants`);
}
