import type { EventDefinition } from './event-definition';
import { fulfillmentShipped } from './fulfillment-shipped';
import { inventoryUpdated } from './inventory-updated';
import { orderCancelled } from './order-cancelled';
import { orderCreated } from './order-created';
import { returnCreated } from './return-created';

/** The event kinds of the contract ("Events"). Every list of events, and every fact of one, comes from here. */
export const EVENTS = [
  inventoryUpdated,
  orderCreated,
  orderCancelled,
  fulfillmentShipped,
  returnCreated,
] as const;
export type EventName = (typeof EVENTS)[number]['name'];

export const EVENT_NAMES: readonly EventName[] = EVENTS.map(({ name }) => name);

const BY_NAME: ReadonlyMap<string, EventDefinition<EventName>> = new Map(
  EVENTS.map((event) => [event.name, event]),
);

/** The facts of an event. */
export function requireEvent(name: EventName): EventDefinition<EventName> {
  const event = BY_NAME.get(name);
  if (!event) throw new Error(`there is no event ${name}`);
  return event;
}

/** The same for an unchecked name; null: no event has it. */
export function findEvent(name: string): EventDefinition<EventName> | null {
  return BY_NAME.get(name) ?? null;
}

export * from './fulfillment-shipped';
export * from './inventory-updated';
export * from './order-cancelled';
export * from './order-created';
export * from './return-created';
