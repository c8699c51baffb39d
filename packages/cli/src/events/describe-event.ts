import type { ListedEvent, Sending, ShownBody, ShownEvent } from '@hub/support-desk';
import { print, printTable, time } from '../output';

/** As every list of events prints it as JSON (D33). */
export function describeEvent(event: Omit<ListedEvent, 'key'>) {
  return {
    received_at: time(event.receivedAt),
    event: event.event,
    event_id: event.eventId,
    about: event.about,
    status: event.status,
    outcome: event.outcome,
    code: event.code,
    field: event.field,
    reason: event.reason,
    bytes: event.bytes,
  };
}

export function printEvents(events: readonly ListedEvent[]): void {
  printTable(
    ['received', 'event', 'about', 'answered', 'field', 'bytes', 'event id', 'reason'],
    events.map((event) => cellsOf(event)),
  );
}

/** The columns of an event in a list. */
export function cellsOf(event: ListedEvent): string[] {
  return [
    time(event.receivedAt),
    event.event ?? '',
    event.about ?? '',
    answerOf(event),
    event.field ?? '',
    event.bytes === null ? '' : String(event.bytes),
    // What has no id that could be read is shown by that of what was kept.
    event.eventId ?? event.sentId ?? '',
    event.reason ?? '',
  ];
}

/** One line on an event that was refused, and where to look further. */
export function describeRefused(event: ListedEvent): string {
  const { shop, receivedAt, field } = event;
  const id = event.eventId ?? event.sentId ?? '';
  const answer = [answerOf(event), field].filter(Boolean).join(' ');
  return `refused: ${answer}, ${event.event ?? 'an event'} of ${shop} at ${time(receivedAt)}; hub events show ${id} --shop ${shop}`;
}

export function describeShown(event: ShownEvent) {
  return {
    shop: event.shop,
    ...describeEvent(event),
    sendings: event.sendings.map((sending) => ({
      id: sending.id,
      received_at: time(sending.receivedAt),
      status: sending.status,
      outcome: sending.outcome,
      code: sending.code,
      field: sending.field,
      reason: sending.reason,
      bytes: sending.bytes,
      body: sending.body.kind === 'masked' ? sending.body.value : null,
      personal_data: sending.body.kind,
    })),
  };
}

/** An event in plain words: the answer that counts, each time that it was sent, and what it says. */
export function printShown(event: ShownEvent): void {
  print(
    `${event.event ?? 'an event that cannot be read'} of ${event.shop}, event id ${event.eventId ?? 'unknown'}`,
  );
  print(`about ${event.about ?? 'nothing that can be read'}; answered ${withReason(event)}`);
  if (event.sendings.length === 0) print('nothing of it is kept but this answer');
  for (const sending of event.sendings) {
    print('');
    print(
      `${time(sending.receivedAt)} ${withReason(sending)}, ${sending.bytes ?? 'unknown'} bytes, ${sending.id}`,
    );
  }
  const [newest] = event.sendings;
  if (!newest) return;
  print('');
  print(
    newest.body.kind === 'masked'
      ? JSON.stringify(newest.body.value, null, 2)
      : WHY_NO_BODY[newest.body.kind],
  );
}

const WHY_NO_BODY: Record<Exclude<ShownBody['kind'], 'masked'>, string> = {
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
