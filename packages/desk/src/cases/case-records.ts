import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { itemsInDifficulty } from './items-in-difficulty';
import { Cause } from './case-cause';
import type { CaseFacts, NewItem } from './decide-cases';

/** The maximum of differences from the cases read at once. */
export const CASE_ITEMS_AT_ONCE = 5_000;

const OpenCaseRow = z.object({
  id: z.string(),
  key: z.string(),
  openedAt: z.date(),
  size: z.int(),
  reportedSize: z.int(),
  reportedAt: z.date(),
  snoozedUntil: z.date().nullable(),
  members: z.int(),
});
const AloneRow = z.object({ alone: z.boolean() });
const Item = z.object({ item: z.string(), caseId: z.string() });
const Found = Cause.extend({
  item: z.string(),
  subject: z.string().nullable(),
  sellerOrderId: z.string().nullable(),
  itemShopId: z.int().nullable(),
  since: z.date(),
  key: z.string(),
}).transform(({ kind, shopId, about, ...rest }) => ({ ...rest, cause: { kind, shopId, about } }));
const ChangeRow = z.discriminatedUnion('change', [
  z.object({ change: z.literal('fresh') }),
  z.object({ change: z.literal('ended'), ...Item.shape }),
  z.object({ change: z.literal('moved'), ...Item.shape, stays: z.boolean() }),
  z.object({ change: z.literal('stays') }),
]);
const RenamedRow = z.object({ renamed: z.literal(true), item: z.string(), subject: z.string() });

/**
 * One copy of the service at a time scans; the others try again later. Compiling the scan would take longer than
 * running it.
 */
export async function isAlone(tx: Tx): Promise<boolean> {
  const [lock] = await rows(
    AloneRow,
    tx.$queryRaw`
    SELECT pg_try_advisory_xact_lock(hashtextextended('support cases', 0)) AS alone,
      set_config('jit', 'off', true) AS settings`,
  );
  return lock?.alone ?? false;
}

/** Waits for a scan under way; none begins until the transaction ends. */
export async function waitForSweep(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('support cases', 0))`;
}

/** An item of a case that now has another subject too: it was given to another shop. */
type Renamed = z.output<typeof RenamedRow>;

/**
 * The open cases are locked before failing items are read: nothing joins a case that an agent closes at this moment,
 * and no agent's action on one is undone.
 */
export async function readCaseFacts(tx: Tx, now: number): Promise<CaseFacts & { renamed: Renamed[] }> {
  const open = await rows(
    OpenCaseRow,
    tx.$queryRaw`
    SELECT c.id, c.key, c.opened_at AS "openedAt", c.size, c.reported_size AS "reportedSize",
      c.reported_at AS "reportedAt", c.snoozed_until AS "snoozedUntil",
      (SELECT count(*)::int FROM support_case_item i WHERE i.case_id = c.id AND i.ended_at IS NULL) AS members
    FROM support_case c WHERE c.closed_at IS NULL ORDER BY c.id FOR NO KEY UPDATE OF c`,
  );
  return { open, ...(await readChanges(tx, now)) };
}

/** The differences from the cases: in one statement, so that an item that changes state is always seen in one of them. */
async function readChanges(tx: Tx, now: number): Promise<Omit<CaseFacts, 'open'> & { renamed: Renamed[] }> {
  const found = await rows(
    z.unknown(),
    tx.$queryRaw`
    WITH now_in AS MATERIALIZED (${await itemsInDifficulty(tx, now)}),
    member AS MATERIALIZED (
      SELECT i.item, i.case_id, i.subjects, c.key, c.closed_at IS NULL AS "isOpen"
      FROM support_case_item i JOIN support_case c ON c.id = i.case_id WHERE i.ended_at IS NULL),
    compared AS MATERIALIZED (
      SELECT m.case_id AS "caseId", coalesce(n.item, m.item) AS item, n.subject, n."sellerOrderId"::text,
        n."itemShopId", n.since, n.kind, n."shopId", n.about, n.key,
        CASE WHEN m.item IS NULL OR (NOT m."isOpen" AND n.opens AND n.key <> m.key) THEN 'fresh'
          WHEN n.item IS NULL THEN 'ended'
          WHEN m."isOpen" AND n.opens AND n.key <> m.key THEN 'moved' ELSE 'stays' END AS change,
        m.item IS NOT NULL AND n.subject IS NOT NULL AND NOT n.subject = ANY (m.subjects) AS renamed
      FROM now_in n FULL JOIN member m ON m.item = n.item
      WHERE m.item IS NOT NULL OR n.opens),
    staying AS (SELECT DISTINCT "caseId" FROM compared WHERE change = 'stays')
    SELECT c.*, s."caseId" IS NOT NULL AS stays FROM compared c LEFT JOIN staying s ON s."caseId" = c."caseId"
    WHERE c.change IN ('fresh', 'ended') OR c.renamed OR (c.change = 'moved' AND s."caseId" IS NULL)
    ORDER BY c.since, c.item LIMIT ${CASE_ITEMS_AT_ONCE}`,
  );
  const fresh: NewItem[] = [];
  const ended: CaseFacts['ended'][number][] = [];
  const moved: CaseFacts['moved'][number][] = [];
  for (const row of found) {
    const read = ChangeRow.parse(row);
    if (read.change === 'ended') ended.push({ item: read.item, caseId: read.caseId });
    else if (read.change === 'fresh') fresh.push(Found.parse(row));
    else if (read.change === 'moved' && !read.stays) moved.push({ caseId: read.caseId, ...Found.parse(row) });
  }
  return { fresh, ended, moved, renamed: found.flatMap((row) => RenamedRow.safeParse(row).data ?? []) };
}

/** Stores the further subjects of alerts and failed messages about items of a case. */
export async function addSubjects(tx: Tx, renamed: readonly Renamed[]): Promise<void> {
  if (renamed.length === 0) return;
  await tx.$executeRaw`
    UPDATE support_case_item i SET subjects = array_append(i.subjects, n.subject)
    FROM unnest(${renamed.map(({ item }) => item)}::text[], ${renamed.map(({ subject }) => subject)}::text[])
      AS n (item, subject)
    WHERE i.item = n.item AND i.ended_at IS NULL`;
}
