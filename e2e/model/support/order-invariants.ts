import type { Scenario } from './scenario';
import {
  atStore,
  hasAlert,
  type KnownOrder,
  type KnownShippingOrder,
  type ReferenceModel,
} from './reference-model';

const LIVE = new Set(['planned', 'sending', 'disputed', 'placed']);

/**
 * What must hold of an order once all work has ended, whatever happened to it: each line in one state, which its shipping
 * orders explain; the database and the store agree on every shipping order.
 */
export function orderViolations(scenario: Scenario, model: ReferenceModel): string[] {
  return model.orders.flatMap((order) => [
    ...stateViolations(scenario, model, order),
    ...order.lines.flatMap((line) => lineViolations(scenario, { model, order, line })),
    ...order.shippingOrders.flatMap((shippingOrder) =>
      shippingOrderViolations(scenario, model, { order, shippingOrder }),
    ),
    ...shippedTwice(scenario, order),
    ...givenAgain(scenario, model, order),
  ]);
}

function stateViolations(
  scenario: Scenario,
  { alerts, cancellations }: ReferenceModel,
  order: KnownOrder,
): string[] {
  const name = `order ${order.orderId} (${order.state})`;
  const faults: string[] = [];
  const asked = scenario.answers.filter(
    ({ event, orderId }) => event === 'order.cancelled' && orderId === order.orderId,
  );
  const ofThis = cancellations.filter(({ sellerOrderId }) => sellerOrderId === order.id);
  const shipped = order.shippingOrders.some(({ packages }) => packages.length > 0);
  if (order.state === 'stopping') faults.push(`${name} is for ever stopping`);
  if (order.state === 'held' && !hasAlert(alerts, 'order_held', `order:${order.id}`))
    faults.push(`${name} is held without an alert`);
  if (order.state === 'stopped' && shipped) faults.push(`${name} has packages`);
  if (order.state === 'stopped' && asked.length === 0) faults.push(`${name}: stopped without a cancellation`);
  const wasRequested = asked.some(({ verdict }) => verdict.status !== 404);
  if (order.state === 'accepted' && wasRequested && !shipped && !scenario.lied)
    faults.push(`${name} was cancelled, nothing shipped, and it stands`);
  for (const { kind, state } of ofThis)
    if (kind === 'whole_order' && state === 'stopped' && order.state !== 'stopped')
      faults.push(`${name}: its cancellation is stopped`);
  for (const { verdict } of asked) {
    const said = verdict.status === 200 ? verdict.outcome : verdict.code;
    const isTrue =
      order.state === 'stopped'
        ? ['stopped', 'unknown_order', 'temporary_failure'].includes(said)
        : said !== 'stopped';
    if (!isTrue) faults.push(`${name}: a cancellation was answered ${said}`);
  }
  return faults;
}

/** It has its lines, or may have them; one that its shop refused has them until support gives them to another. */
function hasItsLines({ support }: Scenario, { state, externalRef }: KnownShippingOrder): boolean {
  return LIVE.has(state) || (state === 'refused' && !support.rerouted.includes(externalRef));
}

function lineViolations(
  scenario: Scenario,
  {
    model: { alerts },
    order,
    line,
  }: { model: ReferenceModel; order: KnownOrder; line: KnownOrder['lines'][number] },
): string[] {
  const name = `line ${line.lineItemId} (${line.state}) of ${order.orderId} (${order.state})`;
  const held = order.shippingOrders.flatMap((shippingOrder) =>
    shippingOrder.lines
      .filter(({ orderLineId }) => orderLineId === line.id)
      .map(({ packaged, quantity }) => ({ shippingOrder, packaged, quantity })),
  );
  const live = held.filter(({ shippingOrder }) => hasItsLines(scenario, shippingOrder));
  const faults: string[] = [];
  if (live.length > 1) faults.push(`${name} is with ${live.length} shops at once`);
  if (held.filter(({ packaged }) => packaged > 0).length > 1) faults.push(`${name} was shipped by two shops`);
  const whole = live.filter(({ packaged, quantity }) => packaged === quantity);
  switch (line.state) {
    case 'own':
      if (held.length > 0) faults.push(`${name} was given to a shop`);
      break;
    case 'shipped':
      if (whole.length !== 1) faults.push(`${name} has no whole set of packages`);
      break;
    case 'allocated':
      if (live.length !== 1 || whole.length > 0) faults.push(`${name} is with no shop, or shipped`);
      if (order.state === 'stopped') faults.push(`${name} is open`);
      break;
    case 'stopped':
      if (live.length > 0 || order.state !== 'stopped') faults.push(`${name} is not to be stopped`);
      break;
    case 'waiting':
      if (live.length > 0 || order.state === 'stopped') faults.push(`${name} waits for nothing`);
      if (order.state === 'accepted' && !isReported(alerts, order.id))
        faults.push(`${name} waits unknown to support`);
      break;
    case 'unfulfillable':
      faults.push(`${name}: it was not closed`);
  }
  return faults;
}

function isReported(alerts: ReferenceModel['alerts'], sellerOrderId: string): boolean {
  return ['line_waiting', 'line_blocked', 'cannot_ship_unroutable'].some((kind) =>
    hasAlert(alerts, kind, `order:${sellerOrderId}`),
  );
}

function shippingOrderViolations(
  scenario: Scenario,
  { alerts, cancellations }: ReferenceModel,
  { order, shippingOrder }: { order: KnownOrder; shippingOrder: KnownShippingOrder },
): string[] {
  const { state, storeOrderId, externalRef } = shippingOrder;
  const name = `shipping order ${externalRef.slice(0, 8)} (${state}) of ${order.orderId} (${order.state})`;
  const found = atStore(scenario, shippingOrder);
  const faults: string[] = [];
  for (const line of shippingOrder.lines) {
    const reported = shippingOrder.packages.flatMap(({ lines }) =>
      lines.filter(({ shippingOrderLineId }) => shippingOrderLineId === line.id),
    );
    const pieces = reported.reduce((sum, { quantity }) => sum + quantity, 0);
    if (line.packaged !== pieces) faults.push(`${name}: packaged is not what the packages hold`);
    if (line.packaged > line.quantity) faults.push(`${name}: more is packaged than was ordered`);
    const atShop = found?.order.lines.find((one) => one.externalRef === line.externalRef);
    if ((atShop?.shipped ?? 0) !== pieces)
      faults.push(`${name}: ${atShop?.shipped ?? 0} pieces left the shop, ${pieces} are known`);
  }
  if (state === 'placed' && found?.order.orderId !== storeOrderId)
    faults.push(`${name} is not at its store as ${storeOrderId}`);
  if (state === 'stopped' && found?.order.status === 'created') faults.push(`${name} is open at its store`);
  const overruled = cancellations.some(
    ({ stops, id }) =>
      stops.some((stop) => stop.shippingOrderId === shippingOrder.id) &&
      hasAlert(alerts, 'cancellation_overruled', `cancellation:${id}`),
  );
  if (state !== 'stopped' && found?.order.status === 'cancelled' && !(scenario.lied && overruled))
    faults.push(`${name} is stopped at its store`);
  if (
    state === 'refused' &&
    hasItsLines(scenario, shippingOrder) &&
    !hasAlert(alerts, 'placing_refused', `shipping_order:${shippingOrder.id}`)
  )
    faults.push(`${name}: support does not know`);
  return faults;
}

/** Of the goods themselves, not of what was reported. */
function shippedTwice(scenario: Scenario, order: KnownOrder): string[] {
  return order.lines.flatMap((line) => {
    const left = order.shippingOrders.flatMap((shippingOrder) => {
      const reference = shippingOrder.lines.find(({ orderLineId }) => orderLineId === line.id)?.externalRef;
      const at = atStore(scenario, shippingOrder)?.order.lines.find((one) => one.externalRef === reference);
      return at && at.shipped > 0 ? [at.shipped] : [];
    });
    return left.length > 1 ? [`line ${line.lineItemId} left ${left.length} shops`] : [];
  });
}

/** A shop that cannot ship a line, or that support took it from, is never given it again (D12, D19). */
function givenAgain({ support }: Scenario, { cancellations }: ReferenceModel, order: KnownOrder): string[] {
  const gaveUp = cancellations.flatMap(({ kind, state, shippingOrderId }) =>
    kind === 'cannot_ship' && state === 'stopped'
      ? order.shippingOrders.filter(({ id }) => id === shippingOrderId)
      : [],
  );
  const taken = order.shippingOrders.filter(({ externalRef }) => support.rerouted.includes(externalRef));
  return [...gaveUp, ...taken].flatMap((given) =>
    order.shippingOrders
      .filter(({ shopId, createdAt }) => shopId === given.shopId && createdAt > given.createdAt)
      .filter(({ lines }) =>
        lines.some((line) => given.lines.some((one) => one.orderLineId === line.orderLineId)),
      )
      .map(({ id }) => `shipping order ${id} gives a line to the shop that it was taken from`),
  );
}
