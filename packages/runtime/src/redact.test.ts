import { describe, expect, it } from '@jest/globals';
import { redactFields, redactText } from './redact';

describe('what log lines never contain (D29)', () => {
  it('hides secret and personal fields by name, in any spelling, at any depth', () => {
    const order = {
      order_id: 'O-1',
      shipping_address: { city: 'Lund' },
      buyer: [{ Name: 'Anna', address_line1: 'Storgatan 1', zip: '22222', country_code: 'SE', phone: null }],
      headers: { Authorization: 'x', 'X-HUB-Signature': 'y' },
      bearerToken: 'z',
      latitude: 59.3,
    };
    expect(redactFields(order)).toEqual({
      order_id: 'O-1',
      shipping_address: '[redacted]',
      buyer: [
        {
          Name: '[redacted]',
          address_line1: '[redacted]',
          zip: '[redacted]',
          country_code: 'SE',
          phone: null,
        },
      ],
      headers: { Authorization: '[redacted]', 'X-HUB-Signature': '[redacted]' },
      bearerToken: '[redacted]',
      latitude: '[redacted]',
    });
  });

  it.each([
    ['connect amqp://hub:p@ss:w0rd@broker:5672/v failed', 'connect amqp://[redacted]@broker:5672/v failed'],
    ['duplicate (anna.b+x@mail.example.se)', 'duplicate ([redacted])'],
    ['to åsa@exämple.se, now', 'to [redacted], now'],
    ['GET /find?q=anna%40example.se', 'GET /find?q=[redacted]'],
    ['expected sha256=00ffAA', 'expected sha256=[redacted]'],
    ['{"Authorization":"Bearer abc.def-1"}', '{"Authorization":"Bearer [redacted]"}'],
    ['at /app/node_modules/.pnpm/zod@4.6.7/index.js:1', 'at /app/node_modules/.pnpm/zod@4.6.7/index.js:1'],
    ['variant V-1 at 9000', 'variant V-1 at 9000'],
  ])('hides private data by its form: %s', (text, clean) => {
    expect(redactText(text)).toBe(clean);
  });

  it('keeps only name, code, message, stack and cause of an error, each redacted the same way', () => {
    const cause = Object.assign(new Error('no user anna@example.se'), {
      code: 'E1',
      detail: '(zip)=(22222)',
    });
    const error = new TypeError('Bearer abc', { cause });
    const { error: clean } = redactFields({ error });
    expect(clean).toEqual({
      name: 'TypeError',
      message: 'Bearer [redacted]',
      stack: expect.stringContaining('TypeError: Bearer [redacted]'),
      cause: {
        name: 'Error',
        code: 'E1',
        message: 'no user [redacted]',
        stack: expect.stringMatching(/redacted/),
      },
    });
  });

  it('makes anything fit for JSON: big integers, dates, buffers, maps, cycles, deep and wide values', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const clean = redactFields({
      nanoseconds: 10n,
      at: new Date(0),
      raw: Buffer.from('secret'),
      map: new Map([['email', 'a']]),
      set: new Set([1n]),
      circle,
      wide: Array.from({ length: 5_000 }, () => ({ a: 1 })),
    });
    expect(clean).toMatchObject({
      nanoseconds: '10',
      at: '1970-01-01T00:00:00.000Z',
      raw: '[6 bytes]',
      map: { email: '[redacted]' },
      set: ['1'],
    });
    expect(JSON.stringify(clean)).toContain('[cut]');
  });

  it('takes negligible time for texts made to be costly', () => {
    const costly = [
      `${'://'.repeat(9_000)}@`,
      `${'a'.repeat(9_000)}@`,
      `${'a.'.repeat(9_000)}@a`,
      'a@a.'.repeat(9_000),
    ];
    const started = performance.now();
    for (const text of costly) redactText(text);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
