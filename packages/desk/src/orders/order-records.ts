import { maskCall } from '@hub/contract';
import { Prisma, rows, type Database } from '@hub/database';
import { commandQueue, COMMANDS, type Command } from '@hub/messaging';
import { reachability, Reachability } from '@hub/orders/support';
import { z } from 'zod';
import { EVENT_QUEUES } from '../messages/read-message';
import { readMailAddresses } from '../shops/mail-addresses';
import { commandIdentity } from '../messages/identity';
import { joinHeadline, OrderHeadline } from './headline';

const ShopRow = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  timeZone: z.string(),
  shipWithin: z.string(),
  closedDays: z.array(z.string()),
  shopIs: Reachability,
  /** Why its calls are held (D23); null: they are not. */
  heldBecause: z.string().nullable(),
});

/** Calls of one order; far more than any has. */
const CALLS = 1_000;

export type OrderRows = NonNullable<Awaited<ReturnType<typeof readOrderRows>>>;

/** All rows that belong to an order, oldest first. Null: there is no such order. */
export async function readOrderRows(db: Database, id: string) {
  const order = await readOrder(db, id);
  if (!order) return null;
  const [shops, returns, cancellations, calls, alerts] = await Promise.all([
    readShops(db),
    db.return.findMany({
      where: { sellerOrderId: id },
      include: { lines: true },
      orderBy: { createdAt: 'asc' },
    }),
    db.cancellation.findMany({
      where: { sellerOrderId: id },
      include: { stops: true },
      orderBy: { requestedAt: 'asc' },
    }),
    db.storeCall.findMany({ where: { sellerOrderId: id }, orderBy: { id: 'asc' }, take: CALLS }),
    db.alert.findMany({ where: { sellerOrderId: id }, orderBy: { firstAt: 'asc' } }),
  ]);
  const [headline, titles, mailAddresses] = await Promise.all([
    readHeadline(db, id),
    readTitles(db, order),
    readMailAddresses(db, [order.shopId, ...order.shippingOrders.map(({ shopId }) => shopId)]),
  ]);
  // Again: a release before masked less (D29).
  const masked = calls.map((call) => ({ ...call, ...maskCall(call) }));
  const found = {
    order,
    headline,
    titles,
    mailAddresses,
    shops,
    returns,
    cancellations,
    calls: masked,
    alerts,
  };
  const [events, deadLetters] = await Promise.all([readEvents(db, found), readDeadLetters(db, found)]);
  const actions = await db.supportAction.findMany({
    where: { subject: { in: subjectsOf({ ...found, deadLetters }) } },
    orderBy: { id: 'asc' },
  });
  return { ...found, events, deadLetters, actions };
}

async function readHeadline(db: Database, id: string): Promise<OrderHeadline> {
  const [row] = await rows(
    z.object({ headline: OrderHeadline }),
    db.$queryRaw(Prisma.sql`
    SELECT headline.headline FROM seller_order o ${joinHeadline('o')} WHERE o.id = ${id}::uuid`),
  );
  return row?.headline ?? 'closed';
}

/** The titles of its variants in the selling shop's catalogue. */
async function readTitles(
  db: Database,
  { shopId, lines }: Pick<Order, 'shopId' | 'lines'>,
): Promise<Map<string, string>> {
  const found = await rows(
    z.object({ variantId: z.string(), title: z.string() }),
    db.$queryRaw`
    SELECT v.variant_id AS "variantId", p.title FROM variant v
    JOIN product p ON p.shop_id = v.shop_id AND p.product_id = v.product_id
    WHERE v.shop_id = ${shopId} AND v.variant_id = ANY (${lines.map(({ variantId }) => variantId)}::text[])`,
  );
  return new Map(found.map(({ variantId, title }) => [variantId, title]));
}

/** All shops, whether their `POST /orders` can be called, and why not. */
function readShops(db: Database): Promise<z.output<typeof ShopRow>[]> {
  return rows(
    ShopRow,
    db.$queryRaw`
    SELECT s.id, s.slug, s.name, s.time_zone AS "timeZone", s.ship_within AS "shipWithin",
      coalesce(s.closed_days, '{}') AS "closedDays", ${reachability('s')} AS "shopIs",
      CASE WHEN coalesce(s.calls_held_since, s.orders_held_since) IS NOT NULL THEN coalesce((
        SELECT a.message FROM alert a
        WHERE a.kind = 'store_unauthorized' AND a.subject = 'shop:' || s.slug AND a.state <> 'resolved'
      ), 'Its store refuses our credentials.') END AS "heldBecause"
    FROM shop s`,
  );
}

function readOrder(db: Database, id: string) {
  return db.sellerOrder.findUnique({
    where: { id },
    include: {
      lines: { orderBy: { position: 'asc' } },
      decisions: { orderBy: { number: 'asc' } },
      shippingOrders: {
        orderBy: { number: 'asc' },
        include: {
          lines: { orderBy: { position: 'asc' } },
          packages: {
            orderBy: { createdAt: 'asc' },
            include: { lines: true, corrections: { orderBy: { number: 'asc' } } },
          },
          aliases: { orderBy: { createdAt: 'asc' } },
        },
      },
    },
  });
}

type Order = NonNullable<Awaited<ReturnType<typeof readOrder>>>;

/** The ids by which the shops name an order: the selling shop's own, and those of shipping shops. */
function namesOf({ shopId, orderId, shippingOrders }: Order) {
  const placed = shippingOrders.flatMap(({ shopId: shippingShopId, storeOrderId, aliases }) =>
    [storeOrderId, ...aliases.map((alias) => alias.orderId)].flatMap((named) =>
      named === null ? [] : [{ shopId: shippingShopId, orderId: named }],
    ),
  );
  return [{ shopId, orderId }, ...placed];
}

const KEPT_DAY = new Date('9999-12-31T00:00:00Z');

/** Events of shops about the order, with the fields that were left out because they were faulty (D7). */
async function readEvents(db: Database, found: { order: Order }) {
  const events = await readLedger(db, found);
  const sent = await db.sentEvent.findMany({
    where: { eventId: { in: events.map(({ eventId }) => eventId) }, status: 200, reason: { not: null } },
    select: { shopId: true, eventId: true, field: true, reason: true },
  });
  return events.map((event) => {
    const faulty = sent.find(({ shopId, eventId }) => shopId === event.shopId && eventId === event.eventId);
    return faulty ? { ...event, field: faulty.field, message: faulty.reason } : event;
  });
}

/** From the ledger (D6); those without a readable order id are not found. */
function readLedger(db: Database, { order }: { order: Order }) {
  return db.eventLedger.findMany({
    where: {
      event: { not: 'inventory.updated' },
      // The permanent partition of the ledger: only that has an index of events' subjects.
      day: KEPT_DAY,
      OR: namesOf(order).map(({ shopId, orderId }) => ({ shopId, subject: orderId })),
    },
    orderBy: { receivedAt: 'asc' },
  });
}

const DEAD_LETTER = {
  id: true,
  origin: true,
  type: true,
  shopId: true,
  orderId: true,
  reason: true,
  attempts: true,
  count: true,
  state: true,
  outcome: true,
  firstFailedAt: true,
  lastFailedAt: true,
  endedAt: true,
} as const satisfies Prisma.DeadLetterSelect;

interface Parts {
  order: Order;
  returns: readonly { id: string }[];
  cancellations: readonly { stops: readonly { id: string }[] }[];
  alerts: readonly { id: string }[];
}

/** Failed messages of the order: events that name it, and commands about its rows, by their identity. */
function readDeadLetters(db: Database, { order, returns, cancellations }: Parts) {
  const events = namesOf(order).map((name) => ({ origin: { in: [...EVENT_QUEUES] }, ...name }));
  const { shippingOrders } = order;
  const packages = shippingOrders.flatMap((shipping) => shipping.packages);
  const stops = cancellations.flatMap((cancellation) => cancellation.stops);
  const commands = [
    failedMessageOf(COMMANDS.routeOrder, { sellerOrderId: order.id }),
    ...shippingOrders.map(({ id }) => failedMessageOf(COMMANDS.placeShippingOrder, { shippingOrderId: id })),
    ...packages.map(({ id }) => failedMessageOf(COMMANDS.deliverTracking, { packageId: id })),
    ...returns.map(({ id }) => failedMessageOf(COMMANDS.registerReturn, { returnId: id })),
    ...stops.map(({ id }) => failedMessageOf(COMMANDS.stopShippingOrder, { stopId: id })),
  ];
  return db.deadLetter.findMany({
    select: DEAD_LETTER,
    where: { OR: [...events, ...commands] },
    orderBy: { firstFailedAt: 'asc' },
  });
}

function failedMessageOf<T extends object>(command: Command<T>, payload: NoInfer<T>) {
  return { origin: commandQueue(command).name, identity: commandIdentity(command, payload) };
}

/** The subjects under which support's actions on the order are recorded. */
function subjectsOf({
  order,
  returns,
  cancellations,
  alerts,
  deadLetters,
}: Parts & { deadLetters: readonly { id: string }[] }): string[] {
  const { shippingOrders } = order;
  const named = (kind: string, found: readonly { id: string }[]) => found.map(({ id }) => `${kind}:${id}`);
  return [
    `order:${order.id}`,
    ...named('placing', shippingOrders),
    ...named(
      'tracking',
      shippingOrders.flatMap((shipping) => shipping.packages),
    ),
    ...named('return', returns),
    ...named(
      'stop',
      cancellations.flatMap((cancellation) => cancellation.stops),
    ),
    ...named('alert', alerts),
    ...named('dead_letter', deadLetters),
  ];
}
