import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EvidenceLog, keepArrival, keptCall, keptEvent, keptHeaders } from './evidence';
import type { Answer } from './exchange';
import type { Arrival } from '../inbound/arrival';

function arrivalOf(body: unknown): Arrival {
  return {
    at: new Date(0).toISOString(),
    message: { path: '/shops/a/events', headers: {}, bytes: Buffer.from(JSON.stringify(body)) },
    event: null,
    eventId: null,
    data: {},
    faults: { signature: null, envelope: null, data: null },
    answer: { status: 200, headers: {}, body: { outcome: 'accepted' } },
    watched: false,
  };
}

const answered = (body: unknown, bytes = 21): Answer => ({
  kind: 'answered',
  status: 500,
  headers: {},
  body,
  bytes,
  tookMs: 1,
});
const CALL = { operation: 'place_order', request: { external_ref: 'r' } } as const;

describe('D29: evidence holds neither personal data nor credentials', () => {
  it('of a call shows the contract’s fields that are not personal, and null stays null', () => {
    const ship_to = { name: 'Robin', phone: null, country_code: 'SE', address_line1: 'Street 1' };
    const request = { external_ref: 'r', ship_to, line_items: [{ quantity: 1, gift_for: 'Robin' }] };
    expect(keptCall({ ...CALL, request }, answered({ success: true, recipient: 'Robin' }))).toMatchObject({
      body: {
        external_ref: 'r',
        ship_to: { name: '•••', phone: null, country_code: 'SE', address_line1: '•••' },
        line_items: [{ quantity: 1, '•••': '•••' }],
      },
      answer: { status: 500, body: { success: true, '•••': '•••' } },
    });
  });

  it('keeps useful headers, and of a token only that it was sent', () => {
    const headers = {
      authorization: 'Bearer abc',
      'set-cookie': 'session=1',
      'retry-after': '3',
      'X-HUB-Signature': 'sha256=00',
    };
    expect(keptHeaders(headers)).toEqual({
      authorization: '•••',
      'retry-after': '3',
      'X-HUB-Signature': 'sha256=00',
    });
  });

  it('only measures what cannot be masked, or is long', () => {
    expect(keptCall(CALL, answered(undefined)).answer).toMatchObject({ body: '[21 bytes, not kept]' });
    const long = { success: true, message: 'x'.repeat(9_000) };
    expect(keptCall(CALL, answered(long)).answer).toMatchObject({ body: '[9029 characters of JSON]' });
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(keptCall(CALL, answered(deep)).answer).toMatchObject({ body: '•••' });
    expect(keptEvent(deep)).toBe('•••');
  });

  it('keeps a text that the runner wrote to see it refused', () => {
    expect(keptCall({ ...CALL, request: '{"external_ref": ' }, answered({})).body).toBe('{"external_ref": ');
  });

  /** A text that occurs nowhere else. */
  const marker = fc.integer({ min: 0 }).map((n) => `Pii${n}marker`);
  const unknown = fc.letrec((tie) => ({
    any: fc.oneof({ depthSize: 'small' }, marker, fc.array(tie('any')), fc.dictionary(marker, tie('any'))),
  })).any;
  const personal = fc.dictionary(
    fc.oneof(marker, fc.constantFrom('name', 'address_line1', 'zip', 'email', 'phone', 'reason', 'note')),
    unknown,
  );

  it('no marker of an order reaches the evidence, whatever unknown fields, names and shapes it has', () => {
    fc.assert(
      fc.property(personal, unknown, (address, more) => {
        const data = { order_id: 'O-1', shipping_address: address, billing_address: address, ...address };
        const log = new EvidenceLog();
        keepArrival(log, arrivalOf({ event: 'order.created', data, more }));
        keepArrival(log, arrivalOf(more));
        const kept = [
          log.entries(),
          keptCall({ ...CALL, request: { ship_to: address, ...address } }, answered({ ...address, more })),
          keptCall({ ...CALL, request: { ship_to: address } }, answered(more)),
        ];
        expect(JSON.stringify(kept)).not.toMatch(/Pii\d/);
      }),
    );
  });

  it('keeps the first and last of very many entries', () => {
    const log = new EvidenceLog();
    for (let index = 1; index <= 60; index += 1) log.note(String(index));
    const notes = log.entries().map((entry) => 'note' in entry && entry.note);
    expect(notes).toHaveLength(51);
    expect([notes[0], notes[24], notes[25], notes[26], notes[50]]).toEqual([
      '1',
      '25',
      '10 more, left out here',
      '36',
      '60',
    ]);
  });
});
