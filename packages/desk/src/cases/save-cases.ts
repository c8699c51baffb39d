import { randomUUID } from 'node:crypto';
import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import type { Cause } from './case-cause';
import { addEntries, type NewEntry } from './case-entries';
import type { CaseChanges, NewItem } from './decide-cases';
import { ALERTS_OF_ORDERS } from './items-in-difficulty';

const IntoRow = z.object({ into: z.string() });
const LeftRow = z.object({ from: z.string(), into: z.string() });

interface Joining extends NewItem {
  caseId: string;
}

/** Writes the decided changes and their history: in as many statements for thousands of cases as for one. */
export async function saveCaseChanges(tx: Tx, changes: CaseChanges, now: number): Promise<void> {
  const at = new Date(now);
  const { ended, followed, merged, joined, closed, grown, woken } = changes;
  const opened = changes.opened.map((one) => ({ ...one, id: randomUUID() }));
  await endItems(tx, ended, at);
  await mergeCases(tx, merged, at);
  await followCauses(tx, followed);
  await openCases(tx, opened, at);
  const joining = [...opened, ...joined].flatMap(({ id, items }) =>
    items.map((item) => ({ ...item, caseId: id })),
  );
  const left = await joinCases(tx, joining);
  await tx.$executeRaw`UPDATE support_case SET closed_at = ${at} WHERE id = ANY (${closed}::uuid[])`;
  await tx.$executeRaw`
    UPDATE support_case SET reported_size = size, reported_at = ${at}
    WHERE id = ANY (${grown.map(({ id }) => id)}::uuid[])`;
  await tx.$executeRaw`UPDATE support_case SET snoozed_until = NULL WHERE id = ANY (${woken}::uuid[])`;
  const entry = (kind: NewEntry['kind']) => (caseId: string) => ({ caseId, at, kind });
  await addEntries(tx, [
    ...opened.map(({ id }) => id).map(entry('opened')),
    ...left.map(entry('followed')),
    ...merged.map(({ id, into }) => ({ ...entry('merged')(id), detail: { into } })),
    ...followed.map(({ id }) => id).map(entry('followed')),
    ...grown.map(({ id, more }) => ({ ...entry('grown')(id), detail: { more } })),
    ...woken.map(entry('woken')),
    ...closed.map(entry('closed')),
  ]);
}

/** Ends resolved items, and with them their alerts that an order's state covered. */
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

async function mergeCases(tx: Tx, merged: CaseChanges['merged'], at: Date): Promise<void> {
  if (merged.length === 0) return;
  const [from, to] = [merged.map(({ id }) => id), merged.map(({ into }) => into)];
  const moved = await rows(
    IntoRow,
    tx.$queryRaw`
    UPDATE support_case_item i SET case_id = m.target FROM unnest(${from}::uuid[], ${to}::uuid[]) AS m (id, target)
    WHERE i.case_id = m.id AND i.ended_at IS NULL RETURNING m.target AS "into"`,
  );
  await tx.$executeRaw`
    UPDATE support_case c SET closed_at = ${at}, merged_into = m.target
    FROM unnest(${from}::uuid[], ${to}::uuid[]) AS m (id, target) WHERE c.id = m.id`;
  await enlarge(
    tx,
    moved.map(({ into }) => into),
  );
}

/** Two of them may swap keys: no key exists twice at any moment. */
async function followCauses(tx: Tx, followed: CaseChanges['followed']): Promise<void> {
  if (followed.length === 0) return;
  const ids = followed.map(({ id }) => id);
  await tx.$executeRaw`UPDATE support_case SET key = 'moving|' || id WHERE id = ANY (${ids}::uuid[])`;
  const { kinds, shops, abouts, keys } = columnsOf(followed);
  await tx.$executeRaw`
    UPDATE support_case c SET cause_kind = n.kind, shop_id = n.shop_id, about = n.about, key = n.key
    FROM unnest(${ids}::uuid[], ${kinds}::text[], ${shops}::int[], ${abouts}::text[], ${keys}::text[])
      AS n (id, kind, shop_id, about, key)
    WHERE c.id = n.id`;
}

/** Without its items: they join it later. */
async function openCases(
  tx: Tx,
  opened: readonly (CaseChanges['opened'][number] & { id: string })[],
  at: Date,
): Promise<void> {
  if (opened.length === 0) return;
  const { kinds, shops, abouts, keys } = columnsOf(opened);
  await tx.$executeRaw`
    INSERT INTO support_case (id, cause_kind, shop_id, about, key, opened_at, size, reported_size, reported_at)
    SELECT n.id, n.kind, n.shop_id, n.about, n.key, ${at}, 0, n.reported_size, ${at}
    FROM unnest(${opened.map(({ id }) => id)}::uuid[], ${kinds}::text[], ${shops}::int[], ${abouts}::text[], ${keys}::text[],
      ${opened.map(({ items }) => items.length)}::int[]) AS n (id, kind, shop_id, about, key, reported_size)`;
}

function columnsOf(cases: readonly { cause: Cause; key: string }[]) {
  return {
    kinds: cases.map(({ cause }) => cause.kind),
    shops: cases.map(({ cause }) => cause.shopId),
    abouts: cases.map(({ cause }) => cause.about),
    keys: cases.map(({ key }) => key),
  };
}

/** @returns cases that an agent closed for another cause, and that an item left for the case of its new cause */
async function joinCases(tx: Tx, joining: readonly Joining[]): Promise<string[]> {
  if (joining.length === 0) return [];
  const [ids, items] = [joining.map(({ caseId }) => caseId), joining.map(({ item }) => item)];
  const left = await rows(
    LeftRow,
    tx.$queryRaw`
    UPDATE support_case_item i SET case_id = n.id
    FROM unnest(${ids}::uuid[], ${items}::text[]) AS n (id, item), support_case c
    WHERE i.item = n.item AND i.ended_at IS NULL AND c.id = i.case_id AND c.closed_at IS NOT NULL
    RETURNING c.id AS "from", n.id AS "into"`,
  );
  const added = await rows(
    IntoRow,
    tx.$queryRaw`
    INSERT INTO support_case_item (case_id, item, subjects, seller_order_id, shop_id, since)
    SELECT n.id, n.item, array_remove(ARRAY[n.subject], NULL), n.seller_order_id, n.shop_id, n.since FROM unnest(
      ${ids}::uuid[], ${items}::text[], ${joining.map(({ subject }) => subject)}::text[],
      ${joining.map(({ sellerOrderId }) => sellerOrderId)}::uuid[], ${joining.map(({ itemShopId }) => itemShopId)}::int[],
      ${joining.map(({ since }) => since)}::timestamptz[]) AS n (id, item, subject, seller_order_id, shop_id, since)
    ON CONFLICT (item) WHERE ended_at IS NULL DO NOTHING RETURNING case_id AS "into"`,
  );
  await enlarge(
    tx,
    [...left, ...added].map(({ into }) => into),
  );
  return [...new Set(left.map(({ from }) => from))];
}

/** Counts the items that joined cases. @param into the case of each */
async function enlarge(tx: Tx, into: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE support_case c SET size = c.size + n.more
    FROM (SELECT id, count(*)::int AS more FROM unnest(${[...into]}::uuid[]) AS id GROUP BY id) n WHERE c.id = n.id`;
}
