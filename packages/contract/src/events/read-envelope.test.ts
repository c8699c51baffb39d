import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LIMITS } from '../limits';
import { EVENT_NAMES } from './events';
import { readEnvelope } from './read-envelope';

const NOW = Date.UTC(2026, 10, 21, 10, 0, 0);
const valid = {
  spec_version: '1',
  event: 'order.created',
  event_id: 'e-1',
  occurred_at: '2026-11-21T09:59:00.000000001Z',
  data: { order_id: 'o-1' },
};

const readBytes = (bytes: Buffer) => readEnvelope(bytes, NOW);
const readText = (text: string) => readBytes(Buffer.from(text));
const readJson = (value: unknown) => readText(JSON.stringify(value));
const refusalOf = (read: ReturnType<typeof readEnvelope>) => (read.ok ? null : read.refusal);

describe('readEnvelope: a valid envelope', () => {
  it.each(EVENT_NAMES.map((event) => [event]))('of %s', (event) => {
    expect(readJson({ ...valid, event })).toEqual({
      ok: true,
      envelope: { ...valid, event, occurred_at: BigInt(NOW - 60_000) * 1_000_000n + 1n },
    });
  });

  it('ignores unknown fields (D6)', () => {
    const read = readJson({ ...valid, trace: 'x' });
    expect(read.ok && 'trace' in read.envelope).toBe(false);
    expect(read.ok).toBe(true);
  });

  it('counts the last of a repeated key (D6)', () => {
    const read = readText(JSON.stringify(valid).replace('{', '{"event_id":"first","spec_version":7,'));
    expect(read).toMatchObject({ ok: true, envelope: { event_id: 'e-1' } });
  });

  it('ignores a byte order mark', () => {
    expect(readBytes(Buffer.from(`\ufeff${JSON.stringify(valid)}`)).ok).toBe(true);
  });

  it('takes an occurred_at up to five seconds ahead (D3)', () => {
    expect(readJson({ ...valid, occurred_at: '2026-11-21T10:00:05Z' }).ok).toBe(true);
  });
});

describe('readEnvelope: not a UTF-8 JSON object is 400 invalid_json (D3)', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['an array', Buffer.from('[]')],
    ['a string', Buffer.from('"x"')],
    ['a number', Buffer.from('1')],
    ['null', Buffer.from('null')],
    ['JSON cut short', Buffer.from('{"event":')],
    ['JSON with more behind it', Buffer.from('{}{}')],
    ['a trailing comma', Buffer.from('{"a":1,}')],
    [
      'a byte that is not UTF-8',
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]),
    ],
    [
      'an overlong encoding',
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
    ],
    ['UTF-16', Buffer.from(JSON.stringify(valid), 'utf16le')],
    ['gzip, which is never inflated', Buffer.from([0x1f, 0x8b, 0x08, 0x00])],
    ['brackets without end', Buffer.from('['.repeat(LIMITS.maxEventBytes))],
  ])('%s', (_, bytes) => {
    expect(refusalOf(readBytes(bytes))).toEqual({
      status: 400,
      code: 'invalid_json',
      message: 'the body must be a JSON object in UTF-8, not compressed',
    });
  });
});

describe('readEnvelope: a field missing or of the wrong type is 422 invalid_request with its name (D3)', () => {
  const fields = ['spec_version', 'event', 'event_id', 'occurred_at', 'data'] as const;

  it.each(fields.map((field) => [field]))('%s is required', (field) => {
    const expected = { status: 422, code: 'invalid_request', field, message: `${field} is required` };
    expect(refusalOf(readJson({ ...valid, [field]: undefined }))).toEqual(expected);
    expect(refusalOf(readJson({ ...valid, [field]: null }))).toEqual(expected);
  });

  it.each([
    ['spec_version', 1],
    ['event', ['order.created']],
    ['event_id', 7],
    ['event_id', ''],
    ['event_id', 'x'.repeat(256)],
    ['event_id', 'a\0'],
    ['event_id', '\ud800'],
    ['occurred_at', 1_795_000_000],
    ['occurred_at', '2026-11-21'],
    ['occurred_at', '2026-11-21T10:00:00+01:00'],
    ['data', []],
    ['data', 'x'],
  ])('%s is not %j', (field, value) => {
    expect(refusalOf(readJson({ ...valid, [field]: value }))).toMatchObject({
      status: 422,
      code: 'invalid_request',
      field,
    });
  });

  it('names the first faulty field', () => {
    expect(refusalOf(readJson({}))).toMatchObject({ field: 'spec_version' });
    expect(refusalOf(readJson({ ...valid, data: 1, event_id: 1 }))).toMatchObject({ field: 'event_id' });
  });
});

describe('readEnvelope: the order of the checks (D3)', () => {
  const future = '2026-11-21T10:00:05.000000001Z';

  it('types come before the value of spec_version', () => {
    expect(refusalOf(readJson({ ...valid, spec_version: '2', data: null }))).toMatchObject({ field: 'data' });
  });

  it('spec_version other than "1" comes before the event name', () => {
    expect(refusalOf(readJson({ ...valid, spec_version: '2', event: 'x', occurred_at: future }))).toEqual({
      status: 422,
      code: 'invalid_request',
      field: 'spec_version',
      message: 'spec_version must be "1"',
    });
  });

  it('an unknown name comes before the time', () => {
    expect(refusalOf(readJson({ ...valid, event: 'order.paid', occurred_at: future }))).toMatchObject({
      status: 422,
      code: 'unknown_event',
      field: 'event',
    });
  });

  it.each([[future], ['2027-01-01T00:00:00Z'], ['9999-12-31T23:59:59Z']])(
    '%s is in the future',
    (occurred_at) => {
      expect(refusalOf(readJson({ ...valid, occurred_at }))).toMatchObject({
        status: 422,
        code: 'future_timestamp',
        field: 'occurred_at',
      });
    },
  );
});

describe('readEnvelope: hostile bodies', () => {
  it.each([['order.created '], ['ORDER.CREATED'], ['toString'], ['__proto__'], ['']])(
    'knows no event %j',
    (event) => {
      expect(refusalOf(readJson({ ...valid, event }))).toMatchObject({ code: 'unknown_event' });
    },
  );

  it('a __proto__ key supplies no field and changes no prototype', () => {
    const inherited = JSON.stringify(valid);
    expect(refusalOf(readText(`{"__proto__":${inherited}}`))).toMatchObject({ field: 'spec_version' });

    const read = readText(inherited.replace('{"order_id"', '{"__proto__":{"variant_id":"v"},"order_id"'));
    expect(read.ok && Object.getPrototypeOf(read.envelope.data)).toBe(Object.prototype);
    expect(read.ok && read.envelope.data['variant_id']).toBeUndefined();
    expect(({} as Record<string, unknown>)['variant_id']).toBeUndefined();
  });

  it('accepts deeply nested data without harm', () => {
    const depth = 200_000;
    expect(readText(JSON.stringify(valid).replace('"o-1"', '['.repeat(depth) + ']'.repeat(depth))).ok).toBe(
      true,
    );
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(readBytes(Buffer.from(bytes)).ok).toBe(false);
      }),
    );
  });

  it('never throws on any JSON, and never quotes it (D6)', () => {
    const marked = fc.constantFrom('s3cret', 's3cret\0', ' s3cret');
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      marked,
      fc.array(marked),
      fc.dictionary(marked, marked),
    );
    const body = fc.record(
      { spec_version: value, event: value, event_id: value, occurred_at: value, data: value },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(body, fc.boolean(), (fields, elsewhereValid) => {
        const read = readJson(elsewhereValid ? { ...valid, ...fields } : fields);
        expect(JSON.stringify(refusalOf(read))).not.toContain('s3cret');
      }),
    );
  });
});
