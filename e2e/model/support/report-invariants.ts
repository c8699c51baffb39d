import type { Scenario, SentEvent } from './scenario';
import { hasAlert, type ReferenceModel } from './reference-model';

/**
 * Every accepted fact has reached the other shop exactly once, by its idempotency key, or waits with support; and
 * every sender was answered what the ledger says.
 */
export async function reportViolations(scenario: Scenario, model: ReferenceModel): Promise<string[]> {
  return [
    ...scenario.falseStops,
    ...packageViolations(scenario, model),
    ...returnViolations(scenario, model),
    ...refusedFacts(scenario),
    ...(await ledgerViolations(scenario)),
  ];
}

function packageViolations(scenario: Scenario, { orders, alerts }: ReferenceModel): string[] {
  const { notifications } = scenario.stage.shops.selling.store;
  const mine = notifications.filter(({ orderId }) => scenario.orderIds.includes(orderId));
  const packages = orders.flatMap(({ shippingOrders }) => shippingOrders.flatMap((one) => one.packages));
  const faults = mine
    .filter(({ externalRef }) => !packages.some(({ reference }) => reference === externalRef))
    .map(({ trackingNumber }) => `the customer was notified of ${trackingNumber}, which no shop reported`);
  for (const { id, reference, trackingNumber, state } of packages) {
    const notified = mine.filter(({ externalRef }) => externalRef === reference).length;
    const waits = state === 'failed' && hasAlert(alerts, 'tracking_failed', `package:${id}`);
    if (notified > 1) faults.push(`the customer was notified ${notified} times of ${trackingNumber}`);
    if (state === 'done' && notified !== 1) faults.push(`the customer was not notified of ${trackingNumber}`);
    if (state !== 'done' && !waits) faults.push(`package ${trackingNumber} is ${state}, unknown to support`);
  }
  return faults;
}

function returnViolations(scenario: Scenario, { orders, returns, alerts }: ReferenceModel): string[] {
  const { store } = scenario.stage.shops.selling;
  const registered = store.returns.filter(({ orderId }) => scenario.orderIds.includes(orderId));
  const faults: string[] = [];
  const refunded = registered.flatMap(({ lines }) => lines.map(({ lineId }) => lineId));
  if (new Set(refunded).size < refunded.length) faults.push('a line was returned twice at the selling shop');
  for (const { externalRef } of registered)
    if (!returns.some(({ reference }) => reference === externalRef))
      faults.push(`the selling shop has a return ${externalRef} that no shop reported`);
  for (const { id, reference, side, state, storeReturnId } of returns) {
    const at = registered.filter(({ externalRef }) => externalRef === reference);
    const subject = `return:${id}`;
    if (side === 'selling' && state !== 'recorded') faults.push(`a platform's return is ${state}`);
    if (at.length > 1) faults.push(`return ${id} was registered ${at.length} times`);
    if (state === 'registered' && at[0]?.returnId !== storeReturnId)
      faults.push(`return ${id} is not at the selling shop`);
    if (state === 'failed' && !hasAlert(alerts, 'return_failed', subject))
      faults.push(`return ${id} failed, unknown to support`);
    if (state === 'waiting' && !hasAlert(alerts, 'return_waiting', subject))
      faults.push(`return ${id} waits, unknown to support`);
  }
  const lines = orders.flatMap((order) => order.lines.map(({ id }) => id));
  for (const lineId of lines) {
    const sides = returns.filter((one) => one.lines.some(({ orderLineId }) => orderLineId === lineId));
    const bySelling = sides.filter(({ side }) => side === 'selling').length;
    const isRegistered = sides.some(({ state }) => state === 'registered');
    if (bySelling > 1) faults.push(`the platform's return of ${lineId} is stored twice`);
    if (bySelling > 0 && isRegistered)
      faults.push(`line ${lineId} was returned by the platform and registered there too`);
  }
  return faults;
}

/** What honest stores reported in a scenario: packages are never refused; the rest for reasons that are known. */
const REFUSALS: Record<string, readonly string[]> = {
  'order.created': [],
  'fulfillment.shipped': [],
  'order.cancelled': ['order_already_shipped', 'unknown_order'],
  'return.created': ['quantity_exceeded', 'unknown_order'],
  'inventory.updated': [],
};

function refusedFacts(scenario: Scenario): string[] {
  return scenario.answers
    .filter(({ verdict }) => verdict.status !== 200 && verdict.status !== 503)
    .flatMap(({ event, verdict }) => {
      const code = verdict.status === 200 ? '' : verdict.code;
      return REFUSALS[event]?.includes(code) ? [] : [`${event} was answered ${verdict.status} ${code}`];
    });
}

async function ledgerViolations(scenario: Scenario): Promise<string[]> {
  const faults: string[] = [];
  const byEvent = new Map<string, SentEvent>();
  for (const sent of scenario.sentEvents) byEvent.set(sent.delivery.eventId, sent);
  const entries = await scenario.stage.db.eventLedger.findMany({
    where: { eventId: { in: [...byEvent.keys()] } },
  });
  const ledger = new Map(entries.map((entry) => [entry.eventId, entry]));
  for (const { eventId, event, verdict } of scenario.answers) {
    if (verdict.status === 503) continue;
    const said = verdict.status === 200 ? verdict.outcome : verdict.code;
    const entry = ledger.get(eventId);
    if (!entry) {
      if (said !== 'unknown_order') faults.push(`${event} was answered ${said} and is in no ledger`);
      continue;
    }
    const recorded = entry.outcome ?? entry.code;
    const isSame = said === recorded || (said === 'duplicate' && recorded === 'accepted');
    if (!isSame && said !== 'unknown_order')
      faults.push(`${event} was answered ${said}, the ledger says ${recorded}`);
  }
  return faults;
}
