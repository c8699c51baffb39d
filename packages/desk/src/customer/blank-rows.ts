import { PERSONAL_COLUMNS, Prisma, type Tx } from '@hub/database';

type PersonalColumn = (typeof PERSONAL_COLUMNS)[number];
/** Tables that hold personal data. */
export type PersonalTable = PersonalColumn['table'];

/** Where a table records that its rows were blanked. */
const NOTED: Partial<Record<PersonalTable, readonly string[]>> = {
  seller_order: ['blanked_at', 'derived_blanked_at'],
  return: ['blanked_at'],
};

/**
 * How rows of each table belong to seller orders: the compiler requires an entry for each new table with personal
 * columns.
 */
const OF_ORDERS: Record<PersonalTable, (ids: readonly string[]) => Prisma.Sql> = {
  seller_order: (ids) => Prisma.sql`t.id = ANY (${[...ids]}::uuid[])`,
  shipping_order: ofSellerOrders,
  routing_decision: ofSellerOrders,
  routing_lab_line: ofSellerOrders,
  return: ofSellerOrders,
  return_line: (ids) =>
    Prisma.sql`t.return_id IN (SELECT id FROM "return" WHERE seller_order_id = ANY (${[...ids]}::uuid[]))`,
  cancellation: ofSellerOrders,
  cancellation_marker: (ids) => Prisma.sql`(t.shop_id, t.order_id) IN (${namesOfOrders(ids)})`,
  sent_event: (ids) => Prisma.sql`(t.shop_id, t.about) IN (${namesOfOrders(ids)})`,
  store_call: ofSellerOrders,
};

/** The order ids of the selling shop and of the shipping shops. */
export function namesOfOrders(ids: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    SELECT shop_id, order_id FROM seller_order WHERE id = ANY (${[...ids]}::uuid[])
    UNION SELECT shop_id, store_order_id FROM shipping_order WHERE seller_order_id = ANY (${[...ids]}::uuid[])
    UNION SELECT a.shop_id, a.order_id FROM shipping_order_alias a JOIN shipping_order s ON s.id = a.shipping_order_id
      WHERE s.seller_order_id = ANY (${[...ids]}::uuid[])`;
}

function ofSellerOrders(ids: readonly string[]): Prisma.Sql {
  return Prisma.sql`t.seller_order_id = ANY (${[...ids]}::uuid[])`;
}

/** Blanks the personal columns of rows that expire (D30). @param which condition on `t` */
export function blankByAge(tx: Tx, table: PersonalTable, which: Prisma.Sql): Promise<number> {
  return blank(
    tx,
    { table, which },
    columnsOf(table).filter(({ blanked }) => blanked === 'age'),
  );
}

/** Blanks every personal column of these orders and of their rows in all tables, at the customer's request. */
export async function blankOnRequest(tx: Tx, sellerOrderIds: readonly string[]): Promise<void> {
  for (const table of new Set(PERSONAL_COLUMNS.map((column) => column.table)))
    await blank(tx, { table, which: OF_ORDERS[table](sellerOrderIds) }, columnsOf(table));
}

/** Blanks what is derived from the personal data of orders (D29); by itself where an earlier release left it. */
export async function blankDerived(tx: Tx, sellerOrderIds: readonly string[]): Promise<void> {
  const which = ofSellerOrders(sellerOrderIds);
  for (const table of ['routing_decision', 'routing_lab_line'] as const) await blankByAge(tx, table, which);
}

async function blank(
  tx: Tx,
  { table, which }: { table: PersonalTable; which: Prisma.Sql },
  columns: readonly PersonalColumn[],
): Promise<number> {
  if (columns.length === 0) return 0;
  const noted = (NOTED[table] ?? []).map((column) => Prisma.sql`${name(column)} = now()`);
  const blanked = columns.map((column) => Prisma.sql`${name(column.column)} = ${whatIsLeft(column)}`);
  return tx.$executeRaw`UPDATE ${name(table)} t SET ${Prisma.join([...blanked, ...noted])} WHERE ${which}`;
}

/** Of a document only the key that is kept, such as the country of an address. */
function whatIsLeft({ column, at, keeps, each }: PersonalColumn): Prisma.Sql {
  const value = Prisma.sql`t.${name(column)}`;
  if (each !== null) return withoutEach(value, each);
  if (keeps === null) return Prisma.sql`NULL`;
  const kept = Prisma.sql`jsonb_build_object(${keeps}::text, ${at === null ? value : Prisma.sql`${value} -> ${at}::text`} -> ${keeps}::text)`;
  if (at === null) return Prisma.sql`CASE WHEN ${value} IS NOT NULL THEN ${kept} END`;
  return Prisma.sql`CASE WHEN ${value} ? ${at}::text THEN jsonb_set(${value}, ARRAY[${at}::text], ${kept}) ELSE ${value} END`;
}

/** As text: a quote within a string is escaped there, so that only a key is found. */
function withoutEach(document: Prisma.Sql, key: string): Prisma.Sql {
  const [found, left] = [`"${key}": -?[0-9][0-9.eE+-]*`, `"${key}": null`];
  return Prisma.sql`regexp_replace(${document}::text, ${found}::text, ${left}::text, 'g')::jsonb`;
}

function columnsOf(table: PersonalTable): PersonalColumn[] {
  return PERSONAL_COLUMNS.filter((column) => column.table === table);
}

function name(identifier: string): Prisma.Sql {
  return Prisma.raw(`"${identifier}"`);
}
