import type { AttemptOutcome, EventLease, KitStorage, LeasedEvent, QueuedEvent, RecordKey } from '../storage';
import { Commits } from './commits';
import { leasedEventOf, parkedEventOf, type Row, timeOrNull } from './rows';
import { type Dialect, kitTables } from './tables';

/** What a platform gives to use its connection. */
export interface SqlConnection<Tx> {
  dialect: Dialect;
  /** Commits where the work resolves, rolls back where it rejects. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs one statement within the transaction and gives its rows. Its parameters stand as `$1`, with SQLite as `?`. */
  query(tx: Tx, statement: { text: string; values: readonly SqlValue[] }): Promise<readonly Row[]>;
}

export type SqlValue = string | number | null;

export interface SqlStorage<Tx> extends KitStorage<Tx> {
  /** Creates the two tables where they are missing. */
  createTables(): Promise<void>;
}

/** The last instant that a `Date` has: nothing was queued after it. */
const BEFORE_ALL = { queuedAt: new Date(8.64e15), eventId: '' };
const COLUMNS = 'event_id, event, event_key, subject, body, queued_at, attempts';

/** A storage on any connection to PostgreSQL 12 or SQLite 3.35, or later, from any driver. */
export function sqlStorage<Tx>(connection: SqlConnection<Tx>): SqlStorage<Tx> {
  const { dialect } = connection;
  const isPostgres = dialect === 'postgres';
  const commits = new Commits<Tx>();
  const run = (tx: Tx, text: string, values: readonly SqlValue[] = []): Promise<readonly Row[]> =>
    connection.query(tx, isPostgres ? { text, values } : withPlainMarks(text, values));
  const alone = (text: string, values: readonly SqlValue[] = []): Promise<readonly Row[]> =>
    connection.transaction((tx) => run(tx, text, values));
  const lockingRead = isPostgres ? ' for update' : '';
  const skippingLocked = isPostgres ? ' for update skip locked' : '';

  const enqueue = async (event: QueuedEvent, tx: Tx): Promise<boolean> => {
    const { eventId, key, subject, body, queuedAt } = event;
    const rows = await run(
      tx,
      `insert into hub_kit_event
  (event_id, event, event_key, subject, body, state, attempts, queued_at, due_at, leased_until)
  values ($1, $2, $3, $4, $5, 'due', 0, $6, $6, 0) on conflict (event_key) do nothing returning event_id`,
      [eventId, event.event, key, subject, body, queuedAt.getTime()],
    );
    return rows.length > 0;
  };

  const valueOf = async ({ kind, id }: RecordKey, tx: Tx, lock: string): Promise<string | null> => {
    const where = `kind = $1 and id = $2${lock}`;
    const [row] = await run(tx, `select value from hub_kit_record where ${where}`, [kind, id]);
    return row === undefined ? null : String(row['value']);
  };

  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) =>
      commits.run<T>((within) => connection.transaction(within), work),
    afterCommit: (tx, then) => commits.after(tx, then),
    createTables: () =>
      connection.transaction(async (tx) => {
        // Several processes may start at once.
        if (isPostgres) await run(tx, 'select pg_advisory_xact_lock(4820117)');
        for (const statement of kitTables(dialect)) await run(tx, statement);
      }),
    async insertRecord({ kind, id, value }, tx) {
      const rows = await run(
        tx,
        `insert into hub_kit_record (kind, id, value) values ($1, $2, $3)
  on conflict (kind, id) do nothing returning kind`,
        [kind, id, value],
      );
      return rows.length > 0;
    },
    readRecord: (key, tx) => valueOf(key, tx, lockingRead),
    peekRecord: (key, tx) => valueOf(key, tx, ''),
    async updateRecord({ kind, id, value }, tx) {
      await run(tx, 'update hub_kit_record set value = $3 where kind = $1 and id = $2', [kind, id, value]);
    },
    async deleteRecord({ kind, id }, tx) {
      await run(tx, 'delete from hub_kit_record where kind = $1 and id = $2', [kind, id]);
    },
    async recordsOf({ kind, after, limit }) {
      const rows = await alone(
        'select id, value from hub_kit_record where kind = $1 and id > $2 order by id limit $3',
        [kind, after, limit],
      );
      return rows.map(({ id, value }) => ({ kind, id: String(id), value: String(value) }));
    },
    enqueue,
    leaseEvents: (lease) => leaseEvents(lease),
    settleEvent: (end) => settleEvent(end),
    async parkedEvents({ limit, eventId = null, event = null, after = BEFORE_ALL }) {
      const rows = await alone(
        `select ${COLUMNS}, ended_at, status, code, field from hub_kit_event
  where state = 'parked' and event_id = coalesce($1, event_id) and event = coalesce($2, event)
  and (queued_at, event_id) < ($3, $4) order by queued_at desc, event_id desc limit $5`,
        [eventId, event, after.queuedAt.getTime(), after.eventId, limit],
      );
      return rows.map(parkedEventOf);
    },
    async replaceParked({ eventId, event }, tx) {
      const gone = await run(
        tx,
        `delete from hub_kit_event where event_id = $1 and state = 'parked' returning event_id`,
        [eventId],
      );
      return gone.length > 0 && (event === null || enqueue(event, tx));
    },
    async outboxFigures() {
      const [row = {}] = await alone(
        `select count(case when state = 'due' then 1 end) as waiting,
  min(case when state = 'due' then queued_at end) as oldest, count(case when state = 'parked' then 1 end) as parked
  from hub_kit_event where state in ('due', 'parked')`,
      );
      return {
        waiting: Number(row['waiting']),
        oldestQueuedAt: timeOrNull(row['oldest']),
        parked: Number(row['parked']),
      };
    },
    async forgetDelivered(queuedBefore) {
      await alone(`delete from hub_kit_event where state = 'delivered' and queued_at < $1`, [
        queuedBefore.getTime(),
      ]);
    },
  };

  async function leaseEvents({ now, until, limit, token }: EventLease): Promise<LeasedEvent[]> {
    const rows = await alone(
      `update hub_kit_event set lease_token = $1, leased_until = $2 where sequence in (
  select sequence from hub_kit_event due where state = 'due' and due_at <= $3 and leased_until <= $3
  and not exists (select 1 from hub_kit_event before
    where before.subject = due.subject and before.state = 'due' and before.sequence < due.sequence)
  order by sequence limit $4${skippingLocked})
returning sequence, ${COLUMNS}`,
      [token, until.getTime(), now.getTime(), limit],
    );
    const inOrder = [...rows].sort((a, b) => Number(a['sequence']) - Number(b['sequence']));
    return inOrder.map((row) => leasedEventOf(row, token));
  }

  /** A delivered event stays known by its key; where it has none, there is nothing to know. */
  async function settleEvent({ eventId, token, end }: AttemptOutcome): Promise<boolean> {
    const ours = `event_id = $1 and lease_token = $2 and state = 'due'`;
    const values = [eventId, token];
    const set = (change: string, more: readonly SqlValue[] = []): Promise<readonly Row[]> =>
      alone(
        `update hub_kit_event set attempts = attempts + 1, lease_token = null, leased_until = 0, ${change}
  where ${ours} returning event_id`,
        [...values, ...more],
      );
    switch (end.state) {
      case 'retry':
        return (await set('due_at = $3', [end.dueAt.getTime()])).length > 0;
      case 'parked': {
        const { at, status, code, field } = end.reason;
        const change = `state = 'parked', ended_at = $3, status = $4, code = $5, field = $6`;
        return (await set(change, [at.getTime(), status, code, field])).length > 0;
      }
      case 'delivered': {
        const gone = await alone(
          `delete from hub_kit_event where ${ours} and event_key is null returning event_id`,
          values,
        );
        return gone.length > 0 || (await set(`state = 'delivered', body = ''`)).length > 0;
      }
    }
  }
}

/** SQLite's drivers bind in the order of plain marks. */
function withPlainMarks(text: string, values: readonly SqlValue[]) {
  const inOrder: SqlValue[] = [];
  const plain = text.replace(/\$(\d+)/g, (_mark, number: string) => {
    inOrder.push(values[Number(number) - 1] ?? null);
    return '?';
  });
  return { text: plain, values: inOrder };
}
