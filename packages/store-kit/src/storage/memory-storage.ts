import type {
  AttemptOutcome,
  EventLease,
  KitRecord,
  KitStorage,
  LeasedEvent,
  ParkedEvent,
  ParkReason,
  QueuedEvent,
  RecordKey,
} from '../storage';
import { Commits } from './commits';
import { OneAtATime } from './one-at-a-time';

/** A transaction in memory: how what it did is taken back. */
export interface MemoryTx {
  /** To be called, last first, where it rolls back; a shop in memory adds its own. */
  readonly undo: (() => void)[];
}

interface Row extends QueuedEvent {
  state: 'due' | 'delivered' | 'parked';
  attempts: number;
  dueAt: number;
  lease: { token: string; until: number } | null;
  reason: ParkReason | null;
}

/** Keeps everything in this process and loses it with it: for tests, and for trying the kit out. */
export function memoryStorage(): KitStorage<MemoryTx> {
  const records = new Map<string, string>();
  /** In the order in which they were queued. */
  const rows = new Map<string, Row>();
  const turns = new OneAtATime();
  const commits = new Commits<MemoryTx>();
  const keyOf = ({ kind, id }: RecordKey): string => `${kind}\n${id}`;

  const setRecord = (key: string, value: string | null, tx: MemoryTx): void => {
    const before = records.get(key);
    tx.undo.push(() => void (before === undefined ? records.delete(key) : records.set(key, before)));
    if (value === null) records.delete(key);
    else records.set(key, value);
  };
  const add = (event: QueuedEvent, tx: MemoryTx): void => {
    const { queuedAt } = event;
    rows.set(event.eventId, {
      ...event,
      state: 'due',
      attempts: 0,
      dueAt: queuedAt.getTime(),
      lease: null,
      reason: null,
    });
    tx.undo.push(() => void rows.delete(event.eventId));
  };
  const inTurn = <T>(work: (tx: MemoryTx) => Promise<T>): Promise<T> =>
    turns.run(async () => {
      const tx: MemoryTx = { undo: [] };
      try {
        return await work(tx);
      } catch (error) {
        for (const undo of tx.undo.reverse()) undo();
        throw error;
      }
    });
  const transaction = <T>(work: (tx: MemoryTx) => Promise<T>): Promise<T> => commits.run<T>(inTurn, work);

  return {
    transaction,
    afterCommit: (tx, then) => commits.after(tx, then),
    async insertRecord(record: KitRecord, tx) {
      if (records.has(keyOf(record))) return false;
      setRecord(keyOf(record), record.value, tx);
      return true;
    },
    readRecord: async (key) => records.get(keyOf(key)) ?? null,
    peekRecord: async (key) => records.get(keyOf(key)) ?? null,
    updateRecord: async (record, tx) => setRecord(keyOf(record), record.value, tx),
    deleteRecord: async (key, tx) => setRecord(keyOf(key), null, tx),
    recordsOf: ({ kind, after, limit }) =>
      transaction(async () =>
        [...records]
          .filter(([key]) => key.startsWith(`${kind}\n`))
          .map(([key, value]) => ({ kind, id: key.slice(kind.length + 1), value }))
          .filter(({ id }) => id > after)
          .sort((a, b) => (a.id < b.id ? -1 : 1))
          .slice(0, limit),
      ),
    async enqueue(event, tx) {
      const isKnown = event.key !== null && [...rows.values()].some(({ key }) => key === event.key);
      if (!isKnown) add(event, tx);
      return !isKnown;
    },
    leaseEvents: (lease) => transaction(async () => takeDue([...rows.values()], lease)),
    settleEvent: ({ eventId, token, end }) =>
      transaction(async () => {
        const row = rows.get(eventId);
        if (row?.state !== 'due' || row.lease?.token !== token) return false;
        settle(row, end);
        if (end.state === 'delivered' && row.key === null) rows.delete(eventId);
        return true;
      }),
    parkedEvents: ({ limit, eventId, event, after }) =>
      transaction(async () =>
        [...rows.values()]
          .filter((row) => eventId === undefined || row.eventId === eventId)
          .filter((row) => event === undefined || row.event === event)
          .filter((row) => after === undefined || byAge(after, row) < 0)
          .flatMap(parkedOf)
          .sort(byAge)
          .slice(0, limit),
      ),
    async replaceParked({ eventId, event }, tx) {
      const row = rows.get(eventId);
      if (row?.state !== 'parked') return false;
      rows.delete(eventId);
      tx.undo.push(() => void rows.set(eventId, row));
      if (event !== null) add(event, tx);
      return true;
    },
    outboxFigures: () =>
      transaction(async () => {
        const waiting = [...rows.values()].filter(({ state }) => state === 'due');
        return {
          waiting: waiting.length,
          oldestQueuedAt: waiting[0]?.queuedAt ?? null,
          parked: [...rows.values()].filter(({ state }) => state === 'parked').length,
        };
      }),
    forgetDelivered: (queuedBefore) =>
      transaction(async () => {
        for (const { eventId, state, queuedAt } of rows.values())
          if (state === 'delivered' && queuedAt < queuedBefore) rows.delete(eventId);
      }),
  };
}

function takeDue(rows: readonly Row[], { now, until, limit, token }: EventLease): LeasedEvent[] {
  const waiting = rows.filter(({ state }) => state === 'due');
  const isFirst = (row: Row): boolean =>
    row.subject === null || waiting.find(({ subject }) => subject === row.subject) === row;
  const due = waiting.filter(
    (row) => row.dueAt <= now.getTime() && (row.lease?.until ?? 0) <= now.getTime() && isFirst(row),
  );
  return due.slice(0, limit).map((row) => {
    row.lease = { token, until: until.getTime() };
    const { eventId, event, key, subject, body, queuedAt, attempts } = row;
    return { eventId, event, key, subject, body, queuedAt, attempts, token };
  });
}

function settle(row: Row, end: AttemptOutcome['end']): void {
  row.lease = null;
  row.attempts += 1;
  switch (end.state) {
    case 'delivered':
      row.state = 'delivered';
      row.body = '';
      return;
    case 'retry':
      row.dueAt = end.dueAt.getTime();
      return;
    case 'parked':
      row.state = 'parked';
      row.reason = end.reason;
  }
}

/** The newest first. */
function byAge(one: Queued, other: Queued): number {
  const apart = other.queuedAt.getTime() - one.queuedAt.getTime();
  if (apart !== 0) return apart;
  return one.eventId > other.eventId ? -1 : Number(one.eventId !== other.eventId);
}
type Queued = Pick<QueuedEvent, 'queuedAt' | 'eventId'>;

function parkedOf({ state, reason, dueAt: _dueAt, lease: _lease, ...event }: Row): ParkedEvent[] {
  return state === 'parked' && reason ? [{ ...event, ...reason }] : [];
}
