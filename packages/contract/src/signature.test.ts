import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sign, SIGNATURE_HEADER, verifySignature } from './signature';

const SECRET = 'hub-test-secret';
const BODY = '{"hello":"network"}';
const PUBLISHED = 'sha256=504e7427a63e98d57b4fd26c14886adfeb2d33b211585d48b710632b76148eb8';
const DIGEST = PUBLISHED.slice('sha256='.length);

describe('sign (D2)', () => {
  it('reproduces the published vector', () => {
    expect(SIGNATURE_HEADER).toBe('X-HUB-Signature');
    expect(sign(SECRET, BODY)).toBe(PUBLISHED);
    expect(sign(SECRET, Buffer.from(BODY))).toBe(PUBLISHED);
  });

  it("keys with the secret's UTF-8 bytes and signs the body's", () => {
    expect(sign('nyckel-å', 'Größe')).toBe(sign('nyckel-å', Buffer.from('Größe', 'utf8')));
    expect(sign('nyckel-å', 'x')).not.toBe(sign('nyckel-a', 'x'));
  });

  it('signs raw bytes, UTF-8 or not', () => {
    const body = Buffer.from([0xff, 0x00, 0xfe]);
    expect(verifySignature({ secrets: [SECRET], body, header: sign(SECRET, body) })).toBe(true);
  });
});

describe('verifySignature (D2)', () => {
  const verify = (header: string | undefined, secrets = [SECRET], body = BODY) =>
    verifySignature({ secrets, body: Buffer.from(body), header });

  it('accepts the published vector, its hex in either case', () => {
    expect(verify(PUBLISHED)).toBe(true);
    expect(verify(`sha256=${DIGEST.toUpperCase()}`)).toBe(true);
  });

  it('accepts every secret of a rotation, in any position', () => {
    expect(verify(PUBLISHED, [SECRET, 'old', 'older'])).toBe(true);
    expect(verify(PUBLISHED, ['new', SECRET, 'older'])).toBe(true);
    expect(verify(PUBLISHED, ['new', 'newer', SECRET])).toBe(true);
  });

  it.each([
    ['another secret', PUBLISHED, ['other'], BODY],
    ['no secret at all', PUBLISHED, [], BODY],
    ['other bytes', PUBLISHED, [SECRET], `${BODY} `],
  ])('refuses %s', (_, header, secrets, body) => {
    expect(verify(header, secrets, body)).toBe(false);
  });

  it('refuses a signature with the empty key if there is no secret', () => {
    expect(verify(sign('', BODY), [])).toBe(false);
    expect(verify(sign('', BODY), [SECRET])).toBe(false);
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['without its prefix', DIGEST],
    ['of another algorithm', `sha512=${DIGEST}`],
    ['one digit short', PUBLISHED.slice(0, -1)],
    ['one digit long', `${PUBLISHED}0`],
    ['not hex', `sha256=${'g'.repeat(64)}`],
    ['in base64', `sha256=${Buffer.from(DIGEST, 'hex').toString('base64')}`],
    ['sent twice', `${PUBLISHED}, ${PUBLISHED}`],
    ['followed by a line break', `${PUBLISHED}\n`],
    ['all zeros', `sha256=${'0'.repeat(64)}`],
  ])('refuses a header that is %s', (_, header) => {
    expect(verify(header)).toBe(false);
  });

  it('accepts only what was signed', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.uint8Array({ minLength: 1 }),
        fc.nat(),
        (secret, bytes, position) => {
          const body = Buffer.from(bytes);
          const header = sign(secret, body);
          expect(verifySignature({ secrets: [secret], body, header })).toBe(true);
          const changed = Buffer.from(body);
          const index = position % changed.length;
          changed[index] = (changed[index] ?? 0) ^ 1;
          expect(verifySignature({ secrets: [secret], body: changed, header })).toBe(false);
        },
      ),
    );
  });
});
