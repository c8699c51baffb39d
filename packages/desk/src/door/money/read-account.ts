import type { Database } from '@hub/database';
import { dueOf, inPlaces, type Settlement } from '../../money/settle';
import { netOf } from '../../money/net-owed';
import { readSettlementPart } from '../../money/read-settlement';
import type { Days } from '../../money/period';
import type { NetworkLine } from '../../money/settled-line';
import { z } from 'zod';
import type { Contact } from '../access/contact';
import { toTheHour } from '../sold/sold-line-state';

/** Per page; a period's totals are of all its lines. */
const PAGE = 200;

/** `ships`: others owe it to the shop. `sells`: the shop owes it. */
const Side = z.enum(['ships', 'sells']);
const Money = z.string().describe("an exact decimal with the currency's decimals");

/** What names a line, each side by its own names. */
const Named = {
  order_id: z.string().nullable().describe("the shop's own id of its order"),
  order_number: z
    .string()
    .nullable()
    .describe(
      "the order's number for the customer; of what the shop shipped only if POST /orders carried it",
    ),
  external_ref: z.string().nullable().describe("of what the shop shipped: the order's external_ref"),
  line: z.string().describe("what the shop shipped: the line's external_ref; what it sold: its line_item_id"),
  variant_id: z.string().describe("the shop's own variant"),
  title: z.string().nullable(),
};

export const AccountView = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  totals: z.array(
    z.object({
      side: Side,
      currency: z.string(),
      lines: z.int(),
      goods: Money,
      shipping_share: Money,
      due: Money,
    }),
  ),
  net: z
    .array(z.object({ currency: z.string(), owes: Money, is_owed: Money, net: Money }))
    .describe(
      'what the shop owes and is owed, and the difference: below 0 the shop pays. Returns change nothing',
    ),
  lines: z.array(
    z.object({
      side: Side,
      ...Named,
      settled_at: z.iso.datetime().describe('when its last package was recorded, or its rest was closed'),
      shipped_at: z.iso.datetime(),
      quantity: z.int(),
      currency: z.string(),
      unit_price: Money.nullable().describe('of what the shop shipped, as POST /orders carried it'),
      goods: Money,
      shipping_share: Money,
      due: Money,
    }),
  ),
  returns: z
    .array(
      z.object({
        side: Side,
        ...Named,
        quantity: z.int(),
        reported_at: z.iso.datetime(),
        package_reported: z.boolean().describe('false: no package was reported, so the line is not owed'),
      }),
    )
    .describe('each line once, by its first report; listed, never reversed'),
  next: z.int().nullable().describe('the next `page` of lines'),
});
export type AccountView = z.output<typeof AccountView>;

/**
 * What a shop is owed, and what it owes, for a period: totals, and line by line for its own orders (D24, D35). Without
 * the identity of the other shop, or what was agreed with it.
 */
export async function readAccount(
  db: Database,
  of: { contact: Contact; period: Days; page: number },
): Promise<AccountView> {
  const { contact, period, page } = of;
  const { shopId, shop } = contact;
  const part = { period, skip: (page - 1) * PAGE, take: PAGE + 1 };
  const settlement = await readSettlementPart(db, { id: shopId, slug: shop }, part);
  return {
    from: period.days.from,
    to: period.days.to,
    totals: settlement.totals.map(totalOf),
    net: netOf(settlement.totals).map(({ currency, owes, isOwed, net }) => ({
      currency,
      owes,
      is_owed: isOwed,
      net,
    })),
    lines: settlement.lines.slice(0, PAGE).map(lineOf),
    returns: settlement.returns.map(returnOf),
    next: settlement.lines.length > PAGE ? page + 1 : null,
  };
}

/** The total of a direction in one currency. */
export function totalOf(total: Settlement['totals'][number]): AccountView['totals'][number] {
  const { side, currency, lines, owed: goods, shippingShare, due } = total;
  return { side, currency, lines, goods, shipping_share: shippingShare, due };
}

/** Of what another shop did no time is more exact than the hour (D35). */
function timeFor(side: Settlement['lines'][number]['side'], at: Date): string {
  return side === 'ships' ? at.toISOString() : toTheHour(at);
}

/** A returned line, by the shop's own names. */
export function returnOf(goods: Settlement['returns'][number]): AccountView['returns'][number] {
  return {
    side: goods.side,
    ...namesOf(goods),
    quantity: goods.quantity,
    reported_at: timeFor(goods.side, goods.receivedAt),
    package_reported: goods.isShipped,
  };
}

/** A settled line, by the shop's own names. */
export function lineOf(line: Settlement['lines'][number]): AccountView['lines'][number] {
  const { side, calculation } = line;
  const { currency, unitPrice, owed, shipping } = calculation;
  return {
    side,
    ...namesOf(line),
    settled_at: timeFor(side, line.settledAt),
    shipped_at: new Date(Number(line.shippedAt / 1_000_000n)).toISOString(),
    quantity: line.quantity,
    currency,
    unit_price: side === 'ships' ? inPlaces(unitPrice, currency) : null,
    goods: inPlaces(owed, currency),
    shipping_share: shipping.share,
    due: dueOf(calculation),
  };
}

/** Each side names a line by its own ids: of the other one only what `POST /orders` carried (D35). */
function namesOf(line: NetworkLine & { side: 'ships' | 'sells' }) {
  return line.side === 'ships'
    ? {
        order_id: line.storeOrderId,
        order_number: line.sentNumber,
        external_ref: line.reference,
        line: line.lineReference,
        variant_id: line.shippedVariantId,
        title: line.shippedTitle,
      }
    : {
        order_id: line.orderId,
        order_number: line.orderNumber,
        external_ref: null,
        line: line.lineItemId,
        variant_id: line.variantId,
        title: line.title,
      };
}
