import { maskBody } from '@hub/contract';
import { randomUUID } from 'node:crypto';
import { inTransaction, rows, type Database, type Tx } from '@hub/database';
import { z } from 'zod';
import { spanText } from '../engine/by-time';
import { freezeDeadLetters, type DeadLetterFilter } from './find-dead-letters';

/** Failed messages as they were shown, kept for a day: what was viewed is what is replayed. */
export interface DeadLetterSelection {
  id: string;
  count: number;
}

const StoredSelection = z.object({
  /** The filter, as text. */
  filter: z.string(),
  createdBy: z.string(),
  createdAt: z.date(),
  id: z.string(),
  count: z.int(),
});
export type StoredSelection = z.output<typeof StoredSelection>;

/** Freezes those that match a filter now, or those chosen singly, so that a form need not carry their ids. */
export async function freezeSelection(
  db: Database,
  request: { actor: string } & ({ filter: DeadLetterFilter } | { ids: readonly string[] }),
): Promise<DeadLetterSelection> {
  const chosen =
    'ids' in request ? request.ids.filter((id) => isUuid(id)) : await freezeDeadLetters(db, request.filter);
  const ids = [...new Set(chosen)];
  const words = 'ids' in request ? 'chosen one by one' : await filterText(db, request.filter);
  const id = randomUUID();
  await inTransaction(
    db,
    (tx) => tx.$executeRaw`
    INSERT INTO dead_letter_selection (id, created_by, filter, ids)
    VALUES (${id}::uuid, ${request.actor}, ${words}, ${ids}::uuid[])`,
  );
  return { id, count: ids.length };
}

/** Null: there is none, or its day is over. */
export async function findSelection(db: Database | Tx, id: string): Promise<StoredSelection | null> {
  if (!isUuid(id)) return null;
  const [found] = await rows(
    StoredSelection,
    db.$queryRaw`
    SELECT id, cardinality(ids) AS count, filter, created_by AS "createdBy", created_at AS "createdAt"
    FROM dead_letter_selection WHERE id = ${id}::uuid`,
  );
  return found ?? null;
}

/** The ids of a selection, in order of first failure. Null: there is none. */
export async function readSelection(db: Database, id: string): Promise<string[] | null> {
  if (!isUuid(id)) return null;
  const found = await db.deadLetterSelection.findUnique({ where: { id }, select: { ids: true } });
  return found?.ids ?? null;
}

async function filterText(db: Database, filter: DeadLetterFilter): Promise<string> {
  const { shopId, type, origin, reason, states, text } = filter;
  const shop =
    shopId === undefined ? null : await db.shop.findUnique({ where: { id: shopId }, select: { slug: true } });
  const parts = [
    shopId === undefined ? null : `shop ${shop?.slug ?? shopId}`,
    type === undefined ? null : `type ${type}`,
    origin === undefined ? null : `queue ${origin}`,
    reason === undefined ? null : `reason ${reason}`,
    states === undefined ? null : states.join(' or '),
    text === undefined ? null : `about ${String(maskBody(text, 'value'))}`,
    ...spanText(filter),
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'all' : parts.join(', ');
}

function isUuid(id: string): boolean {
  return z.uuid().safeParse(id).success;
}
