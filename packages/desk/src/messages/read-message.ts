import { createHash } from 'node:crypto';
import { EVENT_NAMES, readEnvelope, shownOf, shownOfEvent, type EventName, type Shown } from '@hub/contract';
import { commandQueue, COMMANDS, eventQueue, type Command } from '@hub/messaging';

/** A failed message as far as it can be parsed. */
export type Message =
  | {
      kind: 'event';
      event: EventName;
      shopId: number;
      eventId: string;
      bodySha256: Buffer;
      data: Readonly<Record<string, unknown>>;
    }
  | { kind: 'command'; command: Command; payload: object }
  | { kind: 'unreadable' };

/** What is known of a message besides its bytes. */
export interface MessagePlace {
  /** The queue it failed in. */
  origin: string | null;
  shopId: number | null;
}

const EVENTS = new Map<string, EventName>(EVENT_NAMES.map((event) => [eventQueue(event).name, event]));
const COMMANDS_BY_QUEUE = new Map<string, Command>(
  Object.values(COMMANDS).map((command) => [commandQueue(command).name, command]),
);

/** The queues of events. */
export const EVENT_QUEUES: readonly string[] = [...EVENTS.keys()];

/** Whether it is one of the hub's queues, so that messages may be sent to it. */
export function isOurQueue(name: string): boolean {
  return EVENTS.has(name) || COMMANDS_BY_QUEUE.has(name);
}

/** The message type of a queue. */
export function typeOfQueue(name: string): string | null {
  return EVENTS.get(name) ?? COMMANDS_BY_QUEUE.get(name)?.type ?? null;
}

/** The event of a queue; null: it is not an event's. */
export function eventOfQueue(name: string): EventName | null {
  return EVENTS.get(name) ?? null;
}

/** The command of a queue; null: it is not a command's. */
export function commandOfQueue(name: string): Command | null {
  return COMMANDS_BY_QUEUE.get(name) ?? null;
}

/**
 * Parses a message as the consumer of its queue would. The ingress has judged an event's times: they are not judged
 * again.
 */
export function readMessage(body: Buffer, place: MessagePlace): Message {
  const origin = place.origin ?? '';
  const command = COMMANDS_BY_QUEUE.get(origin);
  if (command) return readCommand(body, command);
  return EVENTS.has(origin) ? readEvent(body, place.shopId) : { kind: 'unreadable' };
}

/** What of its body is shown (D29): of a command the ids that it carries, of any other message the event's fields. */
export function shownOfMessage(body: unknown, place: { origin: string | null }): Shown {
  const command = COMMANDS_BY_QUEUE.get(place.origin ?? '');
  return command ? shownOf(command.payload) : shownOfEvent(body);
}

function readEvent(body: Buffer, shopId: number | null): Message {
  const read = readEnvelope(body, Number.MAX_SAFE_INTEGER);
  if (!read.ok || shopId === null) return { kind: 'unreadable' };
  const { event, event_id: eventId, data } = read.envelope;
  return { kind: 'event', event, shopId, eventId, data, bodySha256: sha256(body) };
}

function readCommand(body: Buffer, command: Command): Message {
  const read = command.payload.safeParse(parseJson(body));
  return read.success ? { kind: 'command', command, payload: read.data } : { kind: 'unreadable' };
}

export function sha256(body: Buffer): Buffer {
  return createHash('sha256').update(body).digest();
}

export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
