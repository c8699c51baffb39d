import { errorBody, refusal, type Refusal, successBody } from '@hub/contract';
import { timeLimit } from '../time-limit';
import type { Arrival, EventAnswer, EventMessage } from './arrival';
import { judgeEvent, type JudgedEvent } from './judge-event';
import { Taken } from './taken';

export interface InboxOptions {
  /** A report of it is an echo, if it is known beforehand. */
  hubNetworkLocationId?: string | undefined;
  /** Every one of them verifies; the newest first (D2). */
  secrets: readonly string[];
  /** How long the staff may take for a prompt, and a store to resend an event. */
  waitMs: number;
  /** How long an event may take once its cause is there. */
  arriveMs: number;
  /** How long nothing may arrive where no event is expected. */
  quietMs: number;
  /** Ends every wait. */
  signal?: AbortSignal | undefined;
}

/** The events address of a rehearsal: keeps and judges what the store sends, and answers as the service would. */
export class Inbox {
  readonly arrivals: Arrival[] = [];
  /** What the run accepted of it, and with which outcome. */
  readonly taken: Taken;
  /** Where the store sends its events; null until that is known. */
  url: string | null = null;
  readonly #watchers = new Set<() => void>();
  readonly #awaited = new Set<(arrival: Arrival) => boolean>();
  readonly #unfinished = new Set<string>();

  constructor(readonly options: InboxOptions) {
    this.taken = new Taken(options.hubNetworkLocationId);
  }

  /** Receives one event, and returns the answer to it. */
  receive(message: EventMessage): EventAnswer {
    const judged = this.#judge(message);
    const answer = this.#answer(message, judged);
    this.#keep({ at: new Date().toISOString(), message, ...judged, answer, watched: false });
    return answer;
  }

  /** Sees an event that the hub handled, and the hub's answer. */
  watch(message: EventMessage, answer: EventAnswer): void {
    this.#keep({ at: new Date().toISOString(), message, ...this.#judge(message), answer, watched: true });
  }

  /** Whether the run waits for an event at this moment (D32). */
  awaits(message: EventMessage): boolean {
    const answer = { status: 0, headers: {}, body: {} };
    const at = new Date().toISOString();
    const arrival: Arrival = { at, message, ...this.#judge(message), answer, watched: false };
    return [...this.#awaited].some((matches) => matches(arrival));
  }

  /** Whether these bytes were received, and answered by the run. */
  hasReceived(bytes: Buffer): boolean {
    return this.arrivals.some(({ message, watched }) => !watched && message.bytes.equals(bytes));
  }

  /** Waits for matching events while something is done. */
  async whileAwaiting<T>(matches: (arrival: Arrival) => boolean, act: () => Promise<T>): Promise<T> {
    // Each call has its own entry, if two wait for the same.
    const awaited = (arrival: Arrival): boolean => matches(arrival);
    this.#awaited.add(awaited);
    try {
      return await act();
    } finally {
      this.#awaited.delete(awaited);
    }
  }

  /** The next valid event of this name is answered 503 once, as if its processing were unfinished. */
  leaveUnfinished(event: string): void {
    this.#unfinished.add(event);
  }

  /** The position of the next event: later events are found from there. */
  get mark(): number {
    return this.arrivals.length;
  }

  /**
   * The first matching event from the mark on, waited for.
   *
   * @param within milliseconds, or a signal that ends the wait
   * @returns null where none came within that
   */
  waitFor(
    mark: number,
    matches: (arrival: Arrival) => boolean,
    within: number | AbortSignal,
  ): Promise<Arrival | null> {
    const limit = typeof within === 'number' ? timeLimit(within) : within;
    const { signal } = this.options;
    const over = signal ? AbortSignal.any([limit, signal]) : limit;
    const found = new Promise<Arrival | null>((resolve) => {
      const settle = (arrival: Arrival | null): void => {
        this.#watchers.delete(look);
        over.removeEventListener('abort', giveUp);
        resolve(arrival);
      };
      const giveUp = (): void => settle(null);
      const look = (): void => {
        const arrival = this.arrivals.slice(mark).find(matches);
        if (arrival) settle(arrival);
        else if (over.aborted) giveUp();
      };
      over.addEventListener('abort', giveUp);
      this.#watchers.add(look);
      look();
    });
    return this.whileAwaiting(matches, () => found);
  }

  #judge(message: EventMessage): JudgedEvent {
    return judgeEvent(message, {
      secrets: this.options.secrets,
      nowMs: Math.max(Date.now(), message.receivedAt ?? 0),
    });
  }

  #keep(arrival: Arrival): void {
    this.arrivals.push(arrival);
    for (const watcher of this.#watchers) watcher();
  }

  #answer({ bytes }: EventMessage, judged: JudgedEvent): EventAnswer {
    if (judged.refusal) return refused(judged.refusal);
    const earlier = this.arrivals.filter(({ eventId }) => eventId === judged.eventId);
    if (earlier.some(({ message }) => !message.bytes.equals(bytes)))
      return refused(refusal('event_id_conflict', 'event_id was used for another event', 'event_id'));
    if (judged.event !== null && this.#unfinished.delete(judged.event))
      return refused(refusal('temporary_failure', 'the rehearsal waits for the event again'));
    const outcome = this.taken.take(judged);
    if (typeof outcome !== 'string') return refused(outcome);
    return { status: 200, headers: {}, body: successBody(judged.eventId ?? '', outcome) };
  }
}

function refused({ status, ...error }: Refusal): EventAnswer {
  return {
    status,
    headers: status === 503 ? { 'retry-after': '1' } : {},
    body: errorBody(error),
  };
}
