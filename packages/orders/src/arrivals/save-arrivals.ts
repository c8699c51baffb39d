import type { OrderCreated } from '@hub/contract';
import { Prisma, type Sql } from '@hub/database';
import { insertCommands, type OutboxCommand } from '@hub/messaging';
import { fallsOf, type VariantKey } from '@hub/stock';
import { z } from 'zod';
import { contentSha256 } from '../intake/order-content';
import { variantKeyText } from '../routing/variant-key-text';
import { outdatedSheets, type SheetDecidedOn } from '../routing/sheets-in-force';
import type { SavedArrival } from './saved-arrival';

/** What one statement writes for orders of one batch. */
export interface ArrivalWrite {
  orders: readonly SavedArrival[];
  /** All that the orders' decisions are based on, as they were read for these decisions. */
  sheets: readonly SheetDecidedOn[];
  /** When planned shipping orders become due. */
  dueAt: Date;
  commands: readonly OutboxCommand[];
}

/** A sheet has changed since the decision based on it: nothing of it may be stored (D19). */
class SheetOutdated extends Error {
  override readonly name = 'SheetOutdated';
}

/**
 * Stores orders with their decisions, in one statement: order, lines, decision, shipping orders with their frozen
 * payloads, reservations, commands. The chosen variants and sheets are locked (`lockChosen`). Throws `SheetOutdated`.
 */
export async function saveArrivals(tx: Sql, write: ArrivalWrite): Promise<void> {
  const { orders, sheets, dueAt, commands } = write;
  const placements = orders.flatMap((order) => placementsOf(order));
  const taken = piecesTaken(placements);
  const [{ outdated } = { outdated: 1 }] = Outdated.parse(
    await tx.$queryRaw`
      WITH new_order AS (
        INSERT INTO seller_order (id, shop_id, order_id, order_number, name, placed_at, currency, mode, state, held_reason,
          destination_country, latitude, longitude, ship_to, shipping_method, shipping_cost, total_discounts, subtotal,
          total_tax, total_price, placements, correlation, content_sha256)
        SELECT * FROM jsonb_to_recordset(${json(orders.map(orderRow))}::jsonb) AS o (
          id uuid, shop_id int, order_id text, order_number text, name text, placed_at bigint, currency text,
          mode order_mode, state seller_order_state, held_reason text, destination_country text,
          latitude float8, longitude float8, ship_to jsonb, shipping_method jsonb, shipping_cost numeric,
          total_discounts numeric, subtotal numeric, total_tax numeric, total_price numeric, placements int,
          correlation text, content_sha256 text)
      ), new_line AS (
        INSERT INTO order_line (id, seller_order_id, position, line_item_id, variant_id, quantity, unit_price, barcode,
          sku, title, state)
        SELECT * FROM jsonb_to_recordset(${json(orders.flatMap(lineRows))}::jsonb) AS l (
          id uuid, seller_order_id uuid, position int, line_item_id text, variant_id text, quantity int,
          unit_price numeric, barcode text, sku text, title text, state order_line_state)
      ), new_decision AS (
        INSERT INTO routing_decision (id, seller_order_id, policy_version, detail)
        SELECT * FROM jsonb_to_recordset(${json(orders.flatMap(decisionRow))}::jsonb) AS d (
          id uuid, seller_order_id uuid, policy_version text, detail jsonb)
      ), new_shipping_order AS (
        INSERT INTO shipping_order (id, seller_order_id, decision_id, shop_id, external_ref, state, payload, relay_email,
          lease_until, first_sent_at, last_attempt_at, next_attempt_at)
        SELECT s.*, s.first_sent_at, coalesce(s.lease_until, ${dueAt}::timestamptz)
        FROM jsonb_to_recordset(${json(placements.map(shippingOrderRow))}::jsonb) AS s (
          id uuid, seller_order_id uuid, decision_id uuid, shop_id int, external_ref text, state shipping_order_state,
          payload jsonb, relay_email text, lease_until timestamptz, first_sent_at timestamptz)
      ), new_shipping_line AS (
        INSERT INTO shipping_order_line (id, shipping_order_id, order_line_id, position, external_ref, variant_id, barcode,
          sku, quantity, unit_price, calculation)
        SELECT * FROM jsonb_to_recordset(${json(placements.flatMap(shippingLineRows))}::jsonb) AS l (
          id uuid, shipping_order_id uuid, order_line_id uuid, position int, external_ref text, variant_id text,
          barcode text, sku text, quantity int, unit_price numeric, calculation jsonb)
      ), requested AS MATERIALIZED (
        SELECT * FROM jsonb_to_recordset(${json(placements.flatMap(reservationRows))}::jsonb) AS w (
          shipping_order_line_id uuid, shop_id int, variant_id text, quantity int, attempted_at bigint)
      ), taken AS (
        UPDATE variant v SET committed = v.committed + t.pieces
        FROM unnest(
          ${taken.map(({ shopId }) => shopId)}::int[],
          ${taken.map(({ variantId }) => variantId)}::text[],
          ${taken.map(({ pieces }) => pieces)}::bigint[]
        ) AS t (shop_id, variant_id, pieces)
        WHERE v.shop_id = t.shop_id AND v.variant_id = t.variant_id
      ), new_reservation AS (
        INSERT INTO reservation (id, shop_id, variant_id, shipping_order_line_id, quantity, remaining, attempted_at,
          falls_before)
        SELECT gen_random_uuid(), w.shop_id, w.variant_id, w.shipping_order_line_id, w.quantity, w.quantity,
          w.attempted_at, CASE WHEN w.attempted_at IS NULL THEN 0 ELSE coalesce((
            SELECT max(f.id) FROM (${fallsOf(Prisma.sql`w`)}) f), 0) END
        FROM requested w
      ), new_command AS (${insertCommands(tx, commands)})
      ${outdatedSheets(sheets)}`,
  );
  if (outdated > 0) throw new SheetOutdated();
}

const Outdated = z.array(z.object({ outdated: z.int() }));

function json(rows: readonly object[]): string {
  return JSON.stringify(rows);
}

function orderRow({ id, shopId, order, intake, correlation, routing }: SavedArrival) {
  const { shipping_address: address } = order;
  return {
    id,
    shop_id: shopId,
    order_id: order.order_id,
    order_number: order.order_number,
    name: order.name,
    placed_at: String(order.created_at),
    currency: order.currency,
    mode: intake.mode,
    state: intake.heldBecause === null ? 'accepted' : 'held',
    held_reason: intake.heldBecause,
    destination_country: address.country_code,
    latitude: address.latitude,
    longitude: address.longitude,
    ship_to: address,
    shipping_method: order.shipping_method,
    ...amountsOf(order),
    placements: routing?.placements.length ?? 0,
    correlation,
    content_sha256: contentSha256(order),
  };
}

function amountsOf(order: OrderCreated) {
  const { shipping_cost, total_discounts, subtotal, total_tax, total_price } = order;
  return { shipping_cost, total_discounts, subtotal, total_tax, total_price };
}

function lineRows({ id, order, lines }: SavedArrival) {
  return order.line_items.map((item, index) => ({
    id: lines[index]?.id,
    seller_order_id: id,
    position: index + 1,
    line_item_id: item.line_item_id,
    variant_id: item.variant_id,
    quantity: item.quantity,
    unit_price: item.unit_price,
    barcode: item.barcode,
    sku: item.sku,
    title: item.title,
    state: lines[index]?.state,
  }));
}

function decisionRow({ id, routing }: SavedArrival) {
  if (!routing) return [];
  const { decisionId, policyVersion: policy_version, detail } = routing;
  return [{ id: decisionId, seller_order_id: id, policy_version, detail }];
}

function placementsOf({ id, routing }: SavedArrival) {
  if (!routing) return [];
  const { decisionId, placements } = routing;
  return placements.map((placement) => ({ ...placement, sellerOrderId: id, decisionId }));
}

type Placement = ReturnType<typeof placementsOf>[number];

function shippingOrderRow(placement: Placement) {
  return {
    id: placement.shippingOrderId,
    seller_order_id: placement.sellerOrderId,
    decision_id: placement.decisionId,
    shop_id: placement.shop.id,
    external_ref: placement.externalRef,
    state: placement.claim ? 'sending' : 'planned',
    payload: placement.payload,
    relay_email: placement.relayEmail,
    lease_until: placement.claim?.leaseUntil,
    first_sent_at: placement.claim && new Date(placement.claim.at),
  };
}

function shippingLineRows({ shippingOrderId, lines }: Placement) {
  return lines.map((line) => ({
    id: line.shippingOrderLineId,
    shipping_order_id: shippingOrderId,
    order_line_id: line.orderLineId,
    position: line.position,
    external_ref: line.externalRef,
    variant_id: line.variantId,
    barcode: line.barcode,
    sku: line.sku,
    quantity: line.quantity,
    unit_price: line.calculation.unitPrice,
    calculation: line.calculation,
  }));
}

/** For a claimed one the first attempt starts now (D17). */
/** Each variant once. */
function piecesTaken(placements: readonly Placement[]): (VariantKey & { pieces: number })[] {
  const taken = new Map<string, VariantKey & { pieces: number }>();
  for (const { shop, lines } of placements)
    for (const { variantId, quantity } of lines) {
      const key = { shopId: shop.id, variantId };
      const { pieces = 0 } = taken.get(variantKeyText(key)) ?? {};
      taken.set(variantKeyText(key), { ...key, pieces: pieces + quantity });
    }
  return [...taken.values()];
}

function reservationRows({ shop, lines, claim }: Placement) {
  return lines.map(({ shippingOrderLineId, variantId, quantity }) => ({
    shipping_order_line_id: shippingOrderLineId,
    shop_id: shop.id,
    variant_id: variantId,
    quantity,
    attempted_at: claim && String(BigInt(claim.at) * NS_PER_MS),
  }));
}

const NS_PER_MS = 1_000_000n;
