import type { ReturnReceipt } from '@hub/contract';
import { Prisma } from '@hub/database';
import { COMMANDS } from '@hub/messaging';
import type { ShopCalls } from '@hub/shops';
import { registerReturn } from '@hub/store-calls';
import {
  handleResume,
  rowWrite,
  type ClaimedRow,
  type StoreWrite,
  type WakesWrites,
  type WriteTable,
} from '@hub/store-writes';
import {
  alertUndelivered,
  readRegistrations,
  recordRegistered,
  type ReturnDetails,
} from './registration-records';

const RETURNS: WriteTable = {
  name: Prisma.sql`"return"`,
  operation: 'register_return',
};

/** A return on the selling shop's own order (D22). */
export function returnWrite(
  calls: Pick<ShopCalls, 'send'>,
): StoreWrite<ClaimedRow & ReturnDetails, ReturnReceipt> {
  return rowWrite({
    name: 'returns',
    table: RETURNS,
    failedMessage: { command: COMMANDS.registerReturn, payloadOf: (returnId) => ({ returnId }) },
    read: readRegistrations,
    call: ({ shopId, body, correlation, callAttempts, unknown, sellerOrderId }) =>
      calls.send(shopId, registerReturn(body), {
        correlation,
        attemptsMade: callAttempts,
        maybeActed: unknown,
        sellerOrderId,
      }),
    recordDone: recordRegistered,
    alertUndelivered,
  });
}

/** `return.register` */
export function handleReturnRegister(registrations: WakesWrites) {
  const idOf = ({ returnId }: { returnId: string }) => returnId;
  return handleResume(
    { table: RETURNS, idOf, otherwise: 'registered, left to support, or under way' },
    registrations,
  );
}
