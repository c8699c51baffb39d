import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@hub/database';
import { listSentEvents, type ListedEvent, type SentEventFilter } from '@hub/support-desk';

const LOOK_EVERY_MS = 1_000;
/** What the ingress keeps comes a moment after its answer: looked back so far. */
const LOOK_BACK_MS = 30_000;
const AT_ONCE = 1_000;
const SHOWN_FIRST = 10;

/**
 * Tells the latest events, and each that comes, the oldest first, until it is stopped.
 * @param options.each told of each once
 */
export async function tailEvents(
  db: Database,
  filter: SentEventFilter,
  options: { each: (event: ListedEvent) => void; stop: AbortSignal },
): Promise<void> {
  const { each, stop } = options;
  const seen = new Seen();
  let newest = Date.now();
  const take = (events: readonly ListedEvent[]): void => {
    for (const event of events.toReversed()) {
      if (seen.isNew(event)) each(event);
      newest = Math.max(newest, event.receivedAt.getTime());
    }
  };
  const first = filter.since === undefined ? SHOWN_FIRST : AT_ONCE;
  take(await listSentEvents(db, { filter, limit: first }));
  while (!stop.aborted) {
    await wait(LOOK_EVERY_MS, undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) return;
    const since = new Date(newest - LOOK_BACK_MS);
    take(await listSentEvents(db, { filter: { ...filter, since }, limit: AT_ONCE }));
    seen.forgetBefore(since);
  }
}

/** What was told already. A refusal is in the ledger first and a moment later kept by itself: told once. */
class Seen {
  private readonly keys = new Map<string, Date>();
  private readonly refusedInLedger = new Map<string, Date>();

  isNew(event: ListedEvent): boolean {
    if (this.keys.has(event.key)) return false;
    this.keys.set(event.key, event.receivedAt);
    const answer = `${event.eventId} ${event.status} ${event.code}`;
    if (event.key.startsWith('ledger:')) {
      if (event.status !== 200) this.refusedInLedger.set(answer, event.receivedAt);
      return true;
    }
    return !this.refusedInLedger.delete(answer);
  }

  forgetBefore(moment: Date): void {
    for (const told of [this.keys, this.refusedInLedger])
      for (const [key, at] of told) if (at < moment) told.delete(key);
  }
}
