import type { ResultOf } from '../desk/with-desk';
import { print, printText } from '../output';

export type ListedEvent = ResultOf<'events.list'>[number];
type ShownEvent = ResultOf<'events.show'>;
type Sending = ShownEvent['sendings'][number];

/** As lists print it as JSON (D33). */
export function eventOf({ key: _key, sent_id: _sentId, ...event }: ListedEvent) {
  return event;
}

/** The columns of an event in a list. */
export function cellsOf(event: ListedEvent): string[] {
  return [
    event.received_at,
    event.event ?? '',
    event.about ?? '',
    answerOf(event),
    event.field ?? '',
    event.bytes === null ? '' : String(event.bytes),
    // Without a readable event id, the id of the kept row is shown.
    event.event_id ?? event.sent_id ?? '',
    event.reason ?? '',
  ];
}

/** An event as text: the answer that counts, each time it was sent, and its content. */
export function printShown(event: ShownEvent): void {
  print(
    `${event.event ?? 'an event that cannot be read'} of ${event.shop}, event id ${event.event_id ?? 'unknown'}`,
  );
  print(`about ${event.about ?? 'nothing that can be read'}; answered ${withReason(event)}`);
  if (event.sendings.length === 0) print('nothing of it is kept but this answer');
  for (const sending of event.sendings) {
    print('');
    print(
      `${sending.received_at} ${withReason(sending)}, ${sending.bytes ?? 'unknown'} bytes, ${sending.id}`,
    );
  }
  const [newest] = event.sendings;
  if (!newest) return;
  print('');
  printText(
    newest.personal_data === 'masked'
      ? JSON.stringify(newest.body, null, 2)
      : WHY_NO_BODY[newest.personal_data],
  );
}

const WHY_NO_BODY: Record<Exclude<Sending['personal_data'], 'masked'>, string> = {
  not_json: 'the body is not JSON: it is shown with --reveal alone',
  none: 'the body is not kept: its sender was not known, or it had its time',
  unreadable: 'the body cannot be opened with the keys given here',
};

function withReason(answered: ShownEvent | Sending): string {
  const { field, reason } = answered;
  return [answerOf(answered), field, reason && `(${reason})`].filter(Boolean).join(' ');
}

function answerOf({ status, outcome, code }: Pick<ListedEvent, 'status' | 'outcome' | 'code'>): string {
  return status === null ? 'not finished' : `${status} ${outcome ?? code ?? ''}`.trim();
}
