import { inTransaction, type Database, type Tx } from '@hub/database';
import { commandQueue, COMMANDS, enqueue, type Command } from '@hub/messaging';
import { recordActions } from '../actions/record-actions';
import { actOnBatch } from './act-on-dead-letters';
import type { ActionRefusal } from './decide-action';
import { commandIdentity } from './identity';

/** Work that was given up and can be resumed: by the id of its shipping order, package, return or stop. */
export interface ResumableWork {
  kind: 'placing' | 'tracking' | 'return' | 'stop';
  id: string;
}

export type ResumedWork =
  { kind: 'resumed' } | { kind: 'refused'; why: ActionRefusal | 'not_failed' | 'unknown' };

/**
 * Resumes work that was given up (D23): replays its failed message, so that the outcome is recorded there, or sends its
 * command again if there is none. Only work marked as failed is resumed; the workers' own claims ensure that it runs
 * once.
 */
export async function resumeWork(
  db: Database,
  request: { work: ResumableWork; actor: string },
): Promise<ResumedWork> {
  const { work, actor } = request;
  return inTransaction(db, async (tx) => {
    const found = await findFailed(tx, work);
    if (found.kind === 'refused') return found;
    const subject = `${work.kind}:${work.id}`;
    const failedMessage = await findDeadLetter(tx, found);
    if (failedMessage?.state === 'replaying') return { kind: 'refused', why: 'replay_pending' };
    await recordActions(tx, { actor, action: 'work.resume', subjects: [subject] });
    if (failedMessage?.state !== 'open') await found.send(tx);
    else
      await actOnBatch(tx, {
        action: 'replay',
        ids: [failedMessage.id],
        actor,
        note: `resumes ${work.kind}`,
      });
    return { kind: 'resumed' };
  });
}

/** The owner of one of our references: the `external_ref` of a POST /orders, PUT tracking, POST /returns or POST /cancel. */
export async function findWork(db: Database, reference: string): Promise<ResumableWork | null> {
  const [placing, tracking, registration, stop] = await Promise.all([
    db.shippingOrder.findUnique({ where: { externalRef: reference }, select: { id: true } }),
    db.package.findUnique({ where: { reference }, select: { id: true } }),
    db.return.findUnique({ where: { reference }, select: { id: true } }),
    db.shippingOrderStop.findUnique({ where: { reference }, select: { id: true } }),
  ]);
  if (placing) return { kind: 'placing', id: placing.id };
  if (tracking) return { kind: 'tracking', id: tracking.id };
  if (registration) return { kind: 'return', id: registration.id };
  return stop && { kind: 'stop', id: stop.id };
}

interface FailedWork {
  kind: 'failed';
  origin: string;
  identity: string;
  send(tx: Tx): Promise<void>;
}
type Found = FailedWork | Extract<ResumedWork, { kind: 'refused' }>;

async function findFailed(tx: Tx, { kind, id }: ResumableWork): Promise<Found> {
  switch (kind) {
    case 'placing': {
      const row = await tx.shippingOrder.findUnique({ where: { id }, include: { order: true } });
      // What has ended is never sent again, though placing it was given up once (D18).
      const failed = row && row.state !== 'stopped' && (row.failedAt !== null || row.state === 'refused');
      const of = row && { failed: failed ?? false, correlation: row.order.correlation };
      return workOf(COMMANDS.placeShippingOrder, { shippingOrderId: id }, of);
    }
    case 'tracking':
      return workOf(
        COMMANDS.deliverTracking,
        { packageId: id },
        stateOf(await tx.package.findUnique({ where: { id } })),
      );
    case 'return':
      return workOf(
        COMMANDS.registerReturn,
        { returnId: id },
        stateOf(await tx.return.findUnique({ where: { id } })),
      );
    case 'stop': {
      const row = await tx.shippingOrderStop.findUnique({ where: { id }, include: { cancellation: true } });
      const of = row && { failed: row.state === 'failed', correlation: row.cancellation.correlation };
      return workOf(COMMANDS.stopShippingOrder, { stopId: id }, of);
    }
  }
}

function stateOf(row: { state: string; correlation: string } | null) {
  return row && { failed: row.state === 'failed', correlation: row.correlation };
}

function workOf<T extends object>(
  command: Command<T>,
  payload: NoInfer<T>,
  row: { failed: boolean; correlation: string } | null,
): Found {
  if (!row) return { kind: 'refused', why: 'unknown' };
  if (!row.failed) return { kind: 'refused', why: 'not_failed' };
  return {
    kind: 'failed',
    origin: commandQueue(command).name,
    identity: commandIdentity(command, payload),
    send: (tx) => enqueue(tx, command, { payload, correlation: row.correlation }),
  };
}

async function findDeadLetter(tx: Tx, { origin, identity }: FailedWork) {
  return tx.deadLetter.findUnique({
    where: { origin_identity: { origin, identity } },
    select: { id: true, state: true },
  });
}
