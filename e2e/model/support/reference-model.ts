import type { Database } from '@hub/database';
import type { StoreOrder } from '@hub/store-simulator';
import type { Shop } from './stage';
import type { Scenario } from './scenario';

/** Everything about the orders of a scenario: what the database holds, beside what is so at the stores. */
export type ReferenceModel = Awaited<ReturnType<typeof readReferenceModel>>;
export type KnownOrder = ReferenceModel['orders'][number];
export type KnownShippingOrder = KnownOrder['shippingOrders'][number];

export async function readReferenceModel(scenario: Scenario) {
  const { db } = scenario.stage;
  const orders = await db.sellerOrder.findMany({
    where: { orderId: { in: scenario.orderIds } },
    include: {
      lines: { orderBy: { position: 'asc' } },
      shippingOrders: { include: { lines: true, packages: { include: { lines: true } } } },
    },
  });
  const ids = orders.map(({ id }) => id);
  const cancellations = await db.cancellation.findMany({
    where: { sellerOrderId: { in: ids } },
    include: { stops: true },
  });
  const returns = await db.return.findMany({
    where: { sellerOrderId: { in: ids } },
    include: { lines: true },
  });
  const alerts = await db.alert.findMany({ where: { sellerOrderId: { in: ids }, state: 'open' } });
  return { orders, cancellations, returns, alerts, stock: await readStock(db, scenario) };
}

async function readStock(db: Database, { articles, stage }: Scenario) {
  const named = stage.shops.shipping.flatMap((shop) =>
    [0, 1].map((article) => ({ shop, variantId: articles.variantId(shop, article) })),
  );
  const rows = [];
  for (const { shop, variantId } of named) {
    const where = { shopId: shop.id, variantId };
    const variant = await db.variant.findUniqueOrThrow({ where: { shopId_variantId: where } });
    rows.push({ shop, variant, reservations: await db.reservation.findMany({ where }) });
  }
  return rows;
}

/** What a store has under the reference of a shipping order. */
export function atStore(
  scenario: Scenario,
  { externalRef }: { externalRef: string },
): { shop: Shop; order: StoreOrder } | null {
  return scenario.atStores.find(({ order }) => order.externalRef === externalRef) ?? null;
}

export function hasAlert(
  alerts: readonly { kind: string; subject: string }[],
  kind: string,
  subject?: string,
): boolean {
  return alerts.some((alert) => alert.kind === kind && (subject === undefined || alert.subject === subject));
}
