/**
 * What the kit keeps: two tables beside the platform's own, so that an event commits with what it reports. There are
 * `memoryStorage`, `sqliteStorage` and `postgresStorage`; a platform with its own connection gives `sqlStorage` two
 * functions. Every storage passes `STORAGE_RULES` of `@hub/store-kit/testing`.
 *
 * Everything here that takes a `tx` holds once that commits, and is undone where it rolls back.
 */
export interface KitStorage<Tx> {
  /** Commits where the work resolves, rolls back where it rejects. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * For a platform that passes contexts, some with an open transaction and some without: works in the context's, or in a
   * new one. Where it is not given, a `tx` always has one.
   */
  join?<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T>;

  /**
   * Does this once `tx` has committed, so that its events leave at once; false where it cannot know that, because the transaction is
   * not this storage's own. A storage without it is polled a moment later.
   */
  afterCommit?(tx: Tx, then: () => void): boolean;

  /**
   * Keeps a record under a new key; false where there is one already. While another transaction that inserted the same key is
   * open, it waits for its end.
   */
  insertRecord(record: KitRecord, tx: Tx): Promise<boolean>;
  /** The value; null where there is none. Until `tx` ends, no other transaction reads or writes the record through the kit. */
  readRecord(key: RecordKey, tx: Tx): Promise<string | null>;
  /** The value as `tx` sees it, without a lock: it waits for no transaction, and none waits for it. */
  peekRecord(key: RecordKey, tx: Tx): Promise<string | null>;
  /** Replaces the value of a record that is there. */
  updateRecord(record: KitRecord, tx: Tx): Promise<void>;
  deleteRecord(key: RecordKey, tx: Tx): Promise<void>;
  /** The records of a kind by their ids, those after one of them, at most this many. */
  recordsOf(page: { kind: string; after: string; limit: number }): Promise<KitRecord[]>;

  /** Puts an event into the outbox, due now; false where one with its `key` is there already, or was. */
  enqueue(event: QueuedEvent, tx: Tx): Promise<boolean>;
  /**
   * Takes events that are due, oldest first, and leases them until `until`. Of the events of one subject
   * only the oldest that has not ended is ever taken.
   */
  leaseEvents(lease: EventLease): Promise<LeasedEvent[]>;
  /** Records the end of an attempt, unless another lease has taken the event since; false then. */
  settleEvent(end: AttemptOutcome): Promise<boolean>;
  /** Events that are no longer sent, newest first. */
  parkedEvents(which: ParkedPage): Promise<ParkedEvent[]>;
  /** Sends parked data again as a new event that replaces the parked one; null: nothing replaces it. False where there is none such. */
  replaceParked(replacement: { eventId: string; event: QueuedEvent | null }, tx: Tx): Promise<boolean>;
  outboxFigures(): Promise<OutboxFigures>;
  /** Forgets what was delivered and had been queued before: its key is free again. */
  forgetDelivered(queuedBefore: Date): Promise<void>;
}

export interface RecordKey {
  kind: string;
  /** At most 600 characters. */
  id: string;
}

export interface KitRecord extends RecordKey {
  /** JSON. */
  value: string;
}

export interface QueuedEvent {
  eventId: string;
  event: string;
  /** What it is about: a second event with the same key is not sent. Null: every one is. */
  key: string | null;
  /** Events of one subject leave one after the other. Null: at any time. */
  subject: string | null;
  /** The exact text of the body. */
  body: string;
  queuedAt: Date;
}

export interface EventLease {
  now: Date;
  until: Date;
  limit: number;
  /** Names this lease, so that nothing is settled under another one's. */
  token: string;
}

export interface LeasedEvent extends QueuedEvent {
  token: string;
  /** Attempts that have ended so far. */
  attempts: number;
}

export interface AttemptOutcome {
  eventId: string;
  token: string;
  /**
   * `delivered`: only its key stays known. `retry`: due again then. `parked`: it is no longer sent.
   */
  end: { state: 'delivered' } | { state: 'retry'; dueAt: Date } | { state: 'parked'; reason: ParkReason };
}

/** Why an event is parked: the service refused it permanently, or never answered. */
export interface ParkReason {
  at: Date;
  /** Null: no answer came. */
  status: number | null;
  code: string | null;
  field: string | null;
}

export interface ParkedEvent extends QueuedEvent, ParkReason {
  attempts: number;
}

export interface ParkedPage {
  limit: number;
  /** That one alone. */
  eventId?: string | undefined;
  /** Those of this name alone. */
  event?: string | undefined;
  /** Those behind it alone, in the order of when they were queued, and of their ids. */
  after?: Pick<QueuedEvent, 'queuedAt' | 'eventId'> | undefined;
}

export interface OutboxFigures {
  waiting: number;
  /** When the oldest of those was queued. */
  oldestQueuedAt: Date | null;
  parked: number;
}
