import { Instant, type Outcome, refusal, type Refusal } from '@hub/contract';
import type { JudgedEvent } from './judge-event';

/** The latest report of a variant at a location. */
interface Level {
  changedAt: bigint;
  quantity: unknown;
}

/**
 * What a rehearsal accepted of the valid events, as the service would: each id once, of stock the latest change (D6,
 * D10).
 */
export class Taken {
  readonly #outcomes = new Map<string, Outcome>();
  readonly #levels = new Map<string, Level>();
  readonly #effects = new Map<string, number>();

  constructor(private readonly hubNetworkLocationId: string | undefined) {}

  /** Accepts an event; one that was accepted before is known, and nothing is done twice. */
  take({ event, eventId, data }: Pick<JudgedEvent, 'event' | 'eventId' | 'data'>): Outcome | Refusal {
    const id = eventId ?? '';
    const earlier = this.#outcomes.get(id);
    if (earlier !== undefined) return earlier === 'accepted' ? 'duplicate' : earlier;
    const outcome = event === 'inventory.updated' ? this.#report(data) : first(event);
    if (typeof outcome !== 'string') return outcome;
    this.#outcomes.set(id, outcome);
    if (outcome === 'accepted' || outcome === 'stopped') this.#effects.set(id, this.effectsOf(id) + 1);
    return outcome;
  }

  /** How often an event took effect. */
  effectsOf(eventId: string): number {
    return this.#effects.get(eventId) ?? 0;
  }

  #report(data: JudgedEvent['data']): Outcome | Refusal {
    if (data['location_id'] === this.hubNetworkLocationId) return 'echo';
    const place = JSON.stringify([data['variant_id'], data['location_id']]);
    const latest = this.#levels.get(place);
    const changedAt = Instant.parse(data['changed_at']);
    if (latest && changedAt < latest.changedAt) return 'stale';
    if (latest?.changedAt === changedAt) {
      if (latest.quantity === data['quantity']) return 'duplicate';
      return refusal(
        'timestamp_conflict',
        'changed_at was reported with another quantity',
        'data.changed_at',
      );
    }
    this.#levels.set(place, { changedAt, quantity: data['quantity'] });
    return 'accepted';
  }
}

/** A finished cancellation is `stopped` (D4). */
function first(event: string | null): Outcome {
  return event === 'order.cancelled' ? 'stopped' : 'accepted';
}
