import { rows, type Database } from '@hub/database';
import { z } from 'zod';

const OrderRow = z.object({ id: z.string(), name: z.string(), shopName: z.string() });
const ShopRow = z.object({ slug: z.string(), name: z.string() });
const ORDER = /^order:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const SHOP = /^shop:([^/]+)$/;

/** The labels of actions' subjects: orders by number, shops by name. By subject; others have none. */
export async function nameSubjects(db: Database, subjects: readonly string[]): Promise<Map<string, string>> {
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
