import { Prisma, type Database } from '@hub/database';
import { COMMANDS, eventQueue } from '@hub/messaging';
import { holdsLine, isRest, PLACED_WITHIN_MS } from '@hub/orders';
import { readShipTimes, shouldShip, type ShipTimes } from './ship-times';
import { OWED_WITHIN_MS } from './situations';
import { idInFailedMessage, type Moments } from '../works/work';
import { ALL_WORKS } from '../works/works';

/** Filter of the open work to read. */
export interface RiskScope {
  /** Milliseconds since the epoch. */
  now: number;
  /** Only of these seller orders. */
  sellerOrderIds?: readonly string[] | undefined;
  /** Besides these, items without a stored order. */
  withUnknown?: boolean | undefined;
}

/** For how long an order that was refused, or discarded undecided, is at risk: as long as sent events are kept (D33). */
const KEPT_MS = 7 * 86_400_000;

/**
 * Everything of paid orders that is not done, a row for each line, package, return or stop, in progress too (`"atRisk"`
 * is false there). Each part is read from a partial index of what is open, so that the cost depends on what is open,
 * not on the table. `subject` is that of its alerts; `amount` is set for lines, and otherwise computed by `amountOf`;
 * `variant` is that of a line that waits.
 */
export async function riskRows(db: Pick<Database, '$queryRaw'>, scope: RiskScope): Promise<Prisma.Sql> {
  const { now, sellerOrderIds, withUnknown = !sellerOrderIds } = scope;
  const shipTimes = await readShipTimes(db, now);
  const moments: Moments = {
    placedBefore: new Date(now - PLACED_WITHIN_MS),
    owedBefore: new Date(now - OWED_WITHIN_MS),
    ofOrders:
      sellerOrderIds === undefined
        ? Prisma.sql`true`
        : Prisma.sql`o.id = ANY (${[...sellerOrderIds]}::uuid[])`,
  };
  const stored = [
    waiting(moments),
    held(moments),
    notShipped(moments, { shipTimes, now }),
    restNotShipped(moments),
    eventRefused(moments, now),
    ...ALL_WORKS.map((work) => work.openRows(moments)),
  ];
  const unknown = withUnknown ? [undecided(now), refusedAtDoor(now)] : [];
  return Prisma.join([...stored, ...unknown], ' UNION ALL ');
}

/** Lines that wait for a shop (D19). */
function waiting({ placedBefore, ofOrders }: Moments): Prisma.Sql {
  return Prisma.sql`
    SELECT 'waiting' AS situation, o.id, o.shop_id AS seller, o.order_id AS "orderId", l.line_item_id AS "lineItemId",
      l.id AS part, 'order:' || o.id AS subject, l.waiting_reason AS reason, NULL::int AS store, NULL::text AS reference,
      o.received_at AS since, o.received_at < ${placedBefore} AS overdue,
      l.waiting_reason IS NOT NULL OR o.received_at < ${placedBefore} AS "atRisk", false AS "gaveUp",
      l.unit_price * l.quantity AS amount, l.variant_id AS variant
    FROM order_line l
    JOIN seller_order o ON o.id = l.seller_order_id AND o.mode = 'live' AND o.state = 'accepted'
    WHERE l.state = 'waiting' AND ${ofOrders}`;
}

function held({ placedBefore, ofOrders }: Moments): Prisma.Sql {
  return Prisma.sql`
    SELECT 'order_held', o.id, o.shop_id, o.order_id, NULL, o.id, 'order:' || o.id, o.held_reason, NULL, NULL,
      o.received_at, o.received_at < ${placedBefore}, true, false, NULL, NULL
    FROM seller_order o WHERE o.state = 'held' AND o.mode = 'live' AND ${ofOrders}`;
}

/** Lines that their shop has and has not shipped in its time (D38). One that is being stopped is not to ship. */
function notShipped(
  { ofOrders }: Moments,
  { shipTimes, now }: { shipTimes: ShipTimes; now: number },
): Prisma.Sql {
  const isDue = shouldShip(shipTimes, {
    shopId: Prisma.sql`s.shop_id`,
    placedAt: Prisma.sql`coalesce(s.placed_at, s.created_at)`,
  });
  return Prisma.sql`
    SELECT 'not_shipped', o.id, o.shop_id, o.order_id, line.line_item_id, s.id, 'shipping_order:' || s.id, NULL,
      s.shop_id, s.external_ref, coalesce(s.placed_at, s.created_at), true, true, false,
      line.unit_price * (l.quantity - l.packaged), NULL
    FROM shipping_order s
    JOIN seller_order o ON o.id = s.seller_order_id
    JOIN shipping_order_line l ON l.shipping_order_id = s.id AND l.packaged < l.quantity
    JOIN order_line line ON line.id = l.order_line_id
    WHERE s.state = 'placed' AND s.packed_at IS NULL AND ${isDue}
      AND (s.promised_by IS NULL OR s.promised_by < ${new Date(now)}) AND ${ofOrders} AND ${holdsLine({ shippingOrder: 's', line: 'line' })}
      AND NOT (s.rest_stated_at IS NOT NULL AND ${isRest({ shippingOrder: 's', given: 'l', line: 'line' })})
      AND NOT EXISTS (
        SELECT FROM shipping_order_stop stop
        WHERE stop.shipping_order_id = s.id AND stop.state NOT IN ('confirmed', 'already_shipped'))`;
}

/** Pieces of a partly shipped shipping order that are in no package, once it is stated that they may not ship (D12). */
function restNotShipped({ ofOrders }: Moments): Prisma.Sql {
  return Prisma.sql`
    SELECT 'rest_not_shipped', o.id, o.shop_id, o.order_id, line.line_item_id, given.id, 'shipping_order:' || s.id,
      s.rest_statement::text, s.shop_id, s.external_ref, s.rest_stated_at, true, true, true,
      line.unit_price * (given.quantity - given.packaged), NULL
    FROM shipping_order s
    JOIN seller_order o ON o.id = s.seller_order_id
    JOIN shipping_order_line given ON given.shipping_order_id = s.id
    JOIN order_line line ON line.id = given.order_line_id
    WHERE s.rest_stated_at IS NOT NULL AND ${ofOrders}
      AND ${isRest({ shippingOrder: 's', given: 'given', line: 'line' })}`;
}

/** Events about orders, as the partial index of refused ones names them. */
const OF_ORDERS = Prisma.raw(`('fulfillment.shipped', 'order.cancelled', 'return.created')`);

/**
 * The last refused package, cancellation and return of a known order (D38), until a later one is accepted or an agent
 * closes it. Refusals that state a fact correctly do not count.
 */
function eventRefused({ ofOrders }: Moments, now: number): Prisma.Sql {
  return Prisma.sql`
    SELECT * FROM (
      SELECT DISTINCT ON (o.id, e.shop_id, e.event)
        'event_refused', o.id, o.shop_id, o.order_id, NULL, e.id, 'sent_event:' || e.id,
        concat_ws(' ', e.event, e.status::text, e.code, e.field), e.shop_id, e.event_id, e.received_at, true, true, false,
        NULL::numeric, NULL
      FROM sent_event e
      JOIN LATERAL (
        SELECT own.id AS seller_order_id, own.order_id AS name FROM seller_order own
        WHERE own.shop_id = e.shop_id AND own.order_id = e.about
        UNION SELECT s.seller_order_id, s.store_order_id FROM shipping_order s
        WHERE s.shop_id = e.shop_id AND s.store_order_id = e.about
        UNION SELECT s.seller_order_id, s.store_order_id FROM shipping_order s
        WHERE s.external_ref = e.reference AND s.shop_id = e.shop_id
      ) named ON true
      JOIN seller_order o ON o.id = named.seller_order_id
      WHERE e.event IN ${OF_ORDERS} AND e.status BETWEEN 400 AND 499 AND e.received_at > ${new Date(now - KEPT_MS)}
        AND e.status NOT IN (401, 403) AND e.code NOT IN ('order_already_shipped', 'quantity_exceeded') AND ${ofOrders}
        AND NOT EXISTS (
          SELECT FROM sent_event later
          WHERE later.about = named.name AND later.shop_id = e.shop_id AND later.event = e.event AND later.status = 200
            AND later.received_at > e.received_at)
        AND NOT EXISTS (
          SELECT FROM support_action closed
          WHERE closed.subject = 'order:' || o.id AND closed.action = 'order.close_event'
            AND closed.detail ->> 'event' = e.event AND closed.at > e.received_at)
      ORDER BY o.id, e.shop_id, e.event, e.received_at DESC
    ) latest`;
}

/** Orders that no worker could decide, discarded ones too: the shop was asked to resend them, and may have given up. */
function undecided(now: number): Prisma.Sql {
  return Prisma.sql`
    SELECT 'undecided', NULL::uuid, d.shop_id, d.order_id, NULL, d.id, 'dead_letter:' || d.id, d.reason, NULL, NULL,
      d.first_failed_at, true, true, true, NULL::numeric, NULL
    FROM dead_letter d
    WHERE d.origin = ${eventQueue('order.created').name} AND d.state IN ('open', 'replaying', 'discarded')
      AND d.last_failed_at > ${new Date(now - KEPT_MS)} AND d.shop_id IS NOT NULL AND d.order_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM seller_order o WHERE o.shop_id = d.shop_id AND o.order_id = d.order_id)`;
}

/**
 * Orders that were refused permanently and have not been resent, each once: the last answer to the shop. Without unpaid
 * ones, those of a rehearsal that comes before `orders` is on, and those of a shop whose capability is off, which was
 * offered no network stock.
 */
function refusedAtDoor(now: number): Prisma.Sql {
  return Prisma.sql`
    SELECT * FROM (
      SELECT DISTINCT ON (e.shop_id, coalesce(e.about, e.event_id, e.id::text))
        'refused_at_door', NULL::uuid, e.shop_id, e.about, NULL, e.id,
        'shop:' || e.shop_id || '/order:' || e.about, concat_ws(' ', e.status::text, e.code, e.field), NULL::int, e.event_id,
        e.received_at, true, true, true, NULL::numeric, NULL
      FROM sent_event e
      WHERE e.event = 'order.created' AND e.status BETWEEN 400 AND 499 AND e.received_at > ${new Date(now - KEPT_MS)}
        AND e.code NOT IN ('capability_disabled', 'unauthorized') AND e.field IS DISTINCT FROM 'data.payment_status'
        AND NOT (e.by_ingress AND ${isRehearsed} AND ${ordersWereOff})
        AND NOT EXISTS (SELECT FROM seller_order o WHERE o.shop_id = e.shop_id AND o.order_id = e.about)
      ORDER BY e.shop_id, coalesce(e.about, e.event_id, e.id::text), e.received_at DESC
    ) latest`;
}

const isRehearsed = Prisma.sql`(
  EXISTS (SELECT FROM rehearsal_run r WHERE r.shop_id = e.shop_id AND e.received_at >= r.started_at)
  OR EXISTS (SELECT FROM golive_rehearsal r
    WHERE r.shop_id = e.shop_id AND e.received_at BETWEEN r.started_at AND r.ended_at))`;

/** While `orders` is on, a rehearsal only watches: what is refused then is a customer's (D32). */
const ordersWereOff = Prisma.sql`coalesce(
  (SELECT w.detail ->> 'to' FROM golive_entry w
    WHERE w.shop_id = e.shop_id AND w.kind = 'switched' AND w.capability = 'orders' AND w.at <= e.received_at
    ORDER BY w.id DESC LIMIT 1),
  (SELECT s.orders::text FROM shop s WHERE s.id = e.shop_id)) = 'off'`;

/** What the customer paid for a row's subject. @param alias of these rows in the surrounding query */
export function amountOf(alias: string): Prisma.Sql {
  const row = Prisma.raw(alias);
  const ofWorks = ALL_WORKS.flatMap(({ amount }) =>
    amount
      ? Prisma.sql`WHEN ${row}.situation = ANY (${[...amount.situations]}::text[]) THEN ${amount.of(Prisma.sql`${row}.part`)}`
      : [],
  );
  return Prisma.sql`CASE
    WHEN ${row}.situation = 'order_held' THEN (
      SELECT sum(l.unit_price * l.quantity) FROM order_line l WHERE l.seller_order_id = ${row}.id AND l.state = 'waiting')
    ${Prisma.join(ofWorks, '\n')}
    ELSE ${row}.amount END`;
}

/** The failed messages that request a piece of work, by the subject of its alerts. @param alias of table `dead_letter` */
export function subjectOfFailedMessage(alias: string): Prisma.Sql {
  const failedMessage = Prisma.raw(alias);
  const subjects = ALL_WORKS.map(
    (work) => Prisma.sql`${`${work.subject}:`}::text || ${work.idInFailedMessage(alias)}`,
  );
  const routed = idInFailedMessage(alias, COMMANDS.routeOrder, 'sellerOrderId');
  return Prisma.sql`coalesce(${Prisma.join(subjects, ', ')}, 'order:' || ${routed},
    CASE WHEN ${failedMessage}.origin = ${eventQueue('order.created').name} THEN 'dead_letter:' || ${failedMessage}.id END)`;
}
