import { Prisma, type Sql } from '@hub/database';
import { inKeyOrder, verdictColumns, type LedgerDecision, type LedgerKey } from './ledger';

/*
 * The ledger for events that are handled in batches. A claim written first and completed at the end would write every
 * row twice, which at thousands of events a second is half of all that is written: events are decided first and entered
 * once. Hardly one of them was decided before, so they are looked up only where the entry told that one was.
 */

/** @returns for each key whether it is to be decided here: of a key given twice only the first is */
export function firstOfEach(keys: readonly LedgerKey[], taken: Iterable<string> = []): boolean[] {
  const seen = new Set(taken);
  return keys.map((key) => {
    const isFirst = !seen.has(keyText(key));
    seen.add(keyText(key));
    return isFirst;
  });
}

/**
 * Looks which events nobody has decided yet.
 * @returns for each key whether it is to be decided here
 */
export async function findUndecided(tx: Sql, keys: readonly LedgerKey[]): Promise<boolean[]> {
  const decided = await tx.$queryRaw<{ shopId: number; eventId: string }[]>(Prisma.sql`
    SELECT l.shop_id AS "shopId", l.event_id AS "eventId" FROM event_ledger l
    JOIN unnest(${keys.map((k) => k.shopId)}::int[], ${keys.map((k) => k.eventId)}::text[])
      AS k (shop_id, event_id) ON l.shop_id = k.shop_id AND l.event_id = k.event_id`);
  return firstOfEach(keys, decided.map(keyText));
}

function keyText({ shopId, eventId }: { shopId: number; eventId: string }): string {
  return `${shopId} ${eventId}`;
}

/**
 * An event was decided before, or by another delivery meanwhile. The transaction is run again, and finds it: the code is
 * PostgreSQL's own for that.
 */
export class DecidedBefore extends Error {
  readonly code = '40001';

  constructor() {
    super('an event was decided before');
  }
}

/** Enters decided events with their verdicts, `4xx` included (D6). */
export async function enterVerdicts(
  tx: Sql,
  decisions: readonly (LedgerDecision & { key: LedgerKey })[],
): Promise<void> {
  if (decisions.length === 0) return;
  const rows = inKeyOrder(decisions, ({ key }) => key).map(({ key, subject, verdict }) => ({
    ...key,
    subject,
    ...verdictColumns(verdict),
  }));
  const entered = await tx.$executeRaw(Prisma.sql`
    INSERT INTO event_ledger
      (shop_id, event_id, event, body_sha256, subject, status, outcome, code, field, message, decided_at)
    SELECT d.*, now()
    FROM unnest(${rows.map((r) => r.shopId)}::int[], ${rows.map((r) => r.eventId)}::text[],
      ${rows.map((r) => r.event)}::text[], ${rows.map((r) => `\\x${r.bodySha256.toString('hex')}`)}::bytea[],
      ${rows.map((r) => r.subject)}::text[], ${rows.map((r) => r.status)}::smallint[],
      ${rows.map((r) => r.outcome)}::text[], ${rows.map((r) => r.code)}::text[],
      ${rows.map((r) => r.field)}::text[], ${rows.map((r) => r.message)}::text[]) AS d
    ON CONFLICT DO NOTHING`);
  if (entered < rows.length) throw new DecidedBefore();
}
