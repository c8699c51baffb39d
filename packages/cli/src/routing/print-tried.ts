import { calculationSteps } from '@hub/desk/orders';
import { whyLabel } from '@hub/desk/words';
import type { ResultOf } from '../desk/with-desk';
import { note, print } from '../output';
import { printDecision } from './print-decision';

/** How an order would be routed, as text. */
export function printTried(tried: ResultOf<'route.try'>): void {
  switch (tried.outcome) {
    case 'skipped':
      return print('skipped: an order of our own, sent back');
    case 'refused':
      return note(
        `refused: ${tried.refusal.status} ${tried.refusal.code}: ${tried.refusal.message}` +
          (tried.refusal.field === undefined ? '' : ` (${tried.refusal.field})`),
      );
    case 'accepted':
  }
  if (tried.already_stored) note('an order of this id is stored: sent again, it would change nothing');
  if (tried.held_because !== null) note(`it would be held (${tried.held_because}) and not routed`);
  if (tried.decision.lines.length === 0) return print('accepted; no line is on the network');
  printDecision(tried.decision);
  if (tried.other) {
    print('');
    print('under the other policy:');
    printDecision(tried.other.decision);
    print('');
    for (const one of tried.other.differences)
      print(
        `line ${one.line_item_id} would go to ${one.would_be ?? 'no shop'} instead of ${one.was ?? 'no shop'}: ${whyLabel(one.why)}`,
      );
    if (tried.other.differences.length === 0) print('both policies choose the same shops');
  }
  print('');
  for (const [lineItemId, money] of Object.entries(tried.money))
    print(`money of ${lineItemId}: ${calculationSteps(money).join('; ')}`);
}
