import type { Database, Prisma, Tx } from '@hub/database';
import { toShipBy, type ShipTerms } from '@hub/orders/placements';
import { hasItsLines } from '@hub/orders/states';
import { maskShippingOrder } from '@hub/shops';
import { orderStateOf, wordsOf } from './order-state';
import type { OrderSummary, OrderView } from './order-view';
import { readStops, type FoundStop } from './read-stops';

const PAGE = 100;

const LINES = { orderBy: { position: 'asc' } } as const;
const OF_LIST = {
  id: true,
  externalRef: true,
  storeOrderId: true,
  state: true,
  stopRequestedAt: true,
  firstSentAt: true,
  createdAt: true,
  placedAt: true,
  promisedBy: true,
  remindedAt: true,
  restStatedAt: true,
  packedAt: true,
  lines: { ...LINES, select: { quantity: true, packaged: true, restEndedAt: true } },
  order: { select: { currency: true } },
} as const satisfies Prisma.ShippingOrderSelect;
type ListRow = Prisma.ShippingOrderGetPayload<{ select: typeof OF_LIST }>;

/**
 * Shipping orders that wait for their shop: to be shipped, to be stopped, or that it refused or never confirmed. The
 * oldest first; a page continues `after` a reference. Unsent ones are left out: the shop knows nothing of them yet.
 */
export async function listWaitingOrders(
  db: Database,
  of: { shopId: number; after?: string | undefined },
): Promise<{ orders: OrderSummary[]; next: string | null }> {
  const { shopId, after } = of;
  const place =
    after === undefined
      ? null
      : await db.shippingOrder.findFirst({ where: { shopId, externalRef: after }, select: { id: true } });
  const rows = await db.shippingOrder.findMany({
    where: { shopId, OR: waiting(db) },
    select: OF_LIST,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: PAGE + 1,
    ...(place === null ? {} : { cursor: place, skip: 1 }),
  });
  const page = rows.slice(0, PAGE);
  const next = rows.length > PAGE ? (page.at(-1)?.externalRef ?? null) : null;
  const terms = await readShipTerms(db, shopId);
  const stops = await readStops(db, { shopId, orders: page });
  return { orders: page.flatMap((row) => summaryOf(row, { terms, stop: stops.get(row.id) }) ?? []), next };
}

/** Orders to ship: placed, with pieces in no package, not to be stopped and not declined. The oldest first, `limit` at most. @returns more: whether there may be others */
export async function listToShip(
  db: Database,
  of: { shopId: number; limit: number },
): Promise<{ orders: (OrderSummary & { id: string; customer_revealable: boolean })[]; more: boolean }> {
  const { shopId, limit } = of;
  const found = await db.shippingOrder.findMany({
    where: { shopId, stopRequestedAt: null, packedAt: null, AND: { OR: placedWithRest(db) } },
    select: { ...OF_LIST, payload: true, order: { select: { currency: true, blankedAt: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit + 1,
  });
  const rows = found.slice(0, limit);
  const terms = await readShipTerms(db, shopId);
  const stops = await readStops(db, { shopId, orders: rows });
  const orders = rows.flatMap((row) => {
    const summary = summaryOf(row, { terms, stop: stops.get(row.id) });
    if (summary?.state !== 'to_ship') return [];
    return [{ ...summary, id: row.id, customer_revealable: isRevealable(row) }];
  });
  return { orders, more: found.length > limit };
}

/** Those of these references, each as in the list of those that wait. */
export async function readSummaries(
  db: Database,
  of: { shopId: number; ids: readonly string[] },
): Promise<OrderSummary[]> {
  const { shopId, ids } = of;
  const rows = await db.shippingOrder.findMany({
    where: { shopId, id: { in: [...ids] } },
    select: OF_LIST,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  const terms = await readShipTerms(db, shopId);
  const stops = await readStops(db, { shopId, orders: rows });
  return rows.flatMap((row) => summaryOf(row, { terms, stop: stops.get(row.id) }) ?? []);
}

const isRevealable = (row: {
  firstSentAt: Date | null;
  payload: unknown;
  order: { blankedAt: Date | null };
}): boolean => row.firstSentAt !== null && row.payload !== null && row.order.blankedAt === null;

function placedWithRest(db: Database): Prisma.ShippingOrderWhereInput[] {
  return [
    {
      state: 'placed',
      lines: { some: { packaged: { lt: db.shippingOrderLine.fields.quantity }, restEndedAt: null } },
    },
  ];
}

function waiting(db: Database): Prisma.ShippingOrderWhereInput[] {
  return [
    { state: { in: ['sending', 'disputed'] } },
    { state: 'refused', lines: { some: { orderLine: { state: 'allocated' } } } },
    ...placedWithRest(db),
  ];
}

function summaryOf(
  row: ListRow,
  { terms, stop }: { terms: ShipTerms; stop: FoundStop | undefined },
): OrderSummary | null {
  const state = orderStateOf({ ...row, isDeclined: isDeclined(stop) });
  if (state === null) return null;
  const due = state === 'to_ship' ? toShipBy(row, terms) : null;
  return {
    external_ref: row.externalRef,
    order_id: row.storeOrderId,
    state,
    created_at: row.createdAt.toISOString(),
    pieces: sum(row.lines.map(({ quantity }) => quantity)),
    shipped: sum(row.lines.map(({ packaged }) => packaged)),
    currency: row.order.currency,
    ship_by: iso(due),
    ship_by_local: due && localTimeText(due, terms),
    reminded_at: iso(row.remindedAt),
    stop: stop?.stop ?? null,
    rest_stated: row.restStatedAt !== null && row.packedAt === null,
  };
}

const isDeclined = (stop: FoundStop | undefined): boolean => stop?.row === null;

function readShipTerms(db: Database | Tx, shopId: number): Promise<ShipTerms> {
  const select = { timeZone: true, shipWithin: true, closedDays: true } as const;
  return db.shop.findUniqueOrThrow({ where: { id: shopId }, select });
}

/** Such as `Tuesday 1 December, 14:00`. */
function localTimeText(at: Date, { timeZone }: ShipTerms): string {
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long', day: 'numeric', month: 'long' });
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return `${day.format(at)}, ${time.format(at)}`;
}

const OF_ORDER = {
  ...OF_LIST,
  number: true,
  promises: true,
  payload: true,
  lastAttemptAt: true,
  lastFailure: true,
  failedAt: true,
  leaseUntil: true,
  lines: LINES,
  packages: { orderBy: { createdAt: 'asc' }, include: { corrections: { orderBy: { number: 'asc' } } } },
  order: {
    select: {
      currency: true,
      state: true,
      blankedAt: true,
      lines: { select: { id: true, state: true } },
      shippingOrders: { select: { number: true, lines: { select: { orderLineId: true } } } },
    },
  },
} as const satisfies Prisma.ShippingOrderSelect;

/**
 * A shipping order of this shop, by our reference or by the shop's own id. Null: it has none of that name, or it was
 * not sent yet.
 */
export async function readOrder(
  db: Database | Tx,
  of: { shopId: number; reference: string; now: number },
): Promise<OrderView | null> {
  const { shopId, reference, now } = of;
  const row = await db.shippingOrder.findFirst({
    where: { shopId, OR: [{ externalRef: reference }, { storeOrderId: reference }] },
    select: OF_ORDER,
  });
  if (!row) return null;
  const stop = (await readStops(db, { shopId, orders: [row] })).get(row.id);
  const summary = summaryOf(row, { terms: await readShipTerms(db, shopId), stop });
  if (!summary) return null;
  const { order } = row;
  return {
    ...summary,
    placed_at: iso(row.placedAt),
    last_attempt_at: iso(row.lastAttemptAt),
    last_failure: row.lastFailure,
    lines: row.lines.map((line) => ({
      external_ref: line.externalRef,
      variant_id: line.variantId,
      sku: line.sku,
      barcode: line.barcode,
      quantity: line.quantity,
      shipped: line.packaged,
      unit_price: line.unitPrice.toFixed(),
    })),
    packages: row.packages.map((parcel) => ({
      package_id: parcel.packageId,
      carrier: parcel.carrier,
      tracking_number: parcel.trackingNumber,
      corrections: parcel.corrections.map((correction) => ({
        carrier: correction.carrier,
        tracking_number: correction.trackingNumber,
        corrected_at: correction.correctedAt.toISOString(),
        state: CORRECTION_STATES[correction.state],
      })),
      shipped_at: new Date(Number(parcel.shippedAt / 1_000_000n)).toISOString(),
    })),
    request: row.payload === null ? null : maskShippingOrder(row.payload),
    customer_revealable: isRevealable(row),
    you_may: wordsOf(
      {
        ...row,
        stop: stop?.row ?? null,
        isDeclined: isDeclined(stop),
        holdsItsLines: hasItsLines(order, row),
        orderStands: order.state === 'accepted' || order.state === 'held',
      },
      now,
    ),
  };
}

const CORRECTION_STATES = {
  due: 'on_its_way',
  sending: 'on_its_way',
  done: 'taken',
  failed: 'not_taken',
} as const;

function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
