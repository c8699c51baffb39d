import { Prisma, type Database } from '@hub/database';
import { findArticles, type FoundArticle } from './find-articles';
import { listFound, uuidOrNull, type FoundOrder } from './find-orders';
import { beginsWith, keyOf, searchKey, SHORTEST_BEGINNING } from './search-key';

/** The result of a search: orders and, if none has this exact name, articles that orders may contain. */
export interface Found {
  orders: FoundOrder[];
  /** Whether the query is only a prefix of their names. */
  begins: boolean;
  articles: FoundArticle[];
}

const OF_ONE_KIND = 50;
/** The orders found. */
type FoundByName = Pick<Found, 'orders' | 'begins'>;
const NONE: FoundByName = { orders: [], begins: false };

/**
 * Orders by the identifiers that people have, in any spelling: case, blanks, dashes and `#` do not matter. Shops' names
 * and ours (order, number, shipping order, tracking, references, returns) come first, then those of a shop that the text
 * names too, then ids of lines, then prefixes of names. Personal data is not searched. The newest first, at most 50.
 */
async function searchOrderNames(db: Database, text: string): Promise<FoundByName> {
  const named = await findOrdersAlike(db, text);
  if (named.length > 0) return { ...NONE, orders: named };
  const ofShop = await findOrdersOfShop(db, text);
  if (ofShop.length > 0) return { ...NONE, orders: ofShop };
  const key = searchKey(text);
  if (key === '' || text.includes('\0')) return NONE;
  const byLine = await listFound(db, byLineId(key));
  if (byLine.length > 0) return { ...NONE, orders: byLine };
  const begun = key.length < SHORTEST_BEGINNING ? [] : await listFound(db, byBeginning(key));
  return { orders: begun, begins: begun.length > 0 };
}

/** The same and, if no order has this exact name, articles by GTIN or by words of their title. */
export async function searchOrders(db: Database, text: string): Promise<Found> {
  const found = await searchOrderNames(db, text);
  const others = (found.orders.length === 0 || found.begins) && !text.includes('\0');
  return { ...found, articles: others ? await findArticles(db, text.trim()) : [] };
}

/** Orders of this name, in any spelling: as the search, but neither by lines nor by prefixes. */
export async function findOrdersAlike(db: Database, text: string): Promise<FoundOrder[]> {
  const sought = text.trim();
  const key = searchKey(sought);
  return key === '' || sought.includes('\0') ? [] : listFound(db, byName(sought, key));
}

/** Orders of a shop and a name, in either order, such as `friluft 1001`. */
async function findOrdersOfShop(db: Database, text: string): Promise<FoundOrder[]> {
  const words = text.trim().split(/\s+/);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (words.length < 2 || text.includes('\0')) return [];
  const splits = [
    { shop: words.slice(0, -1).join(''), name: last },
    { shop: words.slice(1).join(''), name: first },
  ];
  const hits = splits.map(({ shop, name }) => {
    const of = `%${searchKey(shop).replaceAll(/[\\%_]/g, '\\$&')}%`;
    return Prisma.sql`
      SELECT named.id, named.shipping_shop_id FROM (${byName(name, searchKey(name))}) named
      JOIN seller_order own ON own.id = named.id
      JOIN shop ON shop.id IN (own.shop_id, named.shipping_shop_id)
      WHERE ${keyOf('shop.name')} LIKE ${of} OR ${keyOf('shop.slug')} LIKE ${of}`;
  });
  return listFound(db, Prisma.join(hits, ' UNION '));
}

/** Our own references have one spelling: lower case, without blanks. */
function byName(sought: string, key: string): Prisma.Sql {
  const references = [sought, sought.replaceAll(' ', '').toLowerCase()];
  const is = (column: string) => Prisma.sql`${keyOf(column)} = ${key}`;
  const isReference = (column: string) => Prisma.sql`${Prisma.raw(column)} = ANY (${references}::text[])`;
  return Prisma.sql`
    SELECT id, NULL::int AS shipping_shop_id FROM seller_order WHERE ${is('order_id')}
    UNION
    SELECT id, NULL::int FROM seller_order WHERE order_number IS NOT NULL AND ${is('order_number')}
    UNION
    SELECT seller_order_id, shop_id FROM shipping_order WHERE store_order_id IS NOT NULL AND ${is('store_order_id')}
    UNION
    SELECT seller_order_id, shop_id FROM shipping_order WHERE ${isReference('external_ref')}
    UNION
    SELECT s.seller_order_id, s.shop_id FROM shipping_order_line l JOIN shipping_order s ON s.id = l.shipping_order_id
    WHERE ${isReference('l.external_ref')}
    UNION
    SELECT s.seller_order_id, s.shop_id FROM package p JOIN shipping_order s ON s.id = p.shipping_order_id
    WHERE ${is('p.tracking_number')}
    UNION
    SELECT s.seller_order_id, s.shop_id FROM package_correction c JOIN package p ON p.id = c.package_id
    JOIN shipping_order s ON s.id = p.shipping_order_id
    WHERE ${is('c.tracking_number')}
    UNION
    SELECT s.seller_order_id, s.shop_id FROM package_correction c JOIN package p ON p.id = c.package_id
    JOIN shipping_order s ON s.id = p.shipping_order_id
    WHERE ${isReference('c.reference')}
    UNION
    SELECT s.seller_order_id, s.shop_id FROM package p JOIN shipping_order s ON s.id = p.shipping_order_id
    WHERE ${isReference('p.reference')}
    UNION
    SELECT s.seller_order_id, s.shop_id FROM shipping_order_stop t JOIN shipping_order s ON s.id = t.shipping_order_id
    WHERE ${isReference('t.reference')}
    UNION
    SELECT r.seller_order_id, NULL FROM "return" r
    WHERE (r.store_return_id IS NOT NULL AND ${is('r.store_return_id')}) OR ${isReference('r.reference')}
      OR r.id = ${uuidOrNull(sought)}::uuid`;
}

function byLineId(key: string): Prisma.Sql {
  return Prisma.sql`
    SELECT l.seller_order_id AS id, NULL::int AS shipping_shop_id FROM order_line l
    WHERE ${keyOf('l.line_item_id')} = ${key} LIMIT ${OF_ONE_KIND}`;
}

function byBeginning(key: string): Prisma.Sql {
  return Prisma.sql`
    (SELECT id, NULL::int AS shipping_shop_id FROM seller_order WHERE ${beginsWith('order_id', key)} LIMIT ${OF_ONE_KIND})
    UNION
    (SELECT id, NULL::int FROM seller_order
      WHERE order_number IS NOT NULL AND ${beginsWith('order_number', key)} LIMIT ${OF_ONE_KIND})
    UNION
    (SELECT seller_order_id, shop_id FROM shipping_order
      WHERE store_order_id IS NOT NULL AND ${beginsWith('store_order_id', key)} LIMIT ${OF_ONE_KIND})
    UNION
    (SELECT s.seller_order_id, s.shop_id FROM package p JOIN shipping_order s ON s.id = p.shipping_order_id
      WHERE ${beginsWith('p.tracking_number', key)} LIMIT ${OF_ONE_KIND})
    UNION
    (SELECT s.seller_order_id, s.shop_id FROM package_correction c JOIN package p ON p.id = c.package_id
      JOIN shipping_order s ON s.id = p.shipping_order_id
      WHERE ${beginsWith('c.tracking_number', key)} LIMIT ${OF_ONE_KIND})
    UNION
    (SELECT l.seller_order_id, NULL FROM order_line l WHERE ${beginsWith('l.line_item_id', key)} LIMIT ${OF_ONE_KIND})`;
}
