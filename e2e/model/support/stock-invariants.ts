import { LOCATION } from './stage';
import type { Scenario } from './scenario';
import { atStore, type KnownShippingOrder, type ReferenceModel } from './reference-model';

const OPEN = new Set(['planned', 'sending', 'placed']);

/** What is reserved is what open lines need, and nothing else is (D17); the shelf is as its shop reports it. */
export function stockViolations(scenario: Scenario, model: ReferenceModel): string[] {
  const shippingOrders = model.orders.flatMap((order) => order.shippingOrders);
  const ofLine = new Map(
    shippingOrders.flatMap((shippingOrder) =>
      shippingOrder.lines.map((line) => [line.id, { shippingOrder, line }] as const),
    ),
  );
  const faults: string[] = [];
  for (const { shop, variant, reservations } of model.stock) {
    const name = `variant ${variant.variantId}`;
    const open = reservations.filter(({ remaining }) => remaining > 0);
    const sum = open.reduce((total, { remaining }) => total + remaining, 0);
    if (Number(variant.committed) !== sum)
      faults.push(`${name}: ${variant.committed} committed, ${sum} in open reservations`);
    const onShelf = shop.store.inventory(variant.variantId)[LOCATION] ?? 0;
    if (Number(variant.onHand) !== onShelf)
      faults.push(`${name}: ${variant.onHand} on hand, ${onShelf} on the shelf`);
    for (const { kind, shippingOrderLineId, remaining } of open) {
      const state = ofLine.get(shippingOrderLineId)?.shippingOrder.state ?? 'gone';
      const isRight =
        kind === 'reserved' ? OPEN.has(state) : ['refused', 'stopped', 'placed'].includes(state);
      if (!isRight) faults.push(`${name}: ${remaining} ${kind} for a shipping order that is ${state}`);
    }
    for (const { shippingOrder, line } of ofLine.values()) {
      if (line.variantId !== variant.variantId || !OPEN.has(shippingOrder.state)) continue;
      const kept = open
        .filter(({ shippingOrderLineId }) => shippingOrderLineId === line.id)
        .reduce((total, { remaining }) => total + remaining, 0);
      if (kept > line.quantity) faults.push(`${name}: more is reserved than is needed`);
      const mustBeKept = shop.slug === 'birch' && !hasMoved(model, shippingOrder, line.id);
      if (mustBeKept && kept !== line.quantity)
        faults.push(`${name}: ${kept} kept of ${line.quantity} needed`);
    }
  }
  return [...faults, ...overPromised(scenario, model)];
}

/** Where stock decreases at shipment, the reservation stays whole until a package or a return reports it. */
function hasMoved({ returns }: ReferenceModel, { packages }: KnownShippingOrder, lineId: string): boolean {
  return (
    packages.some(({ lines }) => lines.some((one) => one.shippingOrderLineId === lineId)) ||
    returns.some(({ lines }) => lines.some((one) => one.shippingOrderLineId === lineId))
  );
}

/** The last piece is never promised twice: a store that takes goods from its shelf at the order finds them there. */
function overPromised(scenario: Scenario, { orders }: ReferenceModel): string[] {
  if (scenario.stockChanged) return [];
  return orders.flatMap(({ shippingOrders }) =>
    shippingOrders.flatMap((shippingOrder) => {
      const found = atStore(scenario, shippingOrder);
      if (!found || found.shop.slug === 'birch' || found.order.status === 'cancelled') return [];
      const isShort = found.order.lines.some(
        ({ taken, quantity }) => taken.reduce((sum, one) => sum + one.quantity, 0) < quantity,
      );
      return isShort ? [`${found.shop.slug} was promised for more than it has`] : [];
    }),
  );
}
