import type { Database } from '@hub/database';
import { dueOf, readSettlementPart, type Settlement } from '@hub/support-desk';
import { z } from 'zod';
import type { Contact } from '../access/contact';
import type { Period } from './period';

/** Per page; a period's totals are of all its lines. */
const PAGE = 200;

/** `ships`: others owe it to the shop. `sells`: the shop owes it. */
const Side = z.enum(['ships', 'sells']);
const Money = z.string().describe('an exact decimal');

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
  lines: z.array(
    z.object({
      side: Side,
      order_id: z.string().nullable().describe("the shop's own id of its order"),
      line: z
        .string()
        .describe("what the shop shipped: the line's external_ref; what it sold: its line_item_id"),
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
        order_id: z.string().nullable(),
        line: z.string(),
        quantity: z.int(),
        reported_at: z.iso.datetime(),
        package_reported: z.boolean().describe('false: no package was reported, so the line is not owed'),
      }),
    )
    .describe('listed, never reversed'),
  next: z.int().nullable().describe('the next `page` of lines'),
});
export type AccountView = z.output<typeof AccountView>;

/**
 * What a shop is owed, and what it owes, for a period: totals, and line by line for its own orders (D24, D35). Without
 * the identity of the other shop, or what was agreed with it.
 */
export async function readAccount(
  db: Database,
  of: { contact: Contact; period: Period; page: number },
): Promise<AccountView> {
  const { contact, period, page } = of;
  const { shopId, shop } = contact;
  const part = { period, skip: (page - 1) * PAGE, take: PAGE + 1 };
  const settlement = await readSettlementPart(db, { id: shopId, slug: shop }, part);
  return {
    from: period.days.from,
    to: period.days.to,
    totals: settlement.totals.map(({ side, currency, lines: count, owed, shippingShare, due }) => ({
      side,
      currency,
      lines: count,
      goods: owed,
      shipping_share: shippingShare,
      due,
    })),
    lines: settlement.lines.slice(0, PAGE).map(lineOf),
    returns: settlement.returns.map((goods) => ({
      side: goods.side,
      ...namesOf(goods),
      quantity: goods.quantity,
      reported_at: goods.receivedAt.toISOString(),
      package_reported: goods.isShipped,
    })),
    next: settlement.lines.length > PAGE ? page + 1 : null,
  };
}

function lineOf(line: Settlement['lines'][number]): AccountView['lines'][number] {
  const { side, calculation } = line;
  const { currency, unitPrice, owed, shipping } = calculation;
  return {
    side,
    ...namesOf(line),
    settled_at: line.settledAt.toISOString(),
    shipped_at: new Date(Number(line.shippedAt / 1_000_000n)).toISOString(),
    quantity: line.quantity,
    currency,
    unit_price: side === 'ships' ? unitPrice : null,
    goods: owed,
    shipping_share: shipping.share,
    due: dueOf(calculation),
  };
}

/** Each side names a line by its own ids. */
function namesOf(line: {
  side: 'ships' | 'sells';
  orderId: string;
  lineItemId: string;
  storeOrderId: string | null;
  lineReference: string;
}): { order_id: string | null; line: string } {
  return line.side === 'ships'
    ? { order_id: line.storeOrderId, line: line.lineReference }
    : { order_id: line.orderId, line: line.lineItemId };
}
