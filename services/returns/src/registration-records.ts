import type { ReturnReceipt, ReturnRequest } from '@hub/contract';
import { ReturnState, rows, type Tx } from '@hub/database';
import { raiseAlerts, resolveAlerts } from '@hub/alerts';
import { returnSubject } from '@hub/orders/returns';
import type { ClaimedRow, Undelivered } from '@hub/store-writes';
import { z } from 'zod';

const RegisteredRow = z.object({ id: z.string(), was: z.enum(ReturnState) });

/** What the call of a return needs besides its row. */
export interface ReturnDetails {
  sellerOrderId: string;
  body: ReturnRequest;
}

/**
 * What is sent for these rows: the same for every repeat, because it does not change once the return is stored (D22).
 */
export async function readRegistrations(
  tx: Tx,
  returnIds: readonly string[],
): Promise<ReadonlyMap<string, ReturnDetails>> {
  const returns = new Map<string, ReturnDetails>();
  for (const id of returnIds) returns.set(id, await readRegistration(tx, id));
  return returns;
}

async function readRegistration(tx: Tx, returnId: string): Promise<ReturnDetails> {
  const { reference, sellerOrderId, lines } = await tx.return.findUniqueOrThrow({
    where: { id: returnId },
    select: { reference: true, sellerOrderId: true, lines: true },
  });
  if (reference === null) throw new Error('a return to be registered has no reference');
  const { orderId } = await tx.sellerOrder.findUniqueOrThrow({
    where: { id: sellerOrderId },
    select: { orderId: true },
  });
  const orderLines = await tx.orderLine.findMany({
    where: { id: { in: lines.map(({ orderLineId }) => orderLineId) } },
    orderBy: { position: 'asc' },
    select: { id: true, lineItemId: true },
  });
  const returned = new Map(lines.map((line) => [line.orderLineId, line]));
  const body: ReturnRequest = {
    external_ref: reference,
    order_id: orderId,
    lines: orderLines.flatMap(({ id, lineItemId }) => {
      const line = returned.get(id);
      if (!line) return [];
      const reason = line.reason === null ? {} : { reason: line.reason };
      return { order_line_id: lineItemId, quantity: line.quantity, ...reason };
    }),
  };
  return { sellerOrderId, body };
}

/** The stores have confirmed: valid whichever worker held the claim, so it is kept in any state. */
export async function recordRegistered(
  tx: Tx,
  ended: readonly { row: ClaimedRow & ReturnDetails; receipt: ReturnReceipt }[],
  now: number,
): Promise<void> {
  if (ended.length === 0) return;
  const ids = ended.map(({ row }) => row.id);
  const registered = await rows(
    RegisteredRow,
    tx.$queryRaw`
    WITH before AS MATERIALIZED (
      SELECT b.id, b.state FROM "return" b WHERE b.id = ANY (${ids}::uuid[]) ORDER BY b.id FOR UPDATE
    )
    UPDATE "return" r
    SET state = 'registered', store_return_id = e.store_return_id, registered_at = ${new Date(now)},
      lease_until = NULL, next_attempt_at = NULL, call_attempts = 0, outcome_unknown = false, last_failure = NULL
    FROM before
    JOIN unnest(${ids}::uuid[], ${ended.map(({ receipt }) => receipt.return_id)}::text[]) AS e (id, store_return_id)
      ON e.id = before.id
    WHERE r.id = before.id AND r.state <> 'registered'
    RETURNING r.id, before.state::text AS was`,
  );
  await resolveAlerts(tx, 'return_failed', ids.map(returnSubject));
  const held = new Set(registered.filter(({ was }) => was === 'waiting').map(({ id }) => id));
  await alertRegisteredBeside(
    tx,
    ended.filter(({ row }) => held.has(row.id)),
  );
}

/**
 * The selling shop reported a return of its own while our call was under way (D13): an agent finds out whether it was our
 * return, or a second one.
 */
async function alertRegisteredBeside(
  tx: Tx,
  ended: readonly { row: ClaimedRow & ReturnDetails }[],
): Promise<void> {
  await raiseAlerts(
    tx,
    ended.map(({ row }) => ({
      kind: 'return_waiting',
      subject: returnSubject(row.id),
      shopId: row.shopId,
      sellerOrderId: row.sellerOrderId,
      message:
        'A return was registered at the selling shop while that shop reported one itself: ask it whether the customer was refunded twice.',
      detail: { returnId: row.id, reference: row.body.external_ref, orderId: row.body.order_id },
    })),
  );
}

/** Given up, or owed to a shop that may not be called: support is alerted (D23). */
export async function alertUndelivered(
  tx: Tx,
  undelivered: readonly Undelivered<ReturnDetails>[],
): Promise<void> {
  await raiseAlerts(
    tx,
    undelivered.map(({ row, reason }) => ({
      kind: 'return_failed',
      subject: returnSubject(row.id),
      shopId: row.shopId,
      sellerOrderId: row.sellerOrderId,
      message: `A return was not registered at the selling shop: ${reason}.`,
      detail: { reference: row.body.external_ref, orderId: row.body.order_id },
    })),
  );
}
