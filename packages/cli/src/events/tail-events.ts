import { setTimeout as wait } from 'node:timers/promises';
import type { ListedEvent } from './print-event';

const LOOK_EVERY_MS = 1_000;
/** The ingress writes events a moment after its answer: how far to look back. */
const LOOK_BACK_MS = 30_000;
const AT_ONCE = 1_000;
const SHOWN_FIRST = 10;

/** Reads events from a time on, the latest first. */
type Look = (since: string | undefined, limit: number) => Promise<readonly ListedEvent[]>;

/**
 * Prints the latest events, and each new one, the oldest first, until it is stopped.
 * @param options.each called once for each
 */
export async function tailEvents(
  look: Look,
  options: { since?: string | undefined; each: (event: ListedEvent) => void; stop: AbortSignal },
): Promise<void> {
  const { since: first, each, stop } = options;
  const seen = new Seen();
  let newest = Date.now();
  const take = (events: readonly ListedEvent[]): void => {
    for (const event of events.toReversed()) {
      if (seen.isNew(event)) each(event);
      newest = Math.max(newest, Date.parse(event.received_at));
    }
  };
  take(await look(first, first === undefined ? SHOWN_FIRST : AT_ONCE));
  while (!stop.aborted) {
    await wait(LOOK_EVERY_MS, undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) return;
    const since = new Date(newest - LOOK_BACK_MS).toISOString();
    take(await look(since, AT_ONCE));
    seen.forgetBefore(since);
  }
}

/** Events already printed. A refusal is in the ledger first and a moment later also kept separately: printed once. */
class Seen {
  private readonly keys = new Map<string, string>();
  private readonly refusedInLedger = new Map<string, string>();

  isNew(event: ListedEvent): boolean {
    if (this.keys.has(event.key)) return false;
    this.keys.set(event.key, event.received_at);
    const answer = `${event.event_id} ${event.status} ${event.code}`;
    if (event.key.startsWith('ledger:')) {
      if (event.status !== 200) this.refusedInLedger.set(answer, event.received_at);
      return true;
    }
    return !this.refusedInLedger.delete(answer);
  }

  forgetBefore(moment: string): void {
    for (const seen of [this.keys, this.refusedInLedger])
      for (const [key, at] of seen) if (at < moment) seen.delete(key);
  }
}
