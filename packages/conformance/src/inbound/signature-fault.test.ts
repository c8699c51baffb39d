import { describe, expect, it } from '@jest/globals';
import { sign } from '@hub/contract';
import { signatureFault } from './signature-fault';

const BODY = '{"event":"order.created","data":{"url":"https://shop.example/1","lines":[1,2]}}';
const SECRET = 'hub-test-secret';
const hexOf = (body: string, secret = SECRET) => sign(secret, body);
const base64Of = (body: string) => `sha256=${Buffer.from(hexOf(body).slice(7), 'hex').toString('base64')}`;

function faultOf(header: string | undefined, body = BODY) {
  return signatureFault({ secrets: [SECRET, 'older'], bytes: Buffer.from(body), header });
}

describe('a signature that is right (D2)', () => {
  it('is right with any agreed secret, in either case', () => {
    expect(faultOf(hexOf(BODY))).toBeNull();
    expect(faultOf(hexOf(BODY, 'older'))).toBeNull();
    expect(faultOf(`sha256=${hexOf(BODY).slice(7).toUpperCase()}`)).toBeNull();
  });
});

describe('a signature that is wrong (D2) is a fault that says what is wrong with it and how to correct it', () => {
  it.each([
    ['missing', undefined, 'no X-HUB-Signature', 'sha256=<hex>'],
    ['empty', '', 'no X-HUB-Signature', 'sha256=<hex>'],
    ['without its beginning', hexOf(BODY).slice(7), 'does not begin with `sha256=`', 'sha256=<hex>'],
    ['in base64', base64Of(BODY), 'in base64, not in hex', 'in hex, 64 characters'],
    ['too short', 'sha256=abc', 'neither hex nor base64', 'in hex, 64 characters'],
    [
      'of indented JSON',
      hexOf(JSON.stringify(JSON.parse(BODY), null, 2)),
      'indented by two',
      'the very same',
    ],
    ['of a body with a line end', hexOf(`${BODY}\n`), 'a line end after the body', 'the very same'],
    ['by another secret', hexOf(BODY, 'another'), 'No secret of the shop', 'the first signing secret'],
  ])('%s', (_, header, seen, correct) => {
    const fault = faultOf(header);
    expect(fault?.seen).toContain(seen);
    expect(fault?.correct).toContain(correct);
  });

  it('each of several', () => {
    expect(faultOf(base64Of(`${BODY}\n`))).toEqual({
      seen: 'the digest is written in base64, not in hex; a line end after the body was signed and not sent',
      correct:
        'write the HMAC-SHA256 in hex, 64 characters; write the JSON once, sign those bytes and send the very same',
    });
  });

  it('never with a secret or a digest in the text', () => {
    for (const header of [base64Of(BODY), hexOf(BODY, 'another')]) {
      expect(JSON.stringify(faultOf(header))).not.toMatch(new RegExp(`${SECRET}|[0-9a-f]{32}`));
    }
  });
});
