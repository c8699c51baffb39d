import { rows, type Tx } from '@hub/database';
import { linkTraces } from '@hub/messaging';
import { isTraced } from '@hub/runtime';
import { z } from 'zod';

const CorrelationRow = z.object({ correlation: z.string() });

/** Links the trace of an event with that of its order. Reads nothing if tracing is off. */
export async function linkToOrder(
  tx: Tx,
  event: { name: string; correlation: string },
  sellerOrderId: string,
): Promise<void> {
  if (!isTraced(event.correlation)) return;
  const [order] = await rows(
    CorrelationRow,
    tx.$queryRaw`SELECT correlation FROM seller_order WHERE id = ${sellerOrderId}::uuid`,
  );
  if (order) linkTraces(tx, event, order.correlation);
}
