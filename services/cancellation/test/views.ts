import type { Database } from '@hub/database';

/** An order's overview: states of the order, its lines, shipping orders and stops, in order. */
export async function viewOrder(db: Database, sellerOrderId: string) {
  const order = await db.sellerOrder.findUniqueOrThrow({
    where: { id: sellerOrderId },
    include: {
      lines: { orderBy: { position: 'asc' } },
      shippingOrders: { include: { lines: { orderBy: { position: 'asc' } } } },
    },
  });
  const parts = order.shippingOrders.toSorted((a, b) => firstPosition(a) - firstPosition(b));
  const stops = await db.shippingOrderStop.findMany({
    where: { shippingOrderId: { in: parts.map(({ id }) => id) } },
  });
  const stopOf = new Map(stops.map((stop) => [stop.shippingOrderId, stop.state]));
  return {
    order: order.state,
    lines: order.lines.map(({ state }) => state),
    shippingOrders: parts.map(({ state }) => state),
    stops: parts.map(({ id }) => stopOf.get(id) ?? null),
  };
}

function firstPosition({ lines }: { lines: { position: number }[] }): number {
  return lines[0]?.position ?? 0;
}

/** Pieces under reservations and blocks of a variant, by kind. */
export async function viewStock(db: Database, of: { shopId: number; variantId: string }) {
  const { shopId, variantId } = of;
  const variant = await db.variant.findUniqueOrThrow({ where: { shopId_variantId: { shopId, variantId } } });
  const open = await db.reservation.findMany({ where: { shopId, variantId, remaining: { gt: 0 } } });
  return {
    committed: Number(variant.committed),
    reserved: sumOf(open.filter(({ kind }) => kind === 'reserved')),
    blocked: sumOf(open.filter(({ kind }) => kind === 'block')),
  };
}

function sumOf(reservations: { remaining: number }[]): number {
  return reservations.reduce((sum, { remaining }) => sum + remaining, 0);
}

/** Open alerts as `kind subject`. */
export async function openAlerts(db: Database): Promise<string[]> {
  const alerts = await db.alert.findMany({ where: { state: 'open' }, orderBy: [{ kind: 'asc' }] });
  return alerts.map(({ kind }) => kind);
}

/** What the ledger holds for a shop's events, in the order of receipt. */
export async function ledgerOf(db: Database, shopId: number) {
  const entries = await db.eventLedger.findMany({ where: { shopId }, orderBy: { receivedAt: 'asc' } });
  return entries.map(({ eventId, status, outcome, code }) => ({ eventId, status, outcome, code }));
}
