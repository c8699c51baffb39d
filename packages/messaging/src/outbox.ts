import { randomUUID } from 'node:crypto';
import { Prisma, type Tx } from '@hub/database';
import type { Command } from './message-map';

/**
 * Writes a command into the outbox, in the transaction that decides it: it is published if and only if that commits.
 * @param correlation the thread that leads from the store's event to everything it causes
 */
export async function enqueue<T extends object>(
  tx: Tx,
  command: Command<T>,
  message: { payload: NoInfer<T>; correlation: string },
): Promise<void> {
  await enqueueAll(tx, command, { payloads: [message.payload], correlation: message.correlation });
}

/** The same for many payloads of one command, in one statement. */
export async function enqueueAll<T extends object>(
  tx: Tx,
  command: Command<T>,
  messages: { payloads: NoInfer<T>[]; correlation: string },
): Promise<void> {
  if (messages.payloads.length === 0) return;
  const ids = messages.payloads.map(() => randomUUID());
  const payloads = messages.payloads.map((payload) => JSON.stringify(payload));
  await tx.$executeRaw(Prisma.sql`
    INSERT INTO outbox (message_id, type, payload, correlation)
    SELECT id, ${command.type}, payload, ${messages.correlation}
    FROM unnest(${ids}::uuid[], ${payloads}::jsonb[]) AS m (id, payload)`);
}
