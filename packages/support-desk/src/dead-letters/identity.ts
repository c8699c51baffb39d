import type { Command } from '@hub/messaging';
import { canonicalJson } from './canonical-json';
import { sha256, type Message } from './read-message';

/**
 * What makes a message the same message within its queue, however often it was sent: of an event its shop and event id
 * (D6), of a command what it asks for, of bytes that cannot be read the bytes.
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
