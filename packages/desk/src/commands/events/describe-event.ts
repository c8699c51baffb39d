import { describeEvent } from '../../events/event-list';
import type { ListedEvent } from '../../events/list-sent-events';
import type { ShownEvent } from '../../events/show-sent-event';
import { time } from '../fields';

/** One line about a refused event, and where to look further. */
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

function answerOf({ status, outcome, code }: Pick<ListedEvent, 'status' | 'outcome' | 'code'>): string {
  return status === null ? 'not finished' : `${status} ${outcome ?? code ?? ''}`.trim();
}
