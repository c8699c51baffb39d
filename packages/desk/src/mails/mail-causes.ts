import { Prisma } from '@hub/database';
import { holdsLine } from '@hub/orders/states';
import type { Moments } from '../works/moments';
import { eventRefused } from '../problems/event-refused';

/** A cause for which a shop gets one mail a day (D38), defined once. */
export interface MailCause {
  /** The label in lists. */
  label: string;
  /** What waits, after a count of one, and of several. */
  one: string;
  many: string;
  /** What the shop does about it: a sentence. */
  doThis: string;
  /** The page of the door that shows it. */
  door: string;
  /** Of all shops: `shop_id`, `named` (an id, never a name or an address) and `since`. */
  waits: (moments: Moments) => Prisma.Sql;
}

/** Placed, with pieces in no package, and not being stopped. */
const TO_SHIP = Prisma.sql`s.state = 'placed' AND s.packed_at IS NULL AND s.stop_requested_at IS NULL AND EXISTS (
  SELECT FROM shipping_order_line l JOIN order_line line ON line.id = l.order_line_id
  WHERE l.shipping_order_id = s.id AND l.packaged < l.quantity
    AND ${holdsLine({ shippingOrder: 's', line: 'line' })})`;

const TOKEN_REFUSED: MailCause = {
  label: 'token refused',
  one: 'kind of call is refused by your store',
  many: 'kinds of calls are refused by your store',
  doThis: 'Check the token of the network in your store. If it expired, set a new one.',
  door: '/store',
  waits: () => Prisma.sql`SELECT shop_id, operation AS named, since FROM call_hold`,
};

const CATALOGUE_REFUSED: MailCause = {
  label: 'catalogue refused',
  one: 'catalogue run of your store was refused',
  many: 'catalogue runs of your store were refused',
  doThis: 'Correct the faults that the page lists. Until then your earlier catalogue counts.',
  door: '/catalogue',
  waits: () => Prisma.sql`
    SELECT s.id AS shop_id, latest.id::text AS named, latest.requested_at AS since
    FROM shop s CROSS JOIN LATERAL (
      SELECT r.id, r.state, r.requested_at FROM catalogue_run r
      WHERE r.shop_id = s.id AND r.state IN ('accepted', 'refused') ORDER BY r.requested_at DESC LIMIT 1) latest
    WHERE latest.state = 'refused'`,
};

const EVENTS_REFUSED: MailCause = {
  label: 'events refused',
  one: 'event that you sent was refused',
  many: 'events that you sent were refused',
  doThis: 'Correct each event and send it again with a new event id. The page says what is wrong with it.',
  door: '/events',
  waits: (moments) => Prisma.sql`
    SELECT shop_id, named, since FROM (${eventRefused.rows?.(moments) ?? Prisma.empty}) AS e (
      situation, id, seller, order_id, line_item_id, part, subject, reason, shop_id, named, since)
    UNION ALL
    SELECT a.shop_id, a.subject, a.first_at FROM alert a
    WHERE a.kind = 'stock_event_refused' AND a.state <> 'resolved' AND a.shop_id IS NOT NULL`,
};

const ORDERS_TO_SHIP: MailCause = {
  label: 'orders to ship',
  one: 'order is to be shipped',
  many: 'orders are to be shipped',
  doThis: 'The page says by when. Send `fulfillment.shipped` for each package.',
  door: '/orders',
  // The door shows them at once; a shop that ships within the hour gets no mail.
  waits: () => Prisma.sql`
    SELECT s.shop_id, s.external_ref AS named, coalesce(s.placed_at, s.created_at) AS since FROM shipping_order s
    WHERE coalesce(s.placed_at, s.created_at) < now() - interval '1 hour' AND ${TO_SHIP}`,
};

const REMINDER: MailCause = {
  label: 'reminder',
  one: 'order is not shipped, and the network asks you to ship it',
  many: 'orders are not shipped, and the network asks you to ship them',
  doThis:
    'Ship it, name the day by which it ships, or say that you do not ship it. Otherwise it may go to another shop.',
  door: '/orders',
  waits: () => Prisma.sql`
    SELECT s.shop_id, s.external_ref AS named, s.reminded_at AS since FROM shipping_order s
    WHERE s.reminded_at IS NOT NULL AND ${TO_SHIP} AND NOT EXISTS (
      SELECT FROM shop_mail m WHERE m.shop_id = s.shop_id AND m.cause = 'reminder' AND m.made_at >= s.reminded_at
        AND m.state <> 'given_up')`,
};

const ORDER_DISPUTED: MailCause = {
  label: 'order disputed',
  one: 'order is disputed: it is not known whether you have it',
  many: 'orders are disputed: it is not known whether you have them',
  doThis: 'Look for each by our reference, and say whether you have it.',
  door: '/orders',
  waits: () => Prisma.sql`
    SELECT s.shop_id, s.external_ref AS named, coalesce(s.failed_at, s.last_attempt_at, s.created_at) AS since
    FROM shipping_order s WHERE s.state = 'disputed'`,
};

const CANCELLATION_UNANSWERED: MailCause = {
  label: 'cancellation unanswered',
  one: 'cancellation is not confirmed by your store',
  many: 'cancellations are not confirmed by your store',
  doThis: 'Do not ship it. Say whether you have stopped it, or had shipped it.',
  door: '/orders',
  waits: () => Prisma.sql`
    SELECT s.shop_id, s.external_ref AS named, c.requested_at AS since
    FROM shipping_order_stop t
    JOIN cancellation c ON c.id = t.cancellation_id
    JOIN shipping_order s ON s.id = t.shipping_order_id
    WHERE t.state NOT IN ('confirmed', 'already_shipped') AND s.state = 'placed'
      AND (t.state = 'failed' OR c.requested_at < now() - interval '1 hour')`,
};

const LINK_PROPOSALS: MailCause = {
  label: 'link proposals',
  one: 'proposed link of a variant waits for you',
  many: 'proposed links of variants wait for you',
  doThis: 'Agree to it or refuse it. Linked variants can be sold through the network.',
  door: '/links',
  waits: () => Prisma.sql`
    SELECT side.shop_id, p.id::text AS named, p.made_at AS since
    FROM link_proposal p CROSS JOIN LATERAL (VALUES (p.shop_a), (p.shop_b)) AS side (shop_id)
    WHERE p.state IN ('open', 'agreed') AND p.agreed_shop IS DISTINCT FROM side.shop_id
      AND NOT EXISTS (SELECT FROM shop WHERE shop.id IN (p.shop_a, p.shop_b) AND shop.removed_at IS NOT NULL)`,
};

/** In this order a shop gets them. */
export const MAIL_CAUSES = {
  token_refused: TOKEN_REFUSED,
  catalogue_refused: CATALOGUE_REFUSED,
  events_refused: EVENTS_REFUSED,
  order_disputed: ORDER_DISPUTED,
  cancellation_unanswered: CANCELLATION_UNANSWERED,
  reminder: REMINDER,
  orders_to_ship: ORDERS_TO_SHIP,
  link_proposals: LINK_PROPOSALS,
} as const satisfies Record<string, MailCause>;
export type MailCauseName = keyof typeof MAIL_CAUSES;

const known = new Map<string, MailCause>(Object.entries(MAIL_CAUSES));

/** Null for a cause of another release. */
export function findMailCause(cause: string): MailCause | null {
  return known.get(cause) ?? null;
}

/** The label of a cause; of another release, the cause itself. */
export function mailCauseLabel(cause: string): string {
  return findMailCause(cause)?.label ?? cause;
}
