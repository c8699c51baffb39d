import { COMMANDS, enqueue } from '@hub/messaging';
import type { Database } from '@hub/database';
import { endWaiting, type WaitingReturnOutcome, type WaitingReturnRequest } from './waiting-return';

/**
 * Releases a waiting return, which could have caused a double refund (D13): support has verified that it does not, and
 * it is registered at the selling shop.
 */
export function releaseReturn(db: Database, request: WaitingReturnRequest): Promise<WaitingReturnOutcome> {
  return endWaiting(db, request, {
    deed: 'return.release',
    after: 'due',
    async carryOut(tx, { id, correlation }) {
      const nextAttemptAt = new Date();
      await tx.return.update({ where: { id }, data: { state: 'due', nextAttemptAt }, select: { id: true } });
      await enqueue(tx, COMMANDS.registerReturn, { payload: { returnId: id }, correlation });
    },
  });
}

/**
 * Closes a waiting return: the selling shop has refunded these goods already (D13), or never will. It stays on record,
 * and no call reports it.
 */
export function closeReturn(db: Database, request: WaitingReturnRequest): Promise<WaitingReturnOutcome> {
  return endWaiting(db, request, {
    deed: 'return.close',
    after: 'recorded',
    async carryOut(tx, { id }) {
      await tx.return.update({ where: { id }, data: { state: 'recorded' }, select: { id: true } });
    },
  });
}
