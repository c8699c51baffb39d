import { SHOWN_BY_ORDERS } from '@hub/alerts';
import { Prisma, type Database } from '@hub/database';
import { readRisks, type AtRisk } from './orders-at-risk';
import { riskRows, subjectOfFailedMessage } from './risk-rows';

/** An order that was too large is not stored: its alert is the only record of it. */
const KINDS = [...SHOWN_BY_ORDERS, 'order_too_large'];
const SHOWN = 20;

/** What of these alerts is still at risk: resolving one ends no problem. The one that has waited longest. */
export async function alertsStillAtRisk(
  db: Database,
  { ids, now }: { ids: readonly string[]; now: number },
): Promise<AtRisk[]> {
  return readRisks(
    db,
    Prisma.sql`
    SELECT r.* FROM (${await riskRows(db, { now })}) r WHERE r."atRisk" AND r.subject IN (
      SELECT a.subject FROM alert a WHERE a.id = ANY (${[...ids]}::uuid[]) AND a.kind = ANY (${KINDS}::text[])
        AND a.state <> 'resolved')
    ORDER BY r.since, r.part LIMIT ${SHOWN}`,
  );
}

/**
 * What of these failed messages is still at risk: discarding one ends no problem. The one that has waited longest.
 * @param asked.selectionId of a frozen set
 */
export async function failedMessagesStillAtRisk(
  db: Database,
  asked: { now: number } & ({ ids: readonly string[] } | { selectionId: string }),
): Promise<AtRisk[]> {
  const chosen =
    'ids' in asked
      ? Prisma.sql`d.id = ANY (${[...asked.ids]}::uuid[])`
      : Prisma.sql`d.id IN (SELECT unnest(ids) FROM dead_letter_selection WHERE id = ${asked.selectionId}::uuid)`;
  return readRisks(
    db,
    Prisma.sql`
    SELECT r.* FROM (${await riskRows(db, { now: asked.now })}) r WHERE r."atRisk" AND r.subject IN (
      SELECT ${subjectOfFailedMessage('d')} FROM dead_letter d WHERE ${chosen} AND d.state = 'open')
    ORDER BY r.since, r.part LIMIT ${SHOWN}`,
  );
}
