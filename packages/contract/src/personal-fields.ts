import { EVENTS } from './events/events';
import { fieldsOf } from './personal';

/** Names of the events' personal fields that are personal wherever they occur (D29), as the events spell them. */
export const PERSONAL_FIELD_NAMES: readonly string[] = [
  ...new Set(
    EVENTS.flatMap(({ data }) => fieldsOf(data))
      .filter(({ personal }) => personal?.byName)
      .map(({ name }) => name),
  ),
].toSorted();
