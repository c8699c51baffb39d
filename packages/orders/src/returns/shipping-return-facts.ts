import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { readHoldsItsLines } from '../states/holds-its-lines';

/** A shipping order whose goods its shop took back. */
export interface ShippingReturnFacts {
  /** The service's reference of the order. */
  reference: string;
  lines: readonly ShippedLineFacts[];
}

export interface ShippedLineFacts {
  /** Of the shipping order line. */
  id: string;
  orderLineId: string;
  reference: string;
  quantity: number;
  /** Whether this shop has returned it before. */
  returnedBefore: boolean;
  /** Why registering its return could cause a double refund; null: nothing prevents it. */
  doubt: ReturnDoubt | null;
}

/**
 * Why a return waits for support (D13). The selling platform has reported it too. Or the line was stopped, or is being
 * stopped, so that the cancellation refunds it. Or another shop, which had the line before or after, returned it too.
 */
export type ReturnDoubt = 'reported_by_selling_shop' | 'stopped' | 'returned_by_another_shop';

const ShippedLineRow = z.object({
  id: z.string(),
  orderLineId: z.string(),
  reference: z.string(),
  quantity: z.int(),
  returnedBefore: z.boolean(),
  reported: z.boolean(),
  stopped: z.boolean(),
  returnedElsewhere: z.boolean(),
});
type ShippedLineRow = z.output<typeof ShippedLineRow>;

/** A shipping order, read under the lock of its seller order. */
export interface LockedShippingReturnFacts extends ShippingReturnFacts {
  /** Its id at the store is missing, and nothing of it has ended: the return supplies it (D11). */
  settles: boolean;
}

/** The caller holds the lock of the seller order: shipment, cancellation, routing and returns of one order are serialised. */
export async function readShippingReturnFacts(
  tx: Tx,
  shippingOrderId: string,
): Promise<LockedShippingReturnFacts> {
  const { externalRef, storeOrderId, state } = await tx.shippingOrder.findUniqueOrThrow({
    where: { id: shippingOrderId },
    select: { externalRef: true, storeOrderId: true, state: true },
  });
  const wentElsewhere = state === 'refused' && !(await readHoldsItsLines(tx, shippingOrderId));
  const found = await readShippedLines(tx, shippingOrderId);
  const lines = found.map(({ reported, stopped, returnedElsewhere, ...line }) => ({
    ...line,
    doubt: doubtOf({ reported, stopped: stopped || wentElsewhere, returnedElsewhere }),
  }));
  const settles = storeOrderId === null && state !== 'stopped' && !wentElsewhere;
  return { reference: externalRef, lines, settles };
}

async function readShippedLines(tx: Tx, shippingOrderId: string): Promise<ShippedLineRow[]> {
  return rows(
    ShippedLineRow,
    tx.$queryRaw`
    SELECT l.id, l.order_line_id AS "orderLineId", l.external_ref AS reference, l.quantity,
      coalesce(b.here, false) AS "returnedBefore",
      coalesce(b.elsewhere, false) AS "returnedElsewhere",
      coalesce(b.reported, false) AS reported,
      s.state = 'stopped' OR o.state = 'stopped' OR coalesce(t.state <> 'already_shipped', false) AS stopped
    FROM shipping_order s
    JOIN shipping_order_line l ON l.shipping_order_id = s.id
    JOIN order_line o ON o.id = l.order_line_id
    LEFT JOIN shipping_order_stop t ON t.shipping_order_id = s.id
    LEFT JOIN LATERAL (
      SELECT bool_or(r.side = 'selling') AS reported,
        bool_or(rl.shipping_order_line_id = l.id) AS here,
        bool_or(rl.shipping_order_line_id <> l.id) AS elsewhere
      FROM return_line rl JOIN "return" r ON r.id = rl.return_id
      WHERE rl.order_line_id = o.id
    ) b ON true
    WHERE s.id = ${shippingOrderId}::uuid`,
  );
}

function doubtOf(
  line: Pick<ShippedLineRow, 'reported' | 'stopped' | 'returnedElsewhere'>,
): ReturnDoubt | null {
  if (line.reported) return 'reported_by_selling_shop';
  if (line.stopped) return 'stopped';
  return line.returnedElsewhere ? 'returned_by_another_shop' : null;
}
