import { COMMANDS, commandQueue } from '@hub/messaging';
import { anEnvelope, anInventoryUpdate } from '@hub/testing';
import { describe, expect, it } from '@jest/globals';
import { canonicalJson } from './identity';
import { identityOf } from './identity';
import { readMessage } from './read-message';

const EVENTS = 'inventory.inventory.updated';
const COMMAND = commandQueue(COMMANDS.recalculateShop).name;

const identity = (text: string | Buffer, place: { origin: string | null; shopId: number | null }) => {
  const body = Buffer.from(text);
  return identityOf(readMessage(body, place), body);
};
const anEvent = (eventId: string, quantity: number) =>
  JSON.stringify(anEnvelope('inventory.updated', anInventoryUpdate({ quantity }), { event_id: eventId }));

describe('the same message, however often it was sent', () => {
  it('an event is the same by shop and event id (D6)', () => {
    const place = { origin: EVENTS, shopId: 7 };
    expect(identity(anEvent('E-1', 1), place)).toBe(identity(anEvent('E-1', 2), place));
    expect(identity(anEvent('E-2', 1), place)).not.toBe(identity(anEvent('E-1', 1), place));
    expect(identity(anEvent('E-1', 1), { ...place, shopId: 8 })).not.toBe(identity(anEvent('E-1', 1), place));
  });

  it('a command is the same by what it asks for, however its JSON is written', () => {
    const place = { origin: COMMAND, shopId: null };
    expect(identity('{"shopId":7}', place)).toBe(identity(' { "more": 1, "shopId": 7 } ', place));
    expect(identity('{"shopId":8}', place)).not.toBe(identity('{"shopId":7}', place));
  });

  it.each([
    ['bytes that are no JSON', Buffer.from([0xff, 0x00]), { origin: EVENTS, shopId: 7 }],
    ['an envelope without a shop', anEvent('E-1', 1), { origin: EVENTS, shopId: null }],
    ['a payload of another form', '{"shopId":"x"}', { origin: COMMAND, shopId: null }],
    ['a message of a queue nobody knows', '{}', { origin: null, shopId: null }],
  ])('%s: by the bytes', (_what, body, place) => {
    expect(identity(body, place)).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('a future event is read: the ingress has judged its time', () => {
    const body = Buffer.from(
      JSON.stringify(anEnvelope('inventory.updated', {}, { occurred_at: '2099-01-01T00:00:00Z' })),
    );
    expect(readMessage(body, { origin: EVENTS, shopId: 7 }).kind).toBe('event');
  });

  it('canonical JSON has one order of keys at any depth', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe('{"a":"x","b":[{"c":null,"d":1}]}');
  });
});
