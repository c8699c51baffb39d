import type { ListedEvent } from '@hub/support-desk';
import type { Tone } from '../layout/state';

type Answered = Pick<ListedEvent, 'status' | 'outcome' | 'code'>;

/** What it was answered, such as `422 invalid_request`. */
export function answerWords({ status, outcome, code }: Answered): string {
  if (status === null) return 'not finished';
  return [status, outcome ?? code].filter((part) => part !== null).join(' ');
}

export function answerTone({ status }: Pick<Answered, 'status'>): Tone {
  if (status === null || status >= 500) return 'warn';
  return status < 300 ? 'good' : 'bad';
}

/** Where an event is shown: by its id, or, where it had none that could be read, by that of what was kept. */
export function eventAddress({
  shop,
  eventId,
  sentId,
}: Pick<ListedEvent, 'shop' | 'eventId' | 'sentId'>): string {
  return `/events/${shop}/${encodeURIComponent(eventId ?? sentId ?? '')}`;
}
