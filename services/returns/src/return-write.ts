import { registerReturn } from '@hub/store-calls';
import type { ReturnReceipt } from '@hub/contract';
import { Prisma, type Tx } from '@hub/database';
import { COMMANDS, done, enqueueDead, ignored, type CommandInput, type Settlement } from '@hub/messaging';
import type { ShopCalls } from '@hub/shops';
import {
  claimRows,
  findShopsWithDueRows,
  recordAgain,
  recordFailed,
  resumeRow,
  sortEnds,
  type StoreWrite,
  type WakesWrites,
  type WriteTable,
} from '@hub/store-writes';
import { alertFailed, readRegistrations, recordRegistered, type ClaimedReturn } from './registration-records';

const RETURNS: WriteTable = {
  name: Prisma.sql`"return"`,
  stateType: Prisma.sql`return_state`,
  operation: 'register_return',
};

/** `POST /returns` (D22): a return on the selling shop's own order. What fails goes to support at once (D23). */
export function returnWrite(calls: Pick<ShopCalls, 'send'>): StoreWrite<ClaimedReturn, ReturnReceipt> {
  return {
    name: 'returns',
    findDueShops: (db, now) => findShopsWithDueRows(db, RETURNS, now),
    claim: (work, claim) =>
      work.transact(async (tx) =>
        readRegistrations(tx, await claimRows(tx, RETURNS, { ...claim, now: work.now })),
      ),
    call: ({ shopId, body, correlation, callAttempts, unknown, sellerOrderId }) =>
      calls.send(shopId, registerReturn(body), {
        correlation,
        attemptsMade: callAttempts,
        maybeActed: unknown,
        sellerOrderId,
      }),
    async record(work, ended) {
      const { done: registered, waits, failed } = sortEnds(ended);
      const { now } = work;
      await work.transact(async (tx) => {
        for (const { row, receipt } of registered)
          await recordRegistered(tx, { returnId: row.id, storeReturnId: receipt.return_id, now });
        await recordAgain(tx, RETURNS, { ended: waits, now });
        const ours = await recordFailed(tx, RETURNS, failed);
        const lost = failed.filter(({ row }) => ours.has(row.id));
        await alertFailed(tx, lost);
        const messages = lost.map(({ row: { id, correlation }, end: { reason } }) => ({
          payload: { returnId: id },
          correlation,
          reason,
        }));
        await enqueueDead(tx, COMMANDS.registerReturn, { messages, now });
      });
      return ended.map(() => ({ dueNow: false }));
    },
  };
}

/** `return.register`: support's replay of one that failed, or a wake-up from elsewhere: it is due at once. */
export function handleReturnRegister(registrations: WakesWrites) {
  return async (tx: Tx, { payload, now }: CommandInput<{ returnId: string }>): Promise<Settlement> => {
    const shopId = await resumeRow(tx, RETURNS, { id: payload.returnId, now });
    if (shopId === null) return ignored('registered, left to support, or under way');
    registrations.wakeAfter(tx, shopId);
    return done('due');
  };
}
