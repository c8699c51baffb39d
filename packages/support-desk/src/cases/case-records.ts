import { randomUUID } from 'node:crypto';
import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { ALERTS_OF_ORDERS, itemsInDifficulty } from './items-in-difficulty';
import { Cause } from './case-cause';
import type { CaseChanges, CaseFacts, NewItem } from './decide-cases';
import { addEntries } from './case-entries';

/** Of what differs from the cases so much is looked at in one go. */
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

/** One copy of the service at a time looks; the others come again. Compiling the look would take longer than it does. */
export async function isAlone(tx: Tx): Promise<boolean> {
  const [lock] = await rows(
    AloneRow,
    tx.$queryRaw`
    SELECT pg_try_advisory_xact_lock(hashtextextended('support cases', 0)) AS alone,
      set_config('jit', 'off', true) AS settings`,
  );
  return lock?.alone ?? false;
}

/** Something in a case that goes by another subject too by now: it was given to another shop. */
type Renamed = z.output<typeof RenamedRow>;

export async function readCaseFacts(tx: Tx, now: number): Promise<CaseFacts & { renamed: Renamed[] }> {
  const open = await rows(
    OpenCaseRow,
    tx.$queryRaw`
    SELECT c.id, c.key, c.opened_at AS "openedAt", c.size, c.reported_size AS "reportedSize",
      c.reported_at AS "reportedAt", c.snoozed_until AS "snoozedUntil",
      (SELECT count(*)::int FROM support_case_item i WHERE i.case_id = c.id AND i.ended_at IS NULL) AS members
    FROM support_case c WHERE c.closed_at IS NULL`,
  );
  return { open, ...(await readChanges(tx, now)) };
}

/** What differs from the cases: in one statement, so that what moves from one state to another is never seen in neither. */
async function readChanges(tx: Tx, now: number): Promise<Omit<CaseFacts, 'open'> & { renamed: Renamed[] }> {
  const found = await rows(
    z.unknown(),
    tx.$queryRaw`
    WITH now_in AS MATERIALIZED (${itemsInDifficulty(now)}),
    member AS MATERIALIZED (
      SELECT i.item, i.case_id, i.subjects, c.key, c.closed_at IS NULL AS "isOpen"
      FROM support_case_item i JOIN support_case c ON c.id = i.case_id WHERE i.ended_at IS NULL),
    compared AS MATERIALIZED (
      SELECT m.case_id AS "caseId", coalesce(n.item, m.item) AS item, n.subject, n."sellerOrderId"::text,
        n."itemShopId", n.since, n.kind, n."shopId", n.about, n.key,
        CASE WHEN m.item IS NULL THEN 'fresh' WHEN n.item IS NULL THEN 'ended'
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

/** Keeps by which subjects more alerts and failed messages go that are about what is in a case. */
export async function addSubjects(tx: Tx, renamed: readonly Renamed[]): Promise<void> {
  if (renamed.length === 0) return;
  await tx.$executeRaw`
    UPDATE support_case_item i SET subjects = array_append(i.subjects, n.subject)
    FROM unnest(${renamed.map(({ item }) => item)}::text[], ${renamed.map(({ subject }) => subject)}::text[])
      AS n (item, subject)
    WHERE i.item = n.item AND i.ended_at IS NULL`;
}

/** Writes what was decided, and the history of it. */
export async function saveCaseChanges(tx: Tx, changes: CaseChanges, now: number): Promise<void> {
  const at = new Date(now);
  await endItems(tx, changes.ended, at);
  for (const { id, into } of changes.merged) await mergeCase(tx, { id, into, at });
  // Two of them may change places: no key is there twice at any moment.
  for (const { id } of changes.followed)
    await tx.supportCase.update({ where: { id }, data: { key: `moving|${id}` } });
  for (const { id, cause, key } of changes.followed)
    await tx.supportCase.update({ where: { id }, data: { ...causeColumns(cause), key } });
  for (const one of changes.opened) await openCase(tx, one, at);
  for (const { id, items } of changes.joined) await joinCase(tx, id, items);
  await tx.supportCase.updateMany({ where: { id: { in: changes.closed } }, data: { closedAt: at } });
  for (const { id } of changes.grown)
    await tx.$executeRaw`UPDATE support_case SET reported_size = size, reported_at = ${at} WHERE id = ${id}::uuid`;
  await tx.supportCase.updateMany({ where: { id: { in: changes.woken } }, data: { snoozedUntil: null } });
  await addEntries(tx, [
    ...changes.merged.map(({ id, into }) => ({ caseId: id, at, kind: 'merged' as const, detail: { into } })),
    ...changes.followed.map(({ id }) => ({ caseId: id, at, kind: 'followed' as const })),
    ...changes.grown.map(({ id, more }) => ({ caseId: id, at, kind: 'grown' as const, detail: { more } })),
    ...changes.woken.map((id) => ({ caseId: id, at, kind: 'woken' as const })),
    ...changes.closed.map((id) => ({ caseId: id, at, kind: 'closed' as const })),
  ]);
}

const causeColumns = ({ kind, shopId, about }: Cause) => ({ causeKind: kind, shopId, about });

async function openCase(
  tx: Tx,
  { cause, key, items }: CaseChanges['opened'][number],
  at: Date,
): Promise<void> {
  const id = randomUUID();
  const size = items.length;
  await tx.supportCase.create({
    data: { id, ...causeColumns(cause), key, openedAt: at, size: 0, reportedSize: size, reportedAt: at },
  });
  await joinCase(tx, id, items);
  await addEntries(tx, [{ caseId: id, at, kind: 'opened' }]);
}

async function joinCase(tx: Tx, id: string, items: readonly NewItem[]): Promise<void> {
  const added = await tx.$executeRaw`
    INSERT INTO support_case_item (case_id, item, subjects, seller_order_id, shop_id, since)
    SELECT ${id}::uuid, n.item, array_remove(ARRAY[n.subject], NULL), n.seller_order_id, n.shop_id, n.since FROM unnest(
      ${items.map(({ item }) => item)}::text[], ${items.map(({ subject }) => subject)}::text[],
      ${items.map(({ sellerOrderId }) => sellerOrderId)}::uuid[], ${items.map(({ itemShopId }) => itemShopId)}::int[],
      ${items.map(({ since }) => since)}::timestamptz[]) AS n (item, subject, seller_order_id, shop_id, since)
    ON CONFLICT (item) WHERE ended_at IS NULL DO NOTHING`;
  await tx.supportCase.update({ where: { id }, data: { size: { increment: added } } });
}

async function mergeCase(tx: Tx, { id, into, at }: { id: string; into: string; at: Date }): Promise<void> {
  const moved = await tx.supportCaseItem.updateMany({
    where: { caseId: id, endedAt: null },
    data: { caseId: into },
  });
  await tx.supportCase.update({ where: { id }, data: { closedAt: at, mergedInto: into } });
  await tx.supportCase.update({ where: { id: into }, data: { size: { increment: moved.count } } });
}

/** Ends what is well, and with it alerts about it that an order's state stood behind. */
async function endItems(tx: Tx, ended: CaseChanges['ended'], at: Date): Promise<void> {
  if (ended.length === 0) return;
  const items = ended.map(({ item }) => item);
  await tx.$executeRaw`
    UPDATE support_case_item SET ended_at = ${at} WHERE item = ANY (${items}::text[]) AND ended_at IS NULL`;
  await tx.$executeRaw`
    UPDATE alert a SET state = 'resolved', resolved_at = ${at}
    WHERE a.state <> 'resolved' AND a.kind = ANY (${[...ALERTS_OF_ORDERS]}::text[])
      AND a.subject IN (
        SELECT unnest(i.subjects) FROM support_case_item i WHERE i.item = ANY (${items}::text[]) AND i.ended_at = ${at})
      AND NOT a.subject IN (SELECT unnest(i.subjects) FROM support_case_item i WHERE i.ended_at IS NULL)`;
}
