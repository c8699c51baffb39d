import { isJsonObject } from './json-object';

/** The tag of every order the service created ("Shipping order"). */
export const LOOP_GUARD_TAG = 'hub_ship';

/**
 * Whether the `data` of an `order.created` is an order the service itself created, sent back by the platform ("Rules
 * per event"). Reads nothing else, so it is checked before validation: such an order is skipped even if it is otherwise
 * malformed. A blank reference counts as absent (D7).
 */
export function isLoopGuarded(data: unknown): boolean {
  if (!isJsonObject(data)) return false;
  const { tags, hub_external_ref: ref } = data;
  return (
    (Array.isArray(tags) && tags.includes(LOOP_GUARD_TAG)) || (typeof ref === 'string' && ref.trim() !== '')
  );
}
