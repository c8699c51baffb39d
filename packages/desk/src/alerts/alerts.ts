import type { AlertState, Database, Prisma } from '@hub/database';
import { z } from 'zod';
import { within, type TimeOrder, type TimeSpan } from '../engine/by-time';

/** Filter of alerts, among others by when they were last raised; what is left out does not filter. */
export interface AlertFilter extends TimeSpan {
  shopId?: number | undefined;
  kind?: string | undefined;
  states?: readonly AlertState[] | undefined;
}

/** An alert with its shop and its order, if it has them: the selling shop's id of it, and the customer's own number. */
export interface AlertSummary {
  id: string;
  kind: string;
  subject: string;
  shop: string | null;
  shopName: string | null;
  sellerOrderId: string | null;
  orderId: string | null;
  orderNumber: string | null;
  message: string;
  detail: Prisma.JsonValue;
  state: AlertState;
  count: number;
  firstAt: Date;
  lastAt: Date;
  takenBy: string | null;
  resolvedAt: Date | null;
}

/** Where a list of alerts continues: after this one. */
export type AlertPlace = Pick<AlertSummary, 'lastAt' | 'id'>;

interface AlertListQuery {
  filter?: AlertFilter;
  /** By when they were last raised; undefined: the newest first. */
  sort?: TimeOrder | undefined;
  after?: AlertPlace | undefined;
  limit: number;
}

/** Alerts, the latest first unless asked otherwise. A page continues `after` the last one of the page before. */
export async function listAlerts(
  db: Database,
  { filter = {}, sort, after, limit }: AlertListQuery,
): Promise<AlertSummary[]> {
  const where = whereOf(filter);
  const direction = sort === 'oldest' ? 'asc' : 'desc';
  const goesOn = sort === 'oldest' ? isBefore : isAfter;
  const found = await db.alert.findMany({
    where: after ? { AND: [where, goesOn(after)] } : where,
    orderBy: [{ lastAt: direction }, { id: direction }],
    take: limit,
  });
  return withNames(db, found);
}

/** Those that match, the latest first. */
export async function listAlertsWhere(
  db: Database,
  where: Prisma.AlertWhereInput,
  limit: number,
): Promise<AlertSummary[]> {
  return withNames(
    db,
    await db.alert.findMany({ where, orderBy: [{ lastAt: 'desc' }, { id: 'desc' }], take: limit }),
  );
}

/** One alert. Null: there is none. */
export async function findAlert(db: Database, id: string): Promise<AlertSummary | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [alert] = await withNames(db, await db.alert.findMany({ where: { id } }));
  return alert ?? null;
}

/** How many alerts are in which state; the filter's own states do not count. */
export async function countAlerts(
  db: Database,
  { states: _states, ...filter }: AlertFilter,
): Promise<Record<AlertState, number>> {
  const found = await db.alert.groupBy({ by: ['state'], where: whereOf(filter), _count: { _all: true } });
  const of = (state: AlertState) => found.find((row) => row.state === state)?._count._all ?? 0;
  return { open: of('open'), taken: of('taken'), resolved: of('resolved') };
}

/** How many alerts are now before `place`, the top of a list that was shown: at most `limit` are counted. */
export async function countNewerAlerts(
  db: Database,
  query: { filter: AlertFilter; place: AlertPlace; limit: number },
): Promise<number> {
  const found = await db.alert.findMany({
    select: { id: true },
    where: { AND: [whereOf(query.filter), isBefore(query.place)] },
    take: query.limit,
  });
  return found.length;
}

function whereOf({ shopId, kind, states, ...span }: AlertFilter): Prisma.AlertWhereInput {
  const lastAt = within(span);
  return {
    ...(shopId === undefined ? {} : { shopId }),
    ...(kind === undefined ? {} : { kind }),
    ...(states === undefined ? {} : { state: { in: [...states] } }),
    ...(lastAt && { lastAt }),
  };
}

function isAfter({ lastAt, id }: AlertPlace): Prisma.AlertWhereInput {
  return { lastAt: { lte: lastAt }, OR: [{ lastAt: { lt: lastAt } }, { id: { lt: id } }] };
}

function isBefore({ lastAt, id }: AlertPlace): Prisma.AlertWhereInput {
  return { lastAt: { gte: lastAt }, OR: [{ lastAt: { gt: lastAt } }, { id: { gt: id } }] };
}

type AlertRow = Omit<AlertSummary, 'shop' | 'shopName' | 'orderId' | 'orderNumber'> & {
  shopId: number | null;
};

async function withNames(db: Database, found: readonly AlertRow[]): Promise<AlertSummary[]> {
  const [shops, orders] = await Promise.all([shopsOf(db, found), ordersOf(db, found)]);
  return found.map(({ shopId, ...row }) => {
    const shop = shops.get(shopId ?? 0);
    const order = orders.get(row.sellerOrderId ?? '');
    return {
      ...row,
      shop: shop?.slug ?? null,
      shopName: shop?.name ?? null,
      orderId: order?.orderId ?? null,
      orderNumber: order?.orderNumber ?? null,
    };
  });
}

async function shopsOf(db: Database, found: readonly { shopId: number | null }[]) {
  const ids = [...new Set(found.flatMap(({ shopId }) => shopId ?? []))];
  const shops = await db.shop.findMany({
    where: { id: { in: ids } },
    select: { id: true, slug: true, name: true },
  });
  return new Map(shops.map((shop) => [shop.id, shop]));
}

async function ordersOf(db: Database, found: readonly { sellerOrderId: string | null }[]) {
  const ids = [...new Set(found.flatMap(({ sellerOrderId }) => sellerOrderId ?? []))];
  const orders = await db.sellerOrder.findMany({
    where: { id: { in: ids } },
    select: { id: true, orderId: true, orderNumber: true },
  });
  return new Map(orders.map((order) => [order.id, order]));
}
