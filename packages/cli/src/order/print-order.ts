import { StoredCalculation } from '@hub/orders/money';
import { calculationSteps } from '@hub/desk/orders';
import { HEADLINE_LABELS, whyHeld } from '@hub/desk/words';
import type { ResultOf } from '../desk/with-desk';
import { print, printTable, printText } from '../output';
import { counted } from '../counted';

type OrderDescription = ResultOf<'order.show'>;

/** The order as text, top to bottom in the order of events. */
export function printOrder(order: OrderDescription): void {
  const number = order.order_number === null ? '' : ` (${order.order_number})`;
  print(
    `order ${order.order_id}${number} of ${order.shop}: ${HEADLINE_LABELS[order.headline]}${order.held_reason ? ` (${whyHeld(order.held_reason)})` : ''}` +
      `${order.mode === 'dry_run' ? ', dry run' : ''}, to ${order.destination_country}, ${order.currency}`,
  );
  print(`placed ${order.placed_at}, received ${order.received_at}`);
  section('lines');
  printTable(
    ['line', 'variant', 'pieces', 'price', 'state', 'why'],
    order.lines.map((line) => [
      line.line_item_id,
      line.variant_id,
      String(line.quantity),
      line.unit_price,
      line.state,
      line.waiting_reason ?? '',
    ]),
  );
  for (const shipping of order.shipping_orders) printShippingOrder(shipping);
  printRest(order);
}

function printShippingOrder(shipping: OrderDescription['shipping_orders'][number]): void {
  section(`shipping order ${shipping.external_ref} at ${shipping.shop}: ${shipping.state}`);
  print(
    `the shop's order id: ${shipping.order_id ?? 'not known yet'}${shipping.last_failure ? `; ${shipping.last_failure}` : ''}`,
  );
  printTable(
    ['line', 'reference', 'variant', 'pieces', 'packed', 'payout each'],
    shipping.lines.map((line) => [
      line.line_item_id ?? '',
      line.external_ref,
      line.variant_id,
      String(line.quantity),
      String(line.packaged),
      line.unit_price,
    ]),
  );
  for (const line of shipping.lines) print(`  ${line.line_item_id ?? ''}: ${money(line.calculation)}`);
  if (shipping.state === 'dry_run') {
    print('what would have been sent (masked):');
    printText(JSON.stringify(shipping.request, null, 2));
  }
  for (const parcel of shipping.packages) {
    print(
      `package ${parcel.package_id}: ${parcel.carrier} ${parcel.tracking_number}, shipped ${parcel.shipped_at}, ` +
        `tracking ${parcel.tracking}${parcel.last_failure ? ` (${parcel.last_failure})` : ''}`,
    );
    for (const correction of parcel.corrections)
      print(
        `  corrected at ${correction.corrected_at} to ${correction.carrier} ${correction.tracking_number}, ` +
          `tracking ${correction.tracking}${correction.last_failure ? ` (${correction.last_failure})` : ''}`,
      );
  }
}

/** The steps of the calculation (D24), where they are stored. */
function money(calculation: unknown): string {
  const stored = StoredCalculation.safeParse(calculation);
  return stored.success ? calculationSteps(stored.data).join('; ') : '';
}

function printRest(order: OrderDescription): void {
  if (order.cancellations.length > 0) section('cancellations');
  for (const entry of order.cancellations)
    print(
      `${entry.kind} ${entry.kind === 'taken_back' ? 'from' : 'by'} ${entry.requested_by} at ${entry.requested_at}: ${entry.state}`,
    );
  if (order.returns.length > 0) section('returns');
  for (const entry of order.returns)
    print(
      `${entry.id}, reported by ${entry.reported_by} (${entry.side}): ${entry.state}` +
        `${entry.return_id ? `, return ${entry.return_id}` : ''}${entry.last_failure ? ` (${entry.last_failure})` : ''}`,
    );
  if (order.calls.length > 0) section('calls to stores');
  for (const call of order.calls)
    print(
      `${call.at} ${call.shop} ${call.request}: ${call.outcome}${call.status === null ? '' : ` ${call.status}`}` +
        `${call.code ? ` ${call.code}` : ''}, ${counted(call.attempts, 'attempt')}, ${call.duration_ms} ms`,
    );
  if (order.alerts.length > 0) section('alerts');
  for (const alert of order.alerts) print(`${alert.kind} (${alert.state}): ${alert.message}`);
}

function section(title: string): void {
  print('');
  print(title);
}
