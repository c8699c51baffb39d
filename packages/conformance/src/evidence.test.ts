import { describe, expect, it } from '@jest/globals';
import { EvidenceLog, keptAnswer, keptBody, keptHeaders } from './evidence';

describe('D29: evidence holds neither personal data nor credentials', () => {
  it('masks the fields of a customer at any depth, and null stays null', () => {
    const ship_to = { name: 'Robin', phone: null, country_code: 'SE', address_line1: 'Street 1' };
    expect(keptBody({ external_ref: 'r', ship_to, lines: [{ reason: 'too small', quantity: 1 }] })).toEqual({
      external_ref: 'r',
      ship_to: { name: '[masked]', phone: null, country_code: 'SE', address_line1: '[masked]' },
      lines: [{ reason: '[masked]', quantity: 1 }],
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
      authorization: '[masked]',
      'retry-after': '3',
      'X-HUB-Signature': 'sha256=00',
    });
  });

  it('only measures what cannot be masked, or is long', () => {
    const answered = {
      kind: 'answered',
      status: 500,
      headers: {},
      body: undefined,
      bytes: 21,
      tookMs: 1,
    } as const;
    expect(keptAnswer(answered)).toMatchObject({ status: 500, body: '[21 bytes, no JSON]' });
    expect(keptBody({ text: 'x'.repeat(9_000) })).toBe('[9011 characters of JSON]');
    expect(keptBody(JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))).toBeNull();
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
