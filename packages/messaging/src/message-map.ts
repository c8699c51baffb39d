import { EVENT_NAMES, EVENTS, requireEvent, type EventName, type WorkerName } from '@hub/contract';
import { z } from 'zod';
import { COMMANDS_EXCHANGE, EVENTS_EXCHANGE, type QueueSpec } from './topology';

/** An imperative message between workers: ids only (D29), the work itself is in the database. */
export interface Command<T extends object = object> {
  type: string;
  owner: WorkerName;
  /** What the message asks for, for the message map. */
  summary: string;
  /** Its label on the desk's pages. */
  label: string;
  /** Handled, it is not done: its effect is a call to a store, which comes after (D23). */
  callsStore?: true;
  payload: z.ZodType<T>;
}

const Id = z.uuid();
const Gtin = z.string().length(14);
const ShopId = z.int().positive();
const OfferedStock = z.object({ shopId: ShopId, variantId: z.string(), pieces: z.int().nonnegative() });

/** Every command: type, owner, content. */
export const COMMANDS = {
  pullCatalogue: command({
    type: 'catalogue.pull',
    label: 'Reading a catalogue',
    owner: 'catalogue',
    summary: "Read a shop's whole catalogue (GET /products) as the run says.",
    payload: z.object({ runId: Id }),
  }),
  recalculateArticle: command({
    type: 'network-quantity.recalculate',
    label: 'Working out the network quantities of an article',
    owner: 'inventory',
    summary:
      'Work out the network quantity of one article at every shop that has it, once lines that wait for it are served. `offered`: the stock that they have been offered. `fallen`: by so many pieces its free stock fell, and nothing else of it changed.',
    payload: z.object({
      gtin: Gtin,
      offered: z.array(OfferedStock).optional(),
      fallen: z.int().positive().optional(),
    }),
  }),
  recalculateShop: command({
    type: 'network-quantity.recalculate-shop',
    label: 'Working out the network quantities of a shop',
    owner: 'inventory',
    summary: "Work out the network quantities of all a shop's articles: its sheet or its catalogue changed.",
    payload: z.object({ shopId: ShopId }),
  }),
  routeOrder: command({
    type: 'order.route',
    label: 'Choosing shops for an order',
    owner: 'routing',
    summary: 'Choose shipping shops for the waiting lines of an order.',
    payload: z.object({ sellerOrderId: Id }),
  }),
  serveWaitingLines: command({
    type: 'article.serve-waiting',
    label: 'Serving lines that wait for an article',
    owner: 'routing',
    summary:
      'Lines wait for an article that there may be stock for: route them, then have its quantities worked out.',
    payload: z.object({ gtin: Gtin }),
  }),
  placeShippingOrder: command({
    type: 'shipping-order.place',
    label: 'Placing a shipping order',
    owner: 'routing',
    summary: 'Place a shipping order (POST /orders).',
    callsStore: true,
    payload: z.object({ shippingOrderId: Id }),
  }),
  deliverTracking: command({
    type: 'tracking.deliver',
    label: 'Delivering tracking',
    owner: 'fulfilment',
    summary: "Send the selling shop a package's tracking (PUT /orders/{id}/tracking).",
    callsStore: true,
    payload: z.object({ packageId: Id }),
  }),
  stopShippingOrder: command({
    type: 'shipping-order.stop',
    label: 'Stopping a shipping order',
    owner: 'cancellation',
    summary: 'Stop a shipping order (POST /cancel).',
    callsStore: true,
    payload: z.object({ stopId: Id }),
  }),
  cannotShip: command({
    type: 'shipping-order.cannot-ship',
    label: 'A shop that cannot ship a shipping order',
    owner: 'cancellation',
    summary:
      'A shipping order has got the id of its store under which its shop had cancelled before: it cannot ship.',
    payload: z.object({ shippingOrderId: Id }),
  }),
  registerReturn: command({
    type: 'return.register',
    label: 'Registering a return',
    owner: 'returns',
    summary: 'Register a return at the selling shop (POST /returns).',
    callsStore: true,
    payload: z.object({ returnId: Id }),
  }),
} as const;

export function eventQueue(event: EventName): QueueSpec {
  return { name: `${requireEvent(event).owner}.${event}`, exchange: EVENTS_EXCHANGE, routingKey: event };
}

export function commandQueue(of: Command): QueueSpec {
  return { name: `${of.owner}.${of.type}`, exchange: COMMANDS_EXCHANGE, routingKey: of.type };
}

/** All queues of the system: every service declares them all, so that no message finds its queue missing. */
export function allQueues(): QueueSpec[] {
  return [...EVENT_NAMES.map(eventQueue), ...Object.values(COMMANDS).map(commandQueue)];
}

/** The label of a message type; null: the hub has no such message. */
export function messageLabel(type: string): string | null {
  return LABELS.get(type) ?? null;
}

function command<T extends object>(definition: Command<T>): Command<T> {
  return definition;
}

/** Every message type with its label, events first. */
export const MESSAGE_LABELS: readonly { type: string; label: string }[] = [
  ...EVENTS.map(({ name, label }) => ({ type: name, label })),
  ...Object.values(COMMANDS).map(({ type, label }) => ({ type, label })),
];

const LABELS = new Map(MESSAGE_LABELS.map(({ type, label }) => [type, label]));
