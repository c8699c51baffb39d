import { Prisma } from '@hub/database';
import { COMMANDS, eventQueue } from '@hub/messaging';
import { holdsLine, PLACED_WITHIN_MS, reachability } from '@hub/orders';
import { OWED_WITHIN_MS } from './situations';
import { workOfFailedMessage } from './work-of-failed-message';

/** Filter of the open work to read. */
export interface RiskScope {
  /** Milliseconds since the epoch. */
  now: number;
  /** Only of these seller orders. */
  sellerOrderIds?: readonly string[] | undefined;
  /** Besides these, items without a stored order. */
  withUnknown?: boolean | undefined;
}

interface Moments {
  placedBefore: Date;
  owedBefore: Date;
  /** A condition on `o`, the seller order. */
  ofOrders: Prisma.Sql;
}

/** For how long an order that was refused, or discarded undecided, is at risk: as long as sent events are kept (D33). */
const KEPT_MS = 7 * 86_400_000;

/**
 * Everything of paid orders that is not done, a row for each line, package, return or stop, in progress too (`"atRisk"`
 * is false there). Each part is read from a partial index of what is open, so that the cost depends on what is open,
 * not on the table. `subject` is that of its alerts; `amount` is set for lines, and otherwise computed by `amountOf`;
 * `variant` is that of a line that waits.
 */
export function riskRows({ now, sellerOrderIds, withUnknown = !sellerOrderIds }: RiskScope): Prisma.Sql {
  const moments: Moments = {
    placedBefore: new Date(now - PLACED_WITHIN_MS),
    owedBefore: new Date(now - OWED_WITHIN_MS),
    ofOrders:
      sellerOrderIds === undefined
        ? Prisma.sql`true`
        : Prisma.sql`o.id = ANY (${[...sellerOrderIds]}::uuid[])`,
  };
  const stored = [waiting, held, given, packages, returns, stops].map((part) => part(moments));
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

/** Lines that were given to a shop which does not have them: the latest placement counts (D18). */
function given({ placedBefore, ofOrders }: Moments): Prisma.Sql {
  const shopIs = reachability('shop');
  return Prisma.sql`
    SELECT CASE WHEN s.state IN ('refused', 'disputed') THEN s.state::text
        WHEN ${shopIs} <> 'callable' THEN 'store_away' ELSE 'placing' END,
      o.id, o.shop_id, o.order_id, line.line_item_id, s.id, 'shipping_order:' || s.id, s.last_failure, s.shop_id,
      s.external_ref, o.received_at, s.created_at < ${placedBefore},
      s.state IN ('refused', 'disputed') OR s.failed_at IS NOT NULL OR s.created_at < ${placedBefore}
        OR ${shopIs} <> 'callable',
      s.failed_at IS NOT NULL, line.unit_price * line.quantity, NULL
    FROM shipping_order s
    JOIN seller_order o ON o.id = s.seller_order_id
    JOIN shop ON shop.id = s.shop_id
    JOIN shipping_order_line l ON l.shipping_order_id = s.id
    JOIN order_line line ON line.id = l.order_line_id
    WHERE s.state NOT IN ('placed', 'stopped', 'dry_run') AND ${ofOrders}
      AND (s.stop_requested_at IS NULL OR s.state IN ('sending', 'disputed'))
      AND ${holdsLine({ shippingOrder: 's', line: 'line' })}`;
}

function packages({ owedBefore, ofOrders }: Moments): Prisma.Sql {
  return Prisma.sql`
    SELECT 'tracking_owed', o.id, o.shop_id, o.order_id, NULL, p.id, 'package:' || p.id, p.last_failure, o.shop_id,
      p.reference, p.created_at, p.created_at < ${owedBefore}, p.state = 'failed' OR p.created_at < ${owedBefore},
      p.state = 'failed', NULL, NULL
    FROM package p
    JOIN shipping_order s ON s.id = p.shipping_order_id
    JOIN seller_order o ON o.id = s.seller_order_id
    WHERE p.state <> 'done' AND ${ofOrders}`;
}

function returns({ owedBefore, ofOrders }: Moments): Prisma.Sql {
  return Prisma.sql`
    SELECT CASE r.state WHEN 'waiting' THEN 'return_waiting' ELSE 'return_owed' END, o.id, o.shop_id, o.order_id, NULL,
      r.id, 'return:' || r.id, r.last_failure, CASE r.state WHEN 'waiting' THEN r.shop_id ELSE o.shop_id END, r.reference,
      r.created_at, r.created_at < ${owedBefore}, r.state IN ('waiting', 'failed') OR r.created_at < ${owedBefore},
      r.state = 'failed', NULL, NULL
    FROM "return" r JOIN seller_order o ON o.id = r.seller_order_id
    WHERE r.state NOT IN ('registered', 'recorded') AND ${ofOrders}`;
}

function stops({ owedBefore, ofOrders }: Moments): Prisma.Sql {
  return Prisma.sql`
    SELECT 'stop_unfinished', o.id, o.shop_id, o.order_id, NULL, t.id, 'stop:' || t.id, t.last_failure, s.shop_id,
      t.reference, c.requested_at, c.requested_at < ${owedBefore}, t.state = 'failed' OR c.requested_at < ${owedBefore},
      t.state = 'failed', NULL, NULL
    FROM shipping_order_stop t
    JOIN cancellation c ON c.id = t.cancellation_id
    JOIN shipping_order s ON s.id = t.shipping_order_id
    JOIN seller_order o ON o.id = s.seller_order_id
    WHERE t.state NOT IN ('confirmed', 'already_shipped') AND ${ofOrders}`;
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
 * ones, those of a rehearsal, and those of a shop whose capability is off, which was offered no network stock.
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
        AND NOT (e.by_ingress AND ${isRehearsed})
        AND NOT EXISTS (SELECT FROM seller_order o WHERE o.shop_id = e.shop_id AND o.order_id = e.about)
      ORDER BY e.shop_id, coalesce(e.about, e.event_id, e.id::text), e.received_at DESC
    ) latest`;
}

const isRehearsed = Prisma.sql`(
  EXISTS (SELECT FROM rehearsal_run r WHERE r.shop_id = e.shop_id AND e.received_at >= r.started_at)
  OR EXISTS (SELECT FROM golive_rehearsal r
    WHERE r.shop_id = e.shop_id AND e.received_at BETWEEN r.started_at AND r.ended_at))`;

/** What the customer paid for a row's subject. @param alias of these rows in the surrounding query */
export function amountOf(alias: string): Prisma.Sql {
  const row = Prisma.raw(alias);
  return Prisma.sql`CASE ${row}.situation
    WHEN 'order_held' THEN (
      SELECT sum(l.unit_price * l.quantity) FROM order_line l WHERE l.seller_order_id = ${row}.id AND l.state = 'waiting')
    WHEN 'tracking_owed' THEN (
      SELECT sum(line.unit_price * pl.quantity) FROM package_line pl
      JOIN shipping_order_line l ON l.id = pl.shipping_order_line_id JOIN order_line line ON line.id = l.order_line_id
      WHERE pl.package_id = ${row}.part)
    WHEN 'stop_unfinished' THEN (
      SELECT sum(line.unit_price * l.quantity) FROM shipping_order_stop t
      JOIN shipping_order_line l ON l.shipping_order_id = t.shipping_order_id
      JOIN order_line line ON line.id = l.order_line_id WHERE t.id = ${row}.part)
    WHEN 'return_owed' THEN ${returned(alias)}
    WHEN 'return_waiting' THEN ${returned(alias)}
    ELSE ${row}.amount END`;
}

function returned(alias: string): Prisma.Sql {
  return Prisma.sql`(
    SELECT sum(line.unit_price * rl.quantity) FROM return_line rl JOIN order_line line ON line.id = rl.order_line_id
    WHERE rl.return_id = ${Prisma.raw(alias)}.part)`;
}

/** The failed messages that request a piece of work, by the subject of its alerts. @param alias of table `dead_letter` */
export function subjectOfFailedMessage(alias: string): Prisma.Sql {
  const failedMessage = Prisma.raw(alias);
  const works = [
    { command: COMMANDS.placeShippingOrder, key: 'shippingOrderId', name: 'shipping_order' },
    { command: COMMANDS.deliverTracking, key: 'packageId', name: 'package' },
    { command: COMMANDS.registerReturn, key: 'returnId', name: 'return' },
    { command: COMMANDS.stopShippingOrder, key: 'stopId', name: 'stop' },
    { command: COMMANDS.routeOrder, key: 'sellerOrderId', name: 'order' },
  ];
  const subjects = works.map(
    ({ command, key, name }) =>
      Prisma.sql`${`${name}:`}::text || ${workOfFailedMessage(alias, command, key)}`,
  );
  return Prisma.sql`coalesce(${Prisma.join(subjects, ', ')},
    CASE WHEN ${failedMessage}.origin = ${eventQueue('order.created').name} THEN 'dead_letter:' || ${failedMessage}.id END)`;
}
