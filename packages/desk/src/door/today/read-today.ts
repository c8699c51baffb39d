import { rows, type Database } from '@hub/database';
import { localDay } from '@hub/orders/calendar';
import { listSentEvents } from '../../events/list-sent-events';
import { netOfMonth } from '../../money/net-owed';
import { z } from 'zod';
import type { Contact } from '../access/contact';
import { AccountView } from '../money/read-account';
import { OrderSummary } from '../orders/order-view';
import { listToShip } from '../orders/read-orders';
import { EventSummary, summaryOfEvent } from '../sent/read-events';
import { HeldCalls, PauseView, readHeldCalls, readPauses } from '../store/read-store';

/** What fits on a list that is printed and packed from. */
const ORDERS = 200;
const EVENTS = 20;

const PackLine = z.object({
  variant_id: z.string(),
  title: z.string().nullable().describe('from your own catalogue; null: it is not there any more'),
  size: z.string().nullable(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  to_ship: z.int().describe('pieces in no package'),
});

/** What a shop's people do first, and what keeps its own orders back. */
export const TodayView = z.object({
  to_ship: z
    .array(
      OrderSummary.extend({
        customer_revealable: z.boolean().describe('whether the delivery address can be looked at'),
        lines: z.array(PackLine),
      }),
    )
    .describe(`orders to ship, the oldest first, ${ORDERS} at most`),
  more_to_ship: z.boolean().describe('whether there are further orders: `/orders` lists them all'),
  late: z.int().describe('how many of those listed are past `ship_by`'),
  refused_events: z
    .array(EventSummary)
    .describe(
      `events of yours that were refused since midnight by the time zone of your sheet, ${EVENTS} at most`,
    ),
  more_refused: z.boolean(),
  calls_held: z.array(HeldCalls).describe('calls to your store that are suspended'),
  pauses: z.array(PauseView).describe('open pauses of your shipping: you get no new orders'),
  net: AccountView.shape.net.describe(
    'of this month so far, UTC, at most a minute old; `/money` has its lines',
  ),
  orders_mode: z
    .enum(['off', 'dry_run', 'live', 'draining'])
    .describe('of your sheet; only `live` gets new orders'),
});
export type TodayView = z.output<typeof TodayView>;

/** @param at.now milliseconds since the epoch */
export async function readToday(
  db: Database,
  { contact, now }: { contact: Contact; now: number },
): Promise<TodayView> {
  const { shopId, shop } = contact;
  const { timeZone, orders: mode } = await db.shop.findUniqueOrThrow({
    where: { id: shopId },
    select: { timeZone: true, orders: true },
  });
  const { orders, more } = await listToShip(db, { shopId, limit: ORDERS });
  const lines = await readLines(
    db,
    orders.map(({ id }) => id),
  );
  const since = new Date(localDay(now, timeZone).start);
  const refused = await listSentEvents(db, {
    filter: { shopId, answer: 'refused', since },
    limit: EVENTS + 1,
  });
  return {
    to_ship: orders.map(({ id, ...order }) => ({
      ...order,
      lines: lines.filter(({ orderId }) => orderId === id).map(({ orderId: _id, ...line }) => line),
    })),
    more_to_ship: more,
    late: orders.filter(({ ship_by: due }) => due !== null && Date.parse(due) < now).length,
    refused_events: refused.slice(0, EVENTS).map(summaryOfEvent),
    more_refused: refused.length > EVENTS,
    calls_held: await readHeldCalls(db, shopId),
    pauses: await readPauses(db, shop),
    net: await readNet(db, { shop, now }),
    orders_mode: mode,
  };
}

async function readNet(
  db: Database,
  { shop, now }: { shop: string; now: number },
): Promise<TodayView['net']> {
  const found = await netOfMonth(db, shop, now);
  return found.map(({ isOwed, ...net }) => ({ ...net, is_owed: isOwed }));
}

const LineRow = PackLine.extend({ orderId: z.string() });

/** Pieces in no package, with the names of the shop's own catalogue: nothing of the shop that sold them. */
async function readLines(db: Database, orderIds: readonly string[]): Promise<z.output<typeof LineRow>[]> {
  if (orderIds.length === 0) return [];
  return rows(
    LineRow,
    db.$queryRaw`
    SELECT l.shipping_order_id AS "orderId", l.variant_id, p.title, v.size, l.sku, l.barcode,
      l.quantity - l.packaged AS to_ship
    FROM shipping_order_line l
    JOIN shipping_order o ON o.id = l.shipping_order_id
    LEFT JOIN variant v ON v.shop_id = o.shop_id AND v.variant_id = l.variant_id
    LEFT JOIN product p ON p.shop_id = v.shop_id AND p.product_id = v.product_id
    WHERE l.shipping_order_id = ANY (${[...orderIds]}::uuid[]) AND l.packaged < l.quantity AND l.rest_ended_at IS NULL
    ORDER BY l.shipping_order_id, l.position`,
  );
}
