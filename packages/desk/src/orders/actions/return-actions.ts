import { resolveAlert } from '@hub/alerts';
import { ReturnState, rows, type Tx } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';
import { lockSellerOrderOfReturn } from '@hub/orders/records';
import { z } from 'zod';
import { DESK_REFUSAL_LABELS } from '../../audit/refusal-labels';
import { action, type Acting, type Question } from '../../engine/action';
import { orderTimeline } from '../order-timeline';

const Input = z.strictObject({ return: z.uuid() });
const LockedReturn = z.object({ state: z.enum(ReturnState), correlation: z.string() });
type LockedReturn = z.output<typeof LockedReturn>;

/** Releases a return that waited because its goods could have been refunded twice (D13). */
export const releaseReturn = action({
  names: { 'return.release': 'released a return' },
  changes: true,
  page: '/orders/:id/returns/:returnId/release',
  input: Input,
  ask: (acting, input) =>
    askOf(acting, input.return, (shopName, reporter) => ({
      title: `Release the return reported by ${reporter}`,
      happens: [
        `${shopName} is notified of the goods that came back, and refunds its customer by its own flow.`,
        'This cannot be undone.',
      ],
      warning: `${shopName} has not refunded these goods already. Ask it; a refund cannot be taken back from here.`,
      submit: 'Release the return',
      danger: true,
    })),
  async run(tx, { return: id }, { now }) {
    const waiting = await lockWaiting(tx, id, 'The return is not released');
    if ('kind' in waiting) return waiting;
    const nextAttemptAt = new Date(now);
    await tx.return.update({ where: { id }, data: { state: 'due', nextAttemptAt }, select: { id: true } });
    await enqueue(tx, COMMANDS.registerReturn, {
      payload: { returnId: id },
      correlation: waiting.correlation,
    });
    return {
      kind: 'done',
      says: 'The return is released: the selling shop is being notified.',
      answer: { released: id },
      begins: true,
      record: { subjects: [`return:${id}`], changes: changeTo('due') },
    };
  },
});

/**
 * Closes a waiting return: the selling shop has refunded these goods already (D13), or never will. It stays on record,
 * and no call reports it.
 */
export const closeReturn = action({
  names: { 'return.close': 'closed a return without notifying the selling shop' },
  changes: true,
  page: '/orders/:id/returns/:returnId/close',
  input: Input,
  ask: (acting, input) =>
    askOf(acting, input.return, (shopName, reporter) => ({
      title: `Close the return reported by ${reporter}`,
      happens: [
        `The return stays on record; ${shopName} is not notified of it, now or later.`,
        'This cannot be undone.',
      ],
      warning: `${shopName} has refunded these goods already, or will not. Ask it first.`,
      submit: 'Close the return',
    })),
  async run(tx, { return: id }) {
    const waiting = await lockWaiting(tx, id, 'The return is not closed');
    if ('kind' in waiting) return waiting;
    await tx.return.update({ where: { id }, data: { state: 'recorded' }, select: { id: true } });
    return {
      kind: 'done',
      says: 'The return is closed; it stays on record.',
      answer: { closed: id },
      record: { subjects: [`return:${id}`], changes: changeTo('recorded') },
    };
  },
});

async function askOf(
  { db }: Acting,
  id: string,
  question: (shopName: string, reporter: string) => Question,
): Promise<Question | null> {
  const found = await db.return.findUnique({ where: { id }, select: { sellerOrderId: true } });
  const order = found ? await orderTimeline(db, found.sellerOrderId) : null;
  const goods = order?.returns.find((one) => one.id === id);
  return order && goods ? question(order.shopName, goods.reportedByName) : null;
}

/** Under the locks of its order and itself; its alert is resolved with the decision. */
async function lockWaiting(
  tx: Tx,
  id: string,
  not: string,
): Promise<LockedReturn | { kind: 'refused' | 'unknown'; says: string }> {
  await lockSellerOrderOfReturn(tx, id);
  const [found] = await rows(
    LockedReturn,
    tx.$queryRaw`SELECT state::text AS state, correlation FROM "return" WHERE id = ${id}::uuid FOR UPDATE`,
  );
  if (!found) return { kind: 'unknown', says: `${not}: ${DESK_REFUSAL_LABELS.unknown}.` };
  if (found.state !== 'waiting')
    return { kind: 'refused', says: `${not}: ${DESK_REFUSAL_LABELS.not_waiting}.` };
  await resolveAlert(tx, 'return_waiting', `return:${id}`);
  return found;
}

const changeTo = (after: ReturnState) => [{ field: 'state', before: 'waiting', after }];
