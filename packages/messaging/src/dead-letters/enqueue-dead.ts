import { randomUUID } from 'node:crypto';
import { Prisma, type Sql } from '@hub/database';
import { HEADER } from '../broker/delivery';
import { commandQueue, type Command } from '../message-map';
import { noteOutboxWritten } from '../outbox/outbox';
import { DEAD_LETTERS_QUEUE } from '../topology';

/** Work that failed permanently: the command that a replay sends to its owner's queue, and the reason. */
export interface DeadCommand<T> {
  payload: T;
  correlation: string;
  /** No personal data (D29). */
  reason: string;
}

/**
 * Writes failed messages of a command into the outbox, in the transaction that records the failure: support finds the
 * message if and only if that commits. Its replay goes to the command's queue.
 * @param now milliseconds since the epoch
 */
export async function enqueueDead<T extends object>(
  tx: Sql,
  command: Command<T>,
  dead: { messages: readonly DeadCommand<NoInfer<T>>[]; now: number },
): Promise<void> {
  const { messages } = dead;
  if (messages.length === 0) return;
  noteOutboxWritten(tx);
  const at = new Date(dead.now).toISOString();
  const headers = messages.map(({ reason }) =>
    JSON.stringify({
      [HEADER.origin]: commandQueue(command).name,
      [HEADER.attempts]: 1,
      [HEADER.reason]: reason,
      [HEADER.firstFailedAt]: at,
      [HEADER.lastFailedAt]: at,
    }),
  );
  await tx.$executeRaw(Prisma.sql`
    INSERT INTO outbox (message_id, type, payload, correlation, queue, headers)
    SELECT id, ${command.type}, payload, correlation, ${DEAD_LETTERS_QUEUE}, headers
    FROM unnest(${messages.map(() => randomUUID())}::uuid[],
      ${messages.map(({ payload }) => JSON.stringify(payload))}::jsonb[],
      ${messages.map(({ correlation }) => correlation)}::text[],
      ${headers}::jsonb[]) AS m (id, payload, correlation, headers)`);
}
