import { requireEvent, EVENT_NAMES, type EventName } from '@hub/contract';
import { CommandFailure } from '../failure';

/** Throws where no event has the name. */
export function requireEventName(name: string): EventName {
  const event = EVENT_NAMES.find((known) => known === name);
  if (!event) throw new CommandFailure([`no event "${name}"; there are: ${EVENT_NAMES.join(', ')}`]);
  return requireEvent(event).name;
}
