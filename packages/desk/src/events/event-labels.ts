import type { Tone } from '../engine/cell';
import type { ListedEvent } from './list-sent-events';

type Answered = Pick<ListedEvent, 'status' | 'outcome' | 'code'>;

/** Its answer, such as `422 invalid_request`. */
export function answerText({ status, outcome, code }: Answered): string {
  if (status === null) return 'not finished';
  return [status, outcome ?? code].filter((part) => part !== null).join(' ');
}

export function answerTone({ status }: Pick<Answered, 'status'>): Tone {
  if (status === null || status >= 500) return 'warn';
  return status < 300 ? 'good' : 'bad';
}

/** The page of an event: by its id or, if it had no readable one, by the id of the stored row. */
export function eventAddress({
  shop,
  eventId,
  sentId,
}: Pick<ListedEvent, 'shop' | 'eventId' | 'sentId'>): string {
  return `/events/${shop}/${encodeURIComponent(eventId ?? sentId ?? '')}`;
}
