import type { StoreRecord } from '../start-stores';
import type { SentStock } from '../stock-events';

/**
 * How long each event took until a store was told of it, or of a later event of its variant: changes that come in
 * meanwhile are told together.
 * @returns ms, of every event
 * @throws where a store was told something never sent, or not told the latest
 */
export function tellDelays(sent: readonly SentStock[], told: readonly StoreRecord[]): number[] {
  const waiting = new Map<string, SentStock[]>();
  for (const event of sent) waiting.set(event.variantId, [...(waiting.get(event.variantId) ?? []), event]);
  const delays: number[] = [];
  for (const { subject, quantity, at } of told) {
    const events = waiting.get(subject) ?? [];
    // A call made again tells once more what was told.
    const upTo = events.findIndex((event) => event.quantity === quantity);
    for (const event of events.splice(0, upTo + 1)) delays.push(at - event.at);
  }
  const untold = [...waiting.values()].flat();
  if (untold.length > 0) throw new Error(`of ${untold.length} of ${sent.length} events no store was told`);
  return delays;
}
