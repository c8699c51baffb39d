import { firstOf, list, time } from '../engine/list';
import { BY_NUMBER } from '../engine/places';
import { choice, period, text } from '../engine/filters';
import { ACTION_LABELS, describeAction } from '../engine/action-names';
import { auditTrail, type AuditEntry } from './audit-trail';
import { changeText, detailText } from './audit-texts';
import { subjectLabel } from './subject-label';
import { rows, type Database } from '@hub/database';
import { z } from 'zod';

const OrderRow = z.object({ id: z.string(), name: z.string(), shopName: z.string() });
const ShopRow = z.object({ slug: z.string(), name: z.string() });
const ORDER = /^order:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const SHOP = /^shop:([^/]+)$/;

/** The labels of actions' subjects: orders by number, shops by name. By subject; others have none. */
async function nameSubjects(db: Database, subjects: readonly string[]): Promise<Map<string, string>> {
  const idsOf = (kind: RegExp) => [...new Set(subjects.flatMap((subject) => kind.exec(subject)?.[1] ?? []))];
  const orders = await rows(
    OrderRow,
    db.$queryRaw`
    SELECT o.id, coalesce(o.order_number, o.order_id) AS name, s.name AS "shopName"
    FROM seller_order o JOIN shop s ON s.id = o.shop_id WHERE o.id = ANY (${idsOf(ORDER)}::uuid[])`,
  );
  const shops = await rows(
    ShopRow,
    db.$queryRaw`SELECT slug, name FROM shop WHERE slug = ANY (${idsOf(SHOP)}::text[])`,
  );
  return new Map([
    ...orders.map(({ id, name, shopName }) => [`order:${id}`, `order ${name} of ${shopName}`] as const),
    ...shops.map(({ slug, name }) => [`shop:${slug}`, `shop ${name}`] as const),
  ]);
}

/** An entry, and the label of its subject if it has one. */
interface NamedEntry extends AuditEntry {
  called: string | undefined;
}

/** Who did what, and viewed what, and when. */
export const auditList = list<NamedEntry>()({
  path: '/audit',
  title: 'Audit',
  command: { name: 'audit.list', says: 'actions of support and views of personal data, the newest first' },
  section: 'audit',
  noun: 'entry',
  about:
    'Every action at this desk and at the command line, and every look at personal data. No one can change or delete any of it.',
  filters: {
    actor: text('Who, such as agent:ada', { says: 'who did it, such as agent:ada or cli:root' }),
    subject: text('To what, such as shop:nordic', {
      says: 'what it was done to, such as order:<id> or dead_letter:<id>',
    }),
    action: choice('What was done', ACTION_LABELS, 'what was done, such as order.reroute'),
    ...period(),
  },
  sorts: [],
  columns: [
    { name: 'When', head: true, cell: ({ at }) => at },
    {
      name: 'Who',
      cell: ({ actor }) => ({ text: actor, href: `/audit?${new URLSearchParams({ actor }).toString()}` }),
    },
    { name: 'What', cell: ({ action }) => describeAction(action) },
    {
      name: 'To what',
      cell({ subject, called }) {
        const { name, page, trail } = subjectLabel(subject, called);
        return {
          text: subject,
          shown: name,
          isReference: true,
          href: page,
          also: { href: trail, text: 'trail', label: `trail of ${name}: all that was done to it` },
        };
      },
    },
    { name: 'Change', cell: ({ changes }) => changeText(changes) },
    { name: 'Notes', cell: ({ detail }) => ({ text: detailText(detail), isReference: true }) },
  ],
  json: ({ called: _called, at, ...entry }) => ({ ...entry, at: time(at) }),
  place: BY_NUMBER,
  pageSize: 100,
  async read({ db }, { filter, after: before, limit }) {
    const found = await auditTrail(db, { ...filter, before, limit: limit + 1 });
    const { rows: entries, next } = firstOf(found, { limit, placeOf: ({ id }) => id });
    const names = await nameSubjects(
      db,
      entries.map(({ subject }) => subject),
    );
    return { rows: entries.map((entry) => ({ ...entry, called: names.get(entry.subject) })), next };
  },
});
