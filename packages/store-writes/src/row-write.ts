import type { Tx } from '@hub/database';
import {
  done,
  enqueueDead,
  ignored,
  type Command,
  type CommandInput,
  type Phrase,
  type Settlement,
} from '@hub/messaging';
import type { ShopCallOutcome } from '@hub/shops';
import { claimRows, findShopsWithDueRows, type ClaimedRow, type WriteTable } from './claim-rows';
import { findNewlyGated, recordAgain, recordFailed, sortEnds, type GatedRow } from './record-rows';
import { resumeRow } from './resume-row';
import type { EndedWrite, StoreWrite } from './store-write';
import type { WakesWrites } from './takes-claims';

/** A write decided by its row alone: it is sent until it is done, and failures go to support at once (D23). */
export interface RowWrite<Details extends object, Receipt, Payload extends object> {
  /** For logs and metrics. */
  name: string;
  table: WriteTable;
  /**
   * The failed message of a write that failed: its command makes the row due again, for support's replay. Null: a person
   * who sees the failure does something else (D11).
   */
  failedMessage: { command: Command<Payload>; payloadOf: (rowId: string) => Payload } | null;
  /** What the call needs besides the row, by its id. */
  read(tx: Tx, rowIds: readonly string[]): Promise<ReadonlyMap<string, Details>>;
  call(row: ClaimedRow & Details): Promise<ShopCallOutcome<Receipt>>;
  /** The stores have confirmed: valid for any claim. */
  recordDone(
    tx: Tx,
    ended: readonly { row: ClaimedRow & Details; receipt: Receipt }[],
    now: number,
  ): Promise<void>;
  /** Support is alerted: the write failed, or its shop may not be called now. */
  alertUndelivered(tx: Tx, rows: readonly Undelivered<Details>[]): Promise<void>;
}

/** A write that its shop did not get, and why. */
export interface Undelivered<Details> {
  row: { id: string; shopId: number } & Details;
  reason: string;
}

export function rowWrite<Details extends object, Receipt, Payload extends object>(
  of: RowWrite<Details, Receipt, Payload>,
): StoreWrite<ClaimedRow & Details, Receipt> {
  const { name, table } = of;
  return {
    name,
    findDueShops: (db, now) => findShopsWithDueRows(db, table, now),
    claim: (work, claim) =>
      work.transact(async (tx) =>
        withDetails(of, tx, await claimRows(tx, table, { ...claim, now: work.now })),
      ),
    call: (row) => of.call(row),
    async record(work, ended) {
      const ends = sortEnds(ended);
      const { now } = work;
      await work.transact(async (tx) => {
        await of.recordDone(tx, ends.done, now);
        await alertGated(of, tx, ended);
        await recordAgain(tx, table, { ended: ends.waits, now });
        const ours = await recordFailed(tx, table, ends.failed);
        const lost = ends.failed
          .filter(({ row }) => ours.has(row.id))
          .map(({ row, end: { reason } }) => ({ row, reason }));
        await of.alertUndelivered(tx, lost);
        if (of.failedMessage === null) return;
        const { command, payloadOf } = of.failedMessage;
        await enqueueDead(tx, command, {
          messages: lost.map(({ row: { id, correlation }, reason }) => ({
            payload: payloadOf(id),
            correlation,
            reason,
          })),
          now,
        });
      });
      return ended.map(() => ({ dueNow: false }));
    },
  };
}

/**
 * A shop whose capability is off is owed these writes: support is alerted once for each (D12, D23). They wait, and go out
 * when the capability is back.
 */
async function alertGated<Details extends object, Receipt, Payload extends object>(
  of: RowWrite<Details, Receipt, Payload>,
  tx: Tx,
  ended: readonly EndedWrite<ClaimedRow, Receipt>[],
): Promise<void> {
  const gated = new Map<number, string>();
  for (const { write, outcome } of ended)
    if (outcome.kind === 'capability_off') gated.set(write.shopId, outcome.capability);
  for (const [shopId, capability] of gated) {
    const news = await findNewlyGated(tx, of.table, { shopId, capability });
    const rows = await withDetails(of, tx, news);
    await of.alertUndelivered(
      tx,
      rows.map((row) => ({ row, reason: `the shop's ${capability} capability is off` })),
    );
  }
}

async function withDetails<Row extends GatedRow, Details extends object>(
  { read }: Pick<RowWrite<Details, unknown, object>, 'read'>,
  tx: Tx,
  rows: readonly Row[],
): Promise<(Row & Details)[]> {
  if (rows.length === 0) return [];
  const details = await read(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const found = details.get(row.id);
    return found ? { ...row, ...found } : [];
  });
}

/**
 * Handles the command of such a write, which support's replay sends: the row is due at once.
 * @param row.otherwise the result for one that does not wait for it
 */
export function handleResume<Payload extends object>(
  row: { table: WriteTable; idOf: (payload: Payload) => string; otherwise: Phrase },
  wakes: WakesWrites,
) {
  return async (tx: Tx, { payload, now }: CommandInput<Payload>): Promise<Settlement> => {
    const shopId = await resumeRow(tx, row.table, { id: row.idOf(payload), now });
    if (shopId === null) return ignored(row.otherwise);
    wakes.wakeAfter(tx, shopId);
    return done('due');
  };
}
