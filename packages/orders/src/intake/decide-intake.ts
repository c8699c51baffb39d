import {
  capabilityDisabled,
  futureTimestamp,
  isFuture,
  LIMITS,
  refusal,
  toGtin14,
  type OrderCreated,
  type Refusal,
} from '@hub/contract';
import type { OrderMode } from '@hub/database';
import { exact } from '../money/exact';
import { grossOf } from '../money/price-lines';
import type { IntakeFacts, KnownVariant, SellingShop } from './intake-facts';

/** Why a stored order is not routed until support decides. Stored: names are stable. */
export type HeldReason = 'cancelled_before_arrival' | 'old_order';

/** A line with another barcode or sku than its variant: the variant wins, support is notified (D31). */
export interface Mismatch {
  lineItemId: string;
  field: 'barcode' | 'sku';
}

export interface StrayLine {
  lineItemId: string;
  locationId: string;
}

export type IntakeDecision =
  /** `passing`: independent of the order, so a resend is judged again. */
  | { kind: 'refused'; refusal: Refusal; passing: boolean; tooManyLines: boolean }
  | {
      kind: 'accepted';
      mode: OrderMode;
      heldBecause: HeldReason | null;
      /** Positions of the lines that go to the network. */
      networkLines: ReadonlySet<number>;
      mismatches: Mismatch[];
      /**
       * Lines at a location that is not on the sheet at all: a mapping mistake that silently loses them to the network
       * (D9).
       */
      strayLines: StrayLine[];
      /** Network lines of a dry run that sold variants other than test variants: no one will ship them (D18). */
      dryRunSales: string[];
    };

/**
 * Whether an order that passed the schema is accepted (contract, "Seller order"; D9). Checked in this order:
 * capability, what makes an order invalid, its time, its variants.
 * @param now the later of the worker's clock and the time at which the ingress received it (Clocks)
 */
export function decideIntake(facts: IntakeFacts, order: OrderCreated, now: number): IntakeDecision {
  const { shop, variants } = facts;
  if (shop.orders === 'off') {
    const off = capabilityDisabled('orders');
    return { kind: 'refused', refusal: off, passing: true, tooManyLines: false };
  }
  const networkLines = networkLinesOf(order, shop);
  const refused =
    findInvalidOrder(order, { shop, networkLines: networkLines.size }) ??
    findFutureTime(order, now) ??
    findUnknownVariant(order, { networkLines, variants });
  if (refused) {
    const tooManyLines = networkLines.size > LIMITS.maxNetworkLines && order.payment_status === 'paid';
    return { kind: 'refused', refusal: refused, passing: false, tooManyLines };
  }
  const mode = shop.orders === 'dry_run' ? 'dry_run' : 'live';
  return {
    kind: 'accepted',
    mode,
    heldBecause: whyHeld(facts, order, now),
    networkLines,
    mismatches: [...networkLines].flatMap((position) => mismatchesOf(order, position, variants)),
    strayLines: strayLinesOf(order, shop),
    dryRunSales: mode === 'dry_run' ? untestedLinesOf(order, networkLines, shop) : [],
  };
}

const OLD_NS = BigInt(LIMITS.oldOrderDays) * 86_400_000_000_000n;
const NS_PER_MS = 1_000_000n;

/**
 * D12, and D38: goods that were paid long ago may have been sent or refunded since, as after a platform sends what it
 * had kept.
 */
function whyHeld({ cancelledBefore }: IntakeFacts, order: OrderCreated, now: number): HeldReason | null {
  if (cancelledBefore) return 'cancelled_before_arrival';
  return order.created_at < BigInt(now) * NS_PER_MS - OLD_NS ? 'old_order' : null;
}

/** Variants that the catalogue must know: those of lines at the shop's `HUB_Network` (D9). */
export function networkVariants(order: OrderCreated, shop: SellingShop): string[] {
  const positions = networkLinesOf(order, shop);
  const variants = order.line_items.filter((_, position) => positions.has(position));
  return [...new Set(variants.map((line) => line.variant_id))];
}

function networkLinesOf(order: OrderCreated, shop: SellingShop): Set<number> {
  const positions = order.line_items.flatMap((line, position) =>
    line.fulfillment_location_id === shop.hubNetworkLocationId ? [position] : [],
  );
  return new Set(positions);
}

/** D9, `invalid_order`. */
function findInvalidOrder(
  order: OrderCreated,
  { shop, networkLines }: { shop: SellingShop; networkLines: number },
): Refusal | null {
  const { shipping_address: address } = order;
  if (order.payment_status !== 'paid') return invalid('data.payment_status', 'must be paid');
  if (order.currency !== shop.currency) return invalid('data.currency', "must be the shop's currency");
  if (networkLines > 0 && !shop.destinationCountries.has(address.country_code))
    return invalid('data.shipping_address.country_code', "must be a destination country of the shop's sheet");
  if (address.latitude === undefined && address.longitude !== undefined)
    return invalid('data.shipping_address.latitude', 'is required beside a longitude');
  if (address.longitude === undefined && address.latitude !== undefined)
    return invalid('data.shipping_address.longitude', 'is required beside a latitude');
  if (networkLines > LIMITS.maxNetworkLines)
    return invalid('data.line_items', `must not hold more than ${LIMITS.maxNetworkLines} network lines`);
  const repeated = findRepeatedLine(order);
  if (repeated !== null)
    return invalid(`data.line_items[${repeated}].line_item_id`, 'must not be that of another line');
  if (exact(order.total_discounts).gt(grossValue(order)))
    return invalid('data.total_discounts', 'must not be above the gross value of the lines');
  return null;
}

function findRepeatedLine({ line_items: lines }: OrderCreated): number | null {
  const seen = new Set<string>();
  for (const [position, { line_item_id: id }] of lines.entries()) {
    if (seen.has(id)) return position;
    seen.add(id);
  }
  return null;
}

function grossValue({ line_items: lines }: OrderCreated) {
  return lines
    .map(({ line_item_id: lineItemId, quantity, unit_price: unitPrice }) =>
      grossOf({ lineItemId, quantity, unitPrice }),
    )
    .reduce((sum, gross) => sum.add(gross));
}

function findFutureTime(order: OrderCreated, now: number): Refusal | null {
  if (!isFuture(order.created_at, now)) return null;
  return futureTimestamp('data.created_at');
}

/** A retired variant is known: a sale of it is paid, and handled like its article. */
function findUnknownVariant(
  order: OrderCreated,
  known: { networkLines: ReadonlySet<number>; variants: IntakeFacts['variants'] },
): Refusal | null {
  const position = order.line_items.findIndex(
    (line, index) => known.networkLines.has(index) && !known.variants.has(line.variant_id),
  );
  if (position < 0) return null;
  const field = `data.line_items[${position}].variant_id`;
  return refusal(
    'unknown_variant',
    `${field} is not in the shop's catalogue: it is known after a catalogue run that lists it`,
    field,
  );
}

/** A line at any location but `HUB_Network` is the shop's own (D9); a location that its sheet does not name is reported. */
function strayLinesOf({ line_items: lines }: OrderCreated, shop: SellingShop): StrayLine[] {
  return lines.flatMap(({ line_item_id: lineItemId, fulfillment_location_id: locationId }) =>
    locationId === shop.hubNetworkLocationId || shop.locations.has(locationId)
      ? []
      : [{ lineItemId, locationId }],
  );
}

function untestedLinesOf(
  { line_items: lines }: OrderCreated,
  networkLines: ReadonlySet<number>,
  shop: SellingShop,
): string[] {
  return lines.flatMap((line, position) =>
    networkLines.has(position) && !shop.testVariants.has(line.variant_id) ? [line.line_item_id] : [],
  );
}

/** A barcode or sku missing from the catalogue cannot contradict it. */
function mismatchesOf(order: OrderCreated, position: number, variants: IntakeFacts['variants']): Mismatch[] {
  const line = order.line_items[position];
  const variant = line && variants.get(line.variant_id);
  if (!line || !variant) return [];
  const { line_item_id: lineItemId, barcode, sku } = line;
  const fields: Mismatch['field'][] = [];
  if (differs(barcode, variant.barcode, comparableBarcode)) fields.push('barcode');
  if (differs(sku, variant.sku, (text) => text.trim())) fields.push('sku');
  return fields.map((field) => ({ lineItemId, field }));
}

function differs(
  said: string | undefined,
  known: KnownVariant['sku'],
  comparable: (text: string) => string,
): boolean {
  return said !== undefined && known !== null && comparable(said) !== comparable(known);
}

/** A GTIN may be written with 8 to 14 digits. */
function comparableBarcode(barcode: string): string {
  return toGtin14(barcode.trim()) ?? barcode.trim();
}

function invalid(field: string, problem: string): Refusal {
  return refusal('invalid_order', `${field} ${problem}`, field);
}
