import { randomUUID } from 'node:crypto';
import { executeWithNext, Prisma, type Sql } from '@hub/database';
import type { Command } from '../message-map';

/** Transactions that wrote into the outbox: only after those the relay has work. */
const written = new WeakSet<Sql>();

/**
 * Writes a command into the outbox, in the transaction that decides it: it is published if and only if that commits.
 * @param correlation the id that links the store's event to everything it causes
 */
export async function enqueue<T extends object>(
  tx: Sql,
  command: Command<T>,
  message: { payload: NoInfer<T>; correlation: string },
): Promise<void> {
  await enqueueEach(tx, command, [message]);
}

/** The same for many payloads of one command, in one statement. */
export async function enqueueAll<T extends object>(
  tx: Sql,
  command: Command<T>,
  messages: { payloads: NoInfer<T>[]; correlation: string },
): Promise<void> {
  const { payloads, correlation } = messages;
  await enqueueEach(
    tx,
    command,
    payloads.map((payload) => ({ payload, correlation })),
  );
}

/** The same where each payload has its own correlation: for events of one batch. */
export async function enqueueEach<T extends object>(
  tx: Sql,
  command: Command<T>,
  messages: readonly { payload: NoInfer<T>; correlation: string }[],
): Promise<void> {
  if (messages.length === 0) return;
  noteOutboxWritten(tx);
  const ids = messages.map(() => randomUUID());
  const payloads = messages.map(({ payload }) => JSON.stringify(payload));
  const correlations = messages.map(({ correlation }) => correlation);
  await executeWithNext(
    tx,
    Prisma.sql`
    INSERT INTO outbox (message_id, type, payload, correlation)
    SELECT id, ${command.type}, payload, correlation
    FROM unnest(${ids}::uuid[], ${payloads}::jsonb[], ${correlations}::text[]) AS m (id, payload, correlation)`,
  );
}

/** A command to be written by a larger statement. */
export interface OutboxCommand {
  type: string;
  payload: object;
  correlation: string;
}

/** Checks a payload against its command. */
export function outboxCommand<T extends object>(
  { type }: Command<T>,
  message: { payload: NoInfer<T>; correlation: string },
): OutboxCommand {
  return { type, ...message };
}

/** The insert alone, as a part (`WITH … AS`) of a statement that writes all results of a transaction. */
export function insertCommands(tx: Sql, commands: readonly OutboxCommand[]): Prisma.Sql {
  if (commands.length > 0) noteOutboxWritten(tx);
  return Prisma.sql`
    INSERT INTO outbox (message_id, type, payload, correlation)
    SELECT gen_random_uuid(), type, payload, correlation
    FROM unnest(${commands.map(({ type }) => type)}::text[],
      ${commands.map(({ payload }) => JSON.stringify(payload))}::jsonb[],
      ${commands.map(({ correlation }) => correlation)}::text[]) AS m (type, payload, correlation)`;
}

/** Wakes the relay after this transaction's commit. */
export function noteOutboxWritten(tx: Sql): void {
  written.add(tx);
}

export function wroteOutbox(tx: Sql): boolean {
  return written.has(tx);
}
