import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sign } from '../signature';
import { explainSignature } from './explain-signature';

const SECRET = 'hub-test-secret';
const OLDER = 'hub-older-secret';
const BODY = '{"event":"order.created","name":"Größe","url":"https://shop.example/a"}';
const SECRETS = [
  { secret: SECRET, name: 'the first secret', verifies: true },
  { secret: OLDER, name: 'the second secret', verifies: false },
];

const explain = (header: string | undefined, body: string | Buffer = BODY, secrets = SECRETS) =>
  explainSignature({ header, body: Buffer.from(body), secrets });
const codes = (header: string | undefined, body?: string | Buffer) =>
  explain(header, body).differences.map(({ part, code }) => `${part}: ${code}`);
const base64 = (body: string) => createHmac('sha256', SECRET).update(body).digest('base64');
const hex = (body: string, algorithm = 'sha256') => createHmac(algorithm, SECRET).update(body).digest('hex');
const spaced = BODY.replaceAll('":', '": ').replaceAll(',"', ', "');

describe('explaining a signature (D2)', () => {
  it('reports a correct one as correct', () => {
    expect(explain(sign(SECRET, BODY))).toMatchObject({ matches: true, differences: [] });
    expect(explain(sign(SECRET, BODY).toUpperCase().replace('SHA256', 'sha256')).matches).toBe(true);
  });

  it.each<[string, string | undefined, string | Buffer, string[]]>([
    ['no header', undefined, BODY, ['header: missing']],
    ['no prefix', hex(BODY), BODY, ['header: prefix']],
    ['spaces around it', ` ${sign(SECRET, BODY)}`, BODY, ['header: padding']],
    ['base64', `sha256=${base64(BODY)}`, BODY, ['encoding: base64']],
    ['base64 without the prefix', base64(BODY), BODY, ['header: prefix', 'encoding: base64']],
    ['another algorithm', `sha256=${hex(BODY, 'sha512')}`, BODY, ['encoding: algorithm']],
    ['no digest at all', 'sha256=abc', BODY, ['encoding: unreadable']],
    ['a line end that was not signed', sign(SECRET, BODY), `${BODY}\n`, ['bytes: trailing_newline']],
    ['a line end that was not sent', sign(SECRET, `${BODY}\n`), BODY, ['bytes: trailing_newline']],
    ['CR LF for LF', sign(SECRET, '{\n}'), '{\r\n}', ['bytes: line_ends']],
    ['LF for CR LF', sign(SECRET, '{\r\n}'), '{\n}', ['bytes: line_ends']],
    ['a byte order mark sent', sign(SECRET, BODY), `\uFEFF${BODY}`, ['bytes: byte_order_mark']],
    ['a byte order mark signed', sign(SECRET, `\uFEFF${BODY}`), BODY, ['bytes: byte_order_mark']],
    [
      'JSON written again, indented',
      sign(SECRET, BODY),
      JSON.stringify(JSON.parse(BODY), null, 2),
      ['bytes: serialised_again'],
    ],
    [
      'JSON written again, compact',
      sign(SECRET, JSON.stringify(JSON.parse(BODY), null, 2)),
      BODY,
      ['bytes: serialised_again'],
    ],
    ['JSON as Python writes it', sign(SECRET, spaced), BODY, ['bytes: serialised_again']],
    ['JSON as PHP writes it', sign(SECRET, BODY.replaceAll('/', '\\/')), BODY, ['bytes: serialised_again']],
    [
      'letters escaped',
      sign(SECRET, BODY.replace('ö', '\\u00f6').replace('ß', '\\u00df')),
      BODY,
      ['bytes: serialised_again'],
    ],
    ['an empty body signed', sign(SECRET, ''), BODY, ['bytes: part_of_the_body']],
    ['only data signed', sign(SECRET, '{"a":1}'), '{"data":{"a":1}}', ['bytes: part_of_the_body']],
    ['Latin-1 signed', sign(SECRET, Buffer.from(BODY, 'latin1')), BODY, ['bytes: character_set']],
    ['an older secret', sign(OLDER, BODY), BODY, ['secret: older']],
    ['another secret', sign('another', BODY), BODY, ['secret: none_matches']],
    ['a line end in the key', sign(`${SECRET}\n`, BODY), BODY, ['secret: padding']],
    ['a plain hash', `sha256=${createHash('sha256').update(BODY).digest('hex')}`, BODY, ['secret: no_key']],
    [
      'a hash of both',
      `sha256=${createHash('sha256')
        .update(SECRET + BODY)
        .digest('hex')}`,
      BODY,
      ['secret: no_hmac'],
    ],
    [
      'several slips at once',
      base64(BODY),
      `${BODY}\n`,
      ['header: prefix', 'encoding: base64', 'bytes: trailing_newline'],
    ],
  ])('finds %s', (_what, header, body, expected) => {
    expect(codes(header, body)).toEqual(expected);
    expect(explain(header, body).matches).toBe(false);
  });

  it('summarises the differences in a sentence, also if nothing could be compared', () => {
    expect(explain(undefined).summary).toBe('there is no X-HUB-Signature header');
    expect(explain('sha256=abc').summary).toBe('the value is neither hex nor base64 of a digest');
    expect(explain(sign('another', BODY)).summary).toMatch(/^No secret of the shop gives this signature/);
  });

  it('recognises a secret that was decoded before use', () => {
    const secret = Buffer.from('any key').toString('hex');
    const header = `sha256=${createHmac('sha256', 'any key').update(BODY).digest('hex')}`;
    const secrets = [{ secret, name: 'the first secret', verifies: true }];
    expect(explain(header, BODY, secrets).differences).toMatchObject([{ part: 'secret', code: 'decoded' }]);
  });

  it('gives the same answer for a wrong secret and for no shop, and never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.uint8Array({ maxLength: 200 }), (header, bytes) => {
        const body = Buffer.from(bytes);
        const known = explainSignature({ header, body, secrets: SECRETS });
        expect(explainSignature({ header, body, secrets: [] })).toEqual(known);
      }),
    );
  });

  it('reveals nothing of a secret', () => {
    const headers = [
      sign(OLDER, BODY),
      sign(SECRET, `${BODY}\n`),
      sign('another', BODY),
      sign(`${SECRET}\n`, BODY),
    ];
    for (const header of headers)
      expect(JSON.stringify(explain(header))).not.toMatch(/hub-\w+-secret|another"/);
  });
});
