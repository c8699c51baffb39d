import { describe, expect, it } from '@jest/globals';
import { sign } from '@hub/contract';
import { explainSignature } from './explain-signature';

const BODY = '{"event":"order.created","data":{"url":"https://shop.example/1","lines":[1,2]}}';
const SECRET = 'hub-test-secret';
const hexOf = (body: string, secret = SECRET) => sign(secret, body);
const base64Of = (body: string) => `sha256=${Buffer.from(hexOf(body).slice(7), 'hex').toString('base64')}`;

function explained(header: string | undefined, body = BODY) {
  return explainSignature({ secrets: [SECRET, 'older'], bytes: Buffer.from(body), header });
}

describe('a signature that is right (D2)', () => {
  it('is so by any agreed secret, in either case', () => {
    expect(explained(hexOf(BODY))).toBeNull();
    expect(explained(hexOf(BODY, 'older'))).toBeNull();
    expect(explained(`sha256=${hexOf(BODY).slice(7).toUpperCase()}`)).toBeNull();
  });

  it('is the published vector', () => {
    const header = 'sha256=504e7427a63e98d57b4fd26c14886adfeb2d33b211585d48b710632b76148eb8';
    expect(explained(header, '{"hello":"network"}')).toBeNull();
  });
});

describe('a signature that is wrong (D2) is told by what is wrong with it', () => {
  it.each([
    ['missing', undefined, 'came without X-HUB-Signature'],
    ['empty', '', 'came without X-HUB-Signature'],
    ['without its beginning', hexOf(BODY).slice(7), 'does not begin with sha256='],
    ['in base64', base64Of(BODY), 'written in base64'],
    ['too short', 'sha256=abc', 'has 3 characters'],
    [
      'of indented JSON',
      hexOf(JSON.stringify(JSON.parse(BODY), null, 2)),
      'written otherwise than it was sent',
    ],
    [
      'of JSON with escaped slashes',
      hexOf(BODY.replaceAll('/', '\\/')),
      'written otherwise than it was sent',
    ],
    ['of a body with a line end', hexOf(`${BODY}\n`), 'written otherwise than it was sent'],
    ['by another secret', hexOf(BODY, 'another'), 'no agreed secret gives this signature'],
  ])('%s', (_, header, seen) => {
    expect(explained(header)?.seen).toMatch(new RegExp(seen));
  });

  it('of a body that is no JSON', () => {
    expect(explained(hexOf('not JSON'), 'not JSON ')?.seen).toContain('written otherwise');
    expect(explained(hexOf('x'), 'not JSON')?.seen).toContain('no agreed secret');
  });

  it('never with a secret or a digest in the text', () => {
    for (const header of [base64Of(BODY), hexOf(BODY, 'another')]) {
      expect(JSON.stringify(explained(header))).not.toMatch(new RegExp(`${SECRET}|[0-9a-f]{32}`));
    }
  });
});
