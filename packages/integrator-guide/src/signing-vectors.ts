import { sign, verifySignature } from '@hub/contract';

interface SignVector {
  readonly name: string;
  readonly secret: string;
  readonly body_base64: string;
  readonly header: string;
}

interface VerifyVector {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly body_base64: string;
  /** null if the request has none. */
  readonly header: string | null;
  readonly verifies: boolean;
}

/** The test vectors of signing and verifying for every language (D2). */
export interface SigningVectors {
  readonly sign: readonly SignVector[];
  readonly verify: readonly VerifyVector[];
}

const SECRET = 'hub-test-secret';
const BODY = '{"hello":"network"}';
const PUBLISHED = 'sha256=504e7427a63e98d57b4fd26c14886adfeb2d33b211585d48b710632b76148eb8';
const DIGEST = PUBLISHED.slice('sha256='.length);

/** The published vector first; the service's own code makes the headers. */
export const signingVectors = (): SigningVectors => ({
  sign: [
    signVector('published', SECRET, BODY),
    signVector('empty body', SECRET, ''),
    signVector('non-ASCII body', SECRET, '{"name":"Größe 42 – Åse 👟"}'),
    signVector('non-ASCII secret', 'nyckel-å-🔑', BODY),
    signVector('line end within the body', SECRET, `${BODY}\r\n`),
    signVector('bytes that are no UTF-8', SECRET, Buffer.from([0xff, 0x00, 0xfe, 0x0a])),
    signVector('secret longer than a block of SHA-256', 'long-secret-'.repeat(12), BODY),
  ],
  verify: [
    verifyVector('published', PUBLISHED),
    verifyVector('empty body', sign(SECRET, ''), { body: '' }),
    verifyVector('non-ASCII body', sign(SECRET, 'Åse'), { body: 'Åse' }),
    verifyVector('non-ASCII secret', sign('nyckel-å', BODY), { secrets: ['nyckel-å'] }),
    verifyVector('hex in upper case', `sha256=${DIGEST.toUpperCase()}`),
    verifyVector('first of several secrets', PUBLISHED, { secrets: [SECRET, 'old', 'older'] }),
    verifyVector('one within several secrets', PUBLISHED, { secrets: ['new', SECRET, 'older'] }),
    verifyVector('last of several secrets', PUBLISHED, { secrets: ['newer', 'new', SECRET] }),
    verifyVector('another secret', PUBLISHED, { secrets: ['other'] }),
    verifyVector('no secret', PUBLISHED, { secrets: [] }),
    verifyVector('other bytes', PUBLISHED, { body: `${BODY}\n` }),
    verifyVector('the empty body under the signature of another', PUBLISHED, { body: '' }),
    verifyVector('no header', null),
    verifyVector('empty header', ''),
    verifyVector('no prefix', DIGEST),
    verifyVector('prefix alone', 'sha256='),
    verifyVector('prefix of another algorithm', `sha512=${DIGEST}`),
    verifyVector('colon in place of the equals sign', `sha256:${DIGEST}`),
    verifyVector('one digit short', PUBLISHED.slice(0, -1)),
    verifyVector('one digit long', `${PUBLISHED}0`),
    verifyVector('half the digest', PUBLISHED.slice(0, -32)),
    verifyVector('no hex', `sha256=${'g'.repeat(64)}`),
    verifyVector('not ASCII', `sha256=${'é'.repeat(64)}`),
    verifyVector('base64', `sha256=${Buffer.from(DIGEST, 'hex').toString('base64')}`),
    verifyVector('space before', ` ${PUBLISHED}`),
    verifyVector('space after', `${PUBLISHED} `),
    verifyVector('space after the prefix', `sha256= ${DIGEST}`),
    verifyVector('line break after', `${PUBLISHED}\n`),
    verifyVector('second line', `x\n${PUBLISHED}`),
    verifyVector('twice', `${PUBLISHED}, ${PUBLISHED}`),
    verifyVector('all zeros', `sha256=${'0'.repeat(64)}`),
  ],
});

function signVector(name: string, secret: string, body: string | Buffer): SignVector {
  const bytes = Buffer.from(body);
  return { name, secret, body_base64: bytes.toString('base64'), header: sign(secret, bytes) };
}

function verifyVector(
  name: string,
  header: string | null,
  { secrets = [SECRET], body = BODY }: { secrets?: string[]; body?: string } = {},
): VerifyVector {
  const verifies = verifySignature({ secrets, body, header: header ?? undefined });
  return { name, secrets, body_base64: Buffer.from(body).toString('base64'), header, verifies };
}
