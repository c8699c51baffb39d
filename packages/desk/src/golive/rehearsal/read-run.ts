import type { Prisma, Tx } from '@hub/database';
import { databaseTime } from '@hub/shops';

/** A rehearsal in progress, as its row has it. */
export type RunRow = Prisma.RehearsalRunGetPayload<object>;

/** The rehearsal of a shop that is in progress; null: there is none, or its lease is over. */
export async function readRunInProgress(tx: Tx, shopId: number): Promise<RunRow | null> {
  return tx.rehearsalRun.findFirst({ where: { shopId, leaseUntil: { gt: await databaseTime(tx) } } });
}
