import type { Command } from '@hub/messaging';
import { sha256, type Message } from './read-message';

/**
 * The identity of a message within its queue, however often it was sent: for an event its shop and event id (D6), for a
 * command its content, for unreadable bytes the bytes.
 */
export function identityOf(message: Message, body: Buffer): string {
  switch (message.kind) {
    case 'event':
      return eventIdentity(message.shopId, message.eventId);
    case 'command':
      return commandIdentity(message.command, message.payload);
    case 'unreadable':
      return `sha256:${sha256(body).toString('hex')}`;
  }
}

export function eventIdentity(shopId: number, eventId: string): string {
  return `${shopId}:${eventId}`;
}

export function commandIdentity(command: Command, payload: object): string {
  return `${command.type}:${canonicalJson(payload)}`;
}

/** JSON with sorted object keys, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item) ? sorted(item) : item,
  );
}

function sorted(object: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
