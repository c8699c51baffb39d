import { OrderMode, Prisma, rows, SellerOrderState, type Tx } from '@hub/database';
import { z } from 'zod';
import { isInGap, isInOpenGap } from '../restore/gap-records';
import { decideShown } from './decide-shown';
import { readShown, type PlacementAtShop } from './read-shown';
import { decideOrder, type DecidedOrder } from './decide-order';
import { readPolicy } from './policy-in-force';
import { usesLoad } from './shop-loads';
import {
  readRoutingFacts,
  type OrderToRoute,
  type ReadFacts,
  type ShippingShops,
} from './read-routing-facts';
import type { DecidedOn } from './decision-detail';
import type { SheetDecidedOn } from './sheets-in-force';

/** A seller order as routing uses it, locked: any change of its lines waits. */
export interface LockedOrder extends OrderToRoute {
  id: string;
  shopSlug: string;
  /** Of the selling shop's sheet. */
  shopRevision: bigint;
  orderId: string;
  orderNumber: string | null;
  name: string | null;
  state: SellerOrderState;
  shipTo: Record<string, unknown> | null;
  /** Its personal data has been deleted, by age or at the customer's request (D30): it can go to no shop any more. */
  blanked: boolean;
  shippingMethod: Record<string, unknown> | null;
  shippingCost: string;
  totalDiscounts: string;
  placements: number;
  correlation: string;
  /** It may have been placed in a period that a restored database has forgotten: a shop that shows it has it. */
  mayBePlaced: boolean;
}

const OrderRow = z.object({
  orderId: z.string(),
  name: z.string().nullable(),
  id: z.string(),
  shopId: z.int(),
  state: z.enum(SellerOrderState),
  shopSlug: z.string(),
  shopRevision: z.bigint(),
  orderNumber: z.string().nullable(),
  shipTo: z.record(z.string(), z.unknown()).nullable(),
  blanked: z.boolean(),
  shippingMethod: z.record(z.string(), z.unknown()).nullable(),
  shippingCost: z.string(),
  totalDiscounts: z.string(),
  placements: z.int(),
  correlation: z.string(),
  shopCountry: z.string(),
  placedAt: z.bigint(),
  currency: z.string(),
  mode: z.enum(OrderMode),
  country: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  mayBePlaced: z.boolean(),
  inOpenGap: z.boolean(),
});
type OrderRow = z.output<typeof OrderRow>;

/** Locks the order before any of its rows and of stock: the fixed order of locks. */
async function lockOrder(
  tx: Tx,
  sellerOrderId: string,
): Promise<(LockedOrder & { inOpenGap: boolean }) | null> {
  const [row] = await rows(
    OrderRow,
    tx.$queryRaw`
    SELECT o.id, o.shop_id AS "shopId", s.slug AS "shopSlug", s.country AS "shopCountry",
      s.revision AS "shopRevision", o.order_id AS "orderId",
      o.order_number AS "orderNumber", o.name, o.placed_at AS "placedAt", o.currency, o.mode::text AS mode,
      o.state::text AS state, o.destination_country AS country, o.latitude, o.longitude, o.ship_to AS "shipTo",
      o.blanked_at IS NOT NULL OR o.ship_to IS NULL AS blanked,
      o.shipping_method AS "shippingMethod", trim_scale(o.shipping_cost)::text AS "shippingCost",
      trim_scale(o.total_discounts)::text AS "totalDiscounts", o.placements, o.correlation,
      ${isInGap(Prisma.sql`o.placed_at`)} AS "mayBePlaced", ${isInOpenGap(Prisma.sql`o.placed_at`)} AS "inOpenGap"
    FROM seller_order o JOIN shop s ON s.id = o.shop_id
    WHERE o.id = ${sellerOrderId}::uuid
    FOR UPDATE OF o`,
  );
  if (!row) return null;
  const { latitude, longitude, ...order } = row;
  return {
    ...order,
    coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
  };
}

const StoredLine = z.object({
  id: z.string(),
  position: z.int(),
  lineItemId: z.string(),
  quantity: z.int(),
  title: z.string().nullable(),
  waitingReason: z.string().nullable(),
  /** The article that it was found to wait for; its variant may be linked to another by now. */
  waitsForArticle: z.string().nullable(),
  waiting: z.boolean(),
  excludedShops: z.array(z.int()),
  gtin: z.string().nullable(),
  /** As the order gave it, or of its variant. */
  barcode: z.string().nullable(),
  unitPrice: z.string(),
});

/** A line of the order: every one counts for the money (D24), those that wait are routed. */
export type StoredLine = z.output<typeof StoredLine>;

/** All lines of an order, in its own order. */
async function readLines(tx: Tx, sellerOrderId: string): Promise<StoredLine[]> {
  return rows(
    StoredLine,
    tx.$queryRaw`
    SELECT l.id, l.position, l.line_item_id AS "lineItemId", l.quantity, trim_scale(l.unit_price)::text AS "unitPrice",
      l.title, l.state = 'waiting' AS waiting, l.waiting_reason AS "waitingReason", l.gtin AS "waitsForArticle",
      l.excluded_shops AS "excludedShops", v.gtin, coalesce(l.barcode, v.barcode) AS barcode
    FROM order_line l
    JOIN seller_order o ON o.id = l.seller_order_id
    LEFT JOIN variant v ON l.state = 'waiting' AND v.shop_id = o.shop_id AND v.variant_id = l.variant_id
    WHERE l.seller_order_id = ${sellerOrderId}::uuid
    ORDER BY l.position`,
  );
}

/** An order whose lines wait for a shop, or why none of them goes to one. */
export type WaitingLines =
  /** `held`: only what a shop is found to have already, after a restore. */
  | { kind: 'waits' | 'held'; order: LockedOrder; lines: StoredLine[] }
  | { kind: 'ignored'; reason: `${string} ${string}` };

/** An order with lines that may go to a shop now. */
export type LinesToRoute = Exclude<WaitingLines, { kind: 'ignored' }>;

/** Locks an order that is to be routed, and reads its lines. */
export async function lockWaitingLines(tx: Tx, sellerOrderId: string): Promise<WaitingLines> {
  const order = await lockOrder(tx, sellerOrderId);
  if (!order) return { kind: 'ignored', reason: 'no such order' };
  const isHeld = order.state === 'held' && order.mayBePlaced;
  if (order.state !== 'accepted' && !isHeld)
    return { kind: 'ignored', reason: `the order is ${order.state}` };
  if (order.inOpenGap) return { kind: 'ignored', reason: 'a restored database is not reconciled yet' };
  const lines = await readLines(tx, order.id);
  if (!lines.some((line) => line.waiting)) return { kind: 'ignored', reason: 'no line waits' };
  if (order.blanked) return { kind: 'ignored', reason: 'the address has been blanked' };
  return { kind: isHeld ? 'held' : 'waits', order, lines };
}

/** A decision about waiting lines, with what it was made on. */
export interface WaitingLinesDecided extends DecidedOrder {
  facts: DecidedOn;
  shops: ShippingShops;
  sheets: readonly SheetDecidedOn[];
}

/**
 * Where an order's waiting lines go, on the current facts, by the policy in force (D19). Only reads.
 * @param given.now milliseconds since the epoch
 */
export async function decideWaitingLines(
  tx: Tx,
  { order, lines }: Pick<LinesToRoute, 'order' | 'lines'>,
  { now }: { now: number },
): Promise<ReadFacts & DecidedOrder> {
  const policy = await readPolicy(tx, now);
  const read = await readRoutingFacts(tx, order, { lines, now, withLoads: usesLoad(policy.criteria) });
  return { ...read, ...decideOrder(read.facts, { ...order, lines }, policy) };
}

/** The same for lines that a shop has shown to have: it is recorded, not chosen (D19). Only reads. */
export async function decideShownLines(
  tx: Tx,
  { order, lines }: Pick<LinesToRoute, 'order' | 'lines'>,
  { now, shown }: { now: number; shown: PlacementAtShop },
): Promise<WaitingLinesDecided> {
  const read = await readShown(tx, order, shown);
  return { ...read, ...decideShown(read.facts, { ...order, lines }, await readPolicy(tx, now)) };
}
