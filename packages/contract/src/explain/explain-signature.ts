import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { bodyForms, type BodyForm } from './body-forms';
import { readDigest, type ReadDigest } from './read-digest';

/** A secret to try, and its label: its value is in no answer. */
export interface NamedSecret {
  secret: string;
  name: string;
  /** Whether a signature under it is accepted. */
  verifies: boolean;
}

/** What differs from the correct signature, and where: in the header, its encoding, the bytes or the secret. */
export interface SignatureDifference {
  part: 'header' | 'encoding' | 'bytes' | 'secret';
  code: string;
  message: string;
}

export interface SignatureExplanation {
  /** Whether the ingress accepts it. */
  matches: boolean;
  /** All of them; empty with `matches`. */
  differences: SignatureDifference[];
  /** In one sentence. */
  summary: string;
}

/** Larger bodies are compared unchanged: each form of the body costs a digest for each form of a secret. */
const LARGEST_REWRITTEN = 64 * 1024;

/**
 * Why a signature is rejected (D2): which of header, encoding, bytes and secret is wrong, found by trying the usual
 * mistakes. Reveals nothing of a secret but its label.
 */
export function explainSignature(signed: {
  header: string | undefined;
  body: Buffer;
  secrets: readonly NamedSecret[];
}): SignatureExplanation {
  const read = readDigest(signed.header);
  const found = read.digest && findSigned(read, read.digest, signed);
  const differences = found ? [...read.slips, ...found] : unexplained(read);
  return differences.length === 0
    ? { matches: true, differences, summary: 'The signature is right.' }
    : { matches: false, differences, summary: differences.map(({ message }) => message).join('; ') };
}

const NOT_FOUND =
  'No secret of the shop gives this signature for this body, nor for the usual slips: the secret is another one, or the body was changed on its way.';

function unexplained({ slips }: ReadDigest): SignatureDifference[] {
  if (slips.some(({ code }) => code === 'missing' || code === 'unreadable')) return slips;
  return [...slips, { part: 'secret', code: 'none_matches', message: NOT_FOUND }];
}

/** The path to the digest with the fewest mistakes, as a list of differences; null: no path leads there. */
function findSigned(
  { algorithm }: ReadDigest,
  digest: Buffer,
  { body, secrets }: { body: Buffer; secrets: readonly NamedSecret[] },
): SignatureDifference[] | null {
  const forms = body.length <= LARGEST_REWRITTEN ? bodyForms(body) : [{ bytes: body, slip: null }];
  // Without a shop the same work is done: an unknown address answers like a wrong secret.
  const tried = secrets.length > 0 ? secrets : [{ secret: '', name: '', verifies: false }];
  const ways = tried.flatMap((secret) =>
    keyForms(secret).flatMap((key) =>
      forms.flatMap((form) =>
        isEqual(createHmac(algorithm, key.bytes).update(form.bytes).digest(), digest)
          ? [[...secretSlips(secret, key), ...bytesSlips(form)]]
          : [],
      ),
    ),
  );
  const known = secrets.length > 0 ? ways : [];
  const [fewest] = known.toSorted((one, other) => one.length - other.length);
  return fewest ?? findOtherMethod(algorithm, digest, { forms, secrets });
}

/** Digests that are not HMACs. */
function findOtherMethod(
  algorithm: string,
  digest: Buffer,
  { forms, secrets }: { forms: readonly BodyForm[]; secrets: readonly NamedSecret[] },
): SignatureDifference[] | null {
  const of = (...parts: (Buffer | string)[]) => {
    const hash = createHash(algorithm);
    for (const part of parts) hash.update(part);
    return hash.digest();
  };
  for (const form of forms) {
    if (isEqual(of(form.bytes), digest)) return [NO_KEY, ...bytesSlips(form)];
    for (const { secret } of secrets)
      if ([of(secret, form.bytes), of(form.bytes, secret)].some((other) => isEqual(other, digest)))
        return [NO_HMAC, ...bytesSlips(form)];
  }
  return null;
}

const NO_KEY: SignatureDifference = {
  part: 'secret',
  code: 'no_key',
  message: 'it is a plain hash of the body, without the secret: use an HMAC',
};
const NO_HMAC: SignatureDifference = {
  part: 'secret',
  code: 'no_hmac',
  message: 'it is a hash of secret and body together: use an HMAC with the secret as its key',
};

interface KeyForm {
  bytes: Buffer;
  slip: { code: string; message: string } | null;
}

/** The secret's UTF-8 bytes, then the keys that are derived from it by mistake. */
function keyForms({ secret }: NamedSecret): KeyForm[] {
  const forms: KeyForm[] = [{ bytes: Buffer.from(secret), slip: null }];
  const add = (bytes: Buffer, code: string, message: string) => {
    if (!forms.some((form) => form.bytes.equals(bytes))) forms.push({ bytes, slip: { code, message } });
  };
  add(Buffer.from(`${secret}\n`), 'padding', 'the key has a line end after the secret');
  add(Buffer.from(secret.trim()), 'padding', 'the key lacks the white space that belongs to the secret');
  add(Buffer.from(`"${secret}"`), 'padding', 'the key has quotes around the secret');
  if (/^([0-9a-f]{2})+$/i.test(secret))
    add(
      Buffer.from(secret, 'hex'),
      'decoded',
      'the key is the secret decoded from hex; use its characters as they are',
    );
  if (/^[\w+/-]+={0,2}$/.test(secret))
    add(
      Buffer.from(secret, 'base64'),
      'decoded',
      'the key is the secret decoded from base64; use its characters as they are',
    );
  return forms;
}

function secretSlips({ name, verifies }: NamedSecret, { slip }: KeyForm): SignatureDifference[] {
  const older: SignatureDifference[] = verifies
    ? []
    : [{ part: 'secret', code: 'older', message: `it is signed with ${name}, which is taken no more` }];
  return slip ? [...older, { part: 'secret', ...slip }] : older;
}

function bytesSlips({ slip }: BodyForm): SignatureDifference[] {
  return slip ? [{ part: 'bytes', ...slip }] : [];
}

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
