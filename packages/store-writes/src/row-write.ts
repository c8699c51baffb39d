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
import { recordAgain, recordFailed, sortEnds, type EndedRow } from './record-rows';
import { resumeRow } from './resume-row';
import type { StoreWrite } from './store-write';
import type { WakesWrites } from './takes-claims';

/** A write decided by its row alone: it is sent until it is done, and failures go to support at once (D23). */
export interface RowWrite<Row extends ClaimedRow, Receipt, Payload extends object> {
  /** For logs and metrics. */
  name: string;
  table: WriteTable;
  /** Makes a row due again, for support's replay. */
  command: Command<Payload>;
  payloadOf(rowId: string): Payload;
  /** The requests for claimed rows. */
  read(tx: Tx, claimed: readonly ClaimedRow[]): Promise<Row[]>;
  call(row: Row): Promise<ShopCallOutcome<Receipt>>;
  /** The stores have confirmed: valid for any claim. */
  recordDone(tx: Tx, ended: readonly { row: Row; receipt: Receipt }[], now: number): Promise<void>;
  alertFailed(tx: Tx, failed: readonly { row: Row; end: { reason: string } }[]): Promise<void>;
}

export function rowWrite<Row extends ClaimedRow, Receipt, Payload extends object>(
  of: RowWrite<Row, Receipt, Payload>,
): StoreWrite<Row, Receipt> {
  const { name, table } = of;
  return {
    name,
    findDueShops: (db, now) => findShopsWithDueRows(db, table, now),
    claim: (work, claim) =>
      work.transact(async (tx) => of.read(tx, await claimRows(tx, table, { ...claim, now: work.now }))),
    call: (row) => of.call(row),
    async record(work, ended) {
      const ends = sortEnds(ended);
      const { now } = work;
      await work.transact(async (tx) => {
        await of.recordDone(tx, ends.done, now);
        await recordAgain(tx, table, { ended: ends.waits, now });
        const ours = await recordFailed(tx, table, ends.failed);
        const lost = ends.failed.filter(({ row }) => ours.has(row.id));
        await of.alertFailed(tx, lost);
        await enqueueDead(tx, of.command, { messages: lost.map((one) => deadOf(one, of)), now });
      });
      return ended.map(() => ({ dueNow: false }));
    },
  };
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

function deadOf<Row extends ClaimedRow, Payload extends object>(
  { row: { id, correlation }, end: { reason } }: EndedRow<{ reason: string }>,
  { payloadOf }: Pick<RowWrite<Row, unknown, Payload>, 'payloadOf'>,
) {
  return { payload: payloadOf(id), correlation, reason };
}
