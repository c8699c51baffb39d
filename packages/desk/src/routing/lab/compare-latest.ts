import { Prisma, OrderMode, rows, type Tx } from '@hub/database';
import { DecisionDetail, type RoutingPolicy } from '@hub/orders/routing';
import { z } from 'zod';
import { compareDecision, isMoved, type ComparedLine } from './compare-decision';
import { LabTally, NO_FIGURES, type LabFigures } from './lab-figures';

const DecisionRow = z.object({
  detail: z.unknown(),
  mode: z.enum(OrderMode),
  currency: z.string(),
  orderId: z.string(),
  sellerId: z.int(),
});

/** A line that goes elsewhere, with its order. */
export interface MovedOrderLine extends ComparedLine {
  orderId: string;
  sellerId: number;
}

/** The figures of decisions under two policies, without payouts, and the lines that go elsewhere, the latest first. */
export interface ComparedOrders {
  figures: LabFigures;
  moved: MovedOrderLine[];
}

/**
 * Compares two policies over stored decisions, of one order or the latest ones (D19). Only reads.
 * @param given.against null: what was decided
 */
export async function compareLatest(
  tx: Tx,
  given: {
    other: RoutingPolicy;
    against: RoutingPolicy | null;
    countryOf: (shopId: number) => string | null;
    of: { sellerOrderId: string } | { latest: number };
  },
): Promise<ComparedOrders> {
  const { other, against, countryOf, of } = given;
  const [which, limit] =
    'latest' in of
      ? [Prisma.sql`true`, Prisma.sql`${of.latest}`]
      : [Prisma.sql`d.seller_order_id = ${of.sellerOrderId}::uuid`, Prisma.sql`NULL`];
  const decisions = await rows(
    DecisionRow,
    tx.$queryRaw`
    SELECT d.detail, o.mode::text AS mode, o.currency, o.order_id AS "orderId", o.shop_id AS "sellerId"
    FROM (SELECT * FROM routing_decision d WHERE ${which} ORDER BY d.decided_at DESC, d.id DESC LIMIT ${limit}) d
    JOIN seller_order o ON o.id = d.seller_order_id ORDER BY d.decided_at DESC, d.id DESC`,
  );
  const tally = new LabTally(NO_FIGURES);
  const moved = decisions.flatMap(({ detail, mode, currency, orderId, sellerId }) => {
    if (mode === 'dry_run') return tally.addUncompared('dryRuns');
    const read = DecisionDetail.safeParse(detail);
    if (!read.success) return tally.addUncompared('unreadable');
    const lines = compareDecision(read.data, { other, against }, countryOf);
    if (!lines) return tally.addUncompared('untold');
    tally.addCompared(
      currency,
      lines.map((line) => ({ ...line, wasOwed: null, becomesOwed: null })),
    );
    return lines.filter(isMoved).map((line) => ({ ...line, orderId, sellerId }));
  });
  return { figures: tally.figures, moved };
}
