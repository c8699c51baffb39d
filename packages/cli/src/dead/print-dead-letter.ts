import { outcomeLabel } from '@hub/messaging/outcome-text';
import type { ResultOf } from '../desk/with-desk';
import { print, printText } from '../output';
import { counted } from '../counted';

/** A failed message as text: what it is, why it failed, what a replay would do, what was done with it. */
export function printDeadLetter(failedMessage: ResultOf<'dead.show'>): void {
  print(
    `failed message ${failedMessage.id}: ${failedMessage.state}${failedMessage.outcome ? ` (${outcomeLabel(failedMessage.outcome)})` : ''}`,
  );
  print(
    `${failedMessage.type} in ${failedMessage.origin}${failedMessage.event_id === null ? '' : `, event ${failedMessage.event_id}`}`,
  );
  print(
    `shop ${failedMessage.shop ?? 'unknown'}, order ${failedMessage.order_id ?? 'unknown'}, correlation ${failedMessage.correlation ?? 'none'}`,
  );
  print(
    `failed ${failedMessage.died === 1 ? 'once' : `${failedMessage.died} times`}, between ${failedMessage.first_failed_at} and ${failedMessage.last_failed_at}, ` +
      `${counted(failedMessage.attempts, 'attempt')} the last time: ${failedMessage.reason}`,
  );
  if (failedMessage.stack) printText(failedMessage.stack);
  print('');
  print(`a replay now: ${failedMessage.replay.says}`);
  print(`an edit: ${failedMessage.editable.says}`);
  if (failedMessage.edit) {
    print('');
    print(
      `edited by ${failedMessage.edit.by} at ${failedMessage.edit.at}: ${failedMessage.edit.changed.join(', ')}; a replay sends`,
    );
    printText(JSON.stringify(failedMessage.edit.body, null, 2));
  }
  print('');
  print(`body, ${failedMessage.body_bytes} bytes, personal data ${failedMessage.personal_data}:`);
  printText(
    failedMessage.body === null
      ? '(no JSON: shown with --reveal alone)'
      : JSON.stringify(failedMessage.body, null, 2),
  );
  if (failedMessage.actions.length > 0) print('');
  for (const { at, actor, action } of failedMessage.actions) print(`${at} ${actor}: ${action}`);
}
