import { Prisma, type Sql } from '@hub/database';
import { inKeyOrder, verdictColumns, type LedgerDecision, type LedgerKey } from './ledger';

/*
 * The ledger for events that are handled in batches. A claim written first and completed at the end would write every
 * row twice, which at thousands of events a second is half of all that is written: these are looked up first, and
 * entered once, when they are decided.
 */

/**
 * Looks which events nobody has decided yet.
 * @returns for each key whether it is to be decided here; of a key given twice only the first is
 */
export async function findUndecided(tx: Sql, keys: readonly LedgerKey[]): Promise<boolean[]> {
  // A look-up by key for each event, whatever size the planner takes the table for.
  const rows = await tx.$queryRaw<{ shop_id: number; event_id: string }[]>(Prisma.sql`
    SELECT k.shop_id, k.event_id
    FROM unnest(${keys.map((k) => k.shopId)}::int[], ${keys.map((k) => k.eventId)}::text[]) AS k (shop_id, event_id)
    CROSS JOIN LATERAL (
      SELECT FROM event_ledger l WHERE l.shop_id = k.shop_id AND l.event_id = k.event_id LIMIT 1
    ) AS decided`);
  const taken = new Set(rows.map((row) => `${row.shop_id} ${row.event_id}`));
  return keys.map(({ shopId, eventId }) => {
    const key = `${shopId} ${eventId}`;
    const free = !taken.has(key);
    taken.add(key);
    return free;
  });
}

/**
 * Another delivery of the same event was decided between look and entry. The transaction is run again, and finds it:
 * the code is PostgreSQL's own for that.
 */
class DecidedMeanwhile extends Error {
  readonly code = '40001';

  constructor() {
    super('another delivery of an event was decided meanwhile');
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
  if (entered < rows.length) throw new DecidedMeanwhile();
}
