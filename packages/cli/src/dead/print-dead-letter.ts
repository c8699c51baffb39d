import { outcomeLabel } from '@hub/messaging/outcome-text';
import type { ResultOf } from '../desk/with-desk';
import { print, printTable } from '../output';

export function printDeadLetters({ letters }: ResultOf<'dead.list'>): void {
  printTable(
    ['last failed', 'id', 'type', 'shop', 'order', 'reason', 'times', 'state'],
    letters.map((letter) => [
      letter.last_failed_at,
      letter.id,
      letter.type,
      letter.shop ?? '',
      letter.order_id ?? '',
      letter.reason,
      String(letter.died),
      letter.state,
    ]),
  );
}

/** A failed message as text: what it is, why it failed, what a replay would do, what was done with it. */
export function printDeadLetter(letter: ResultOf<'dead.show'>): void {
  print(
    `failed message ${letter.id}: ${letter.state}${letter.outcome ? ` (${outcomeLabel(letter.outcome)})` : ''}`,
  );
  print(`${letter.type} in ${letter.origin}${letter.event_id === null ? '' : `, event ${letter.event_id}`}`);
  print(
    `shop ${letter.shop ?? 'unknown'}, order ${letter.order_id ?? 'unknown'}, correlation ${letter.correlation ?? 'none'}`,
  );
  print(
    `failed ${letter.died === 1 ? 'once' : `${letter.died} times`}, between ${letter.first_failed_at} and ${letter.last_failed_at}, ` +
      `${letter.attempts} attempt(s) the last time: ${letter.reason}`,
  );
  if (letter.stack) print(letter.stack);
  print('');
  print(`a replay now: ${letter.replay.says}`);
  print(`an edit: ${letter.editable.says}`);
  if (letter.edit) {
    print('');
    print(
      `edited by ${letter.edit.by} at ${letter.edit.at}: ${letter.edit.changed.join(', ')}; a replay sends`,
    );
    print(JSON.stringify(letter.edit.body, null, 2));
  }
  print('');
  print(`body, ${letter.body_bytes} bytes, personal data ${letter.personal_data}:`);
  print(letter.body === null ? '(no JSON: shown with --reveal alone)' : JSON.stringify(letter.body, null, 2));
  if (letter.actions.length > 0) print('');
  for (const { at, actor, action } of letter.actions) print(`${at} ${actor}: ${action}`);
}
