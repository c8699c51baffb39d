import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../limits';
import { otherBodyForms, type BodyForm } from './body-forms';
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

/**
 * The path to the digest with the fewest mistakes, as a list of differences; null: no path leads there. The number of
 * digests does not depend on the secrets (D3): those that a shop lacks are made up. Two mistakes at once, in the key and
 * in the bytes, are not looked for, as each pair would cost a digest of the body.
 */
function findSigned(
  { algorithm }: ReadDigest,
  digest: Buffer,
  { body, secrets }: { body: Buffer; secrets: readonly NamedSecret[] },
): SignatureDifference[] | null {
  const sent: BodyForm = { bytes: body, slip: null };
  const others = body.length <= LARGEST_REWRITTEN ? otherBodyForms(body) : [];
  const ways: SignatureDifference[][] = [];
  const signs = (key: Buffer, { bytes }: BodyForm): boolean =>
    isEqual(createHmac(algorithm, key).update(bytes).digest(), digest);
  for (const secret of withDecoys(secrets)) {
    const [exact, ...derived] = keyForms(secret);
    const found = [
      ...[exact, ...derived].filter(({ bytes }) => signs(bytes, sent)).map((key) => ({ key, form: sent })),
      ...others.filter((form) => signs(exact.bytes, form)).map((form) => ({ key: exact, form })),
    ];
    if (secret.decoy) continue;
    for (const { key, form } of found)
      if (key.slip !== NOT_DERIVED) ways.push([...secretSlips(secret, key.slip), ...bytesSlips(form)]);
  }
  const [fewest] = ways.toSorted((one, other) => one.length - other.length);
  return fewest ?? findOtherMethod({ algorithm, digest }, [sent, ...others], secrets);
}

/** Digests that are not HMACs. */
function findOtherMethod(
  { algorithm, digest }: { algorithm: string; digest: Buffer },
  forms: readonly BodyForm[],
  secrets: readonly NamedSecret[],
): SignatureDifference[] | null {
  const isHashOf = (...parts: (Buffer | string)[]) => {
    const hash = createHash(algorithm);
    for (const part of parts) hash.update(part);
    return isEqual(hash.digest(), digest);
  };
  const [sent] = forms;
  const keyless = forms.find(({ bytes }) => isHashOf(bytes));
  const keyed = withDecoys(secrets).map(({ secret, decoy }) => {
    const orders = [isHashOf(secret, sent?.bytes ?? ''), isHashOf(sent?.bytes ?? '', secret)];
    return !decoy && orders.includes(true);
  });
  if (keyless) return [NO_KEY, ...bytesSlips(keyless)];
  return keyed.includes(true) ? [NO_HMAC] : null;
}

/** At least as many secrets as a shop may have, so that a shop with fewer, or none, costs the same work. */
function withDecoys(secrets: readonly NamedSecret[]): (NamedSecret & { decoy: boolean })[] {
  const missing = Math.max(0, LIMITS.signingSecrets - secrets.length);
  const decoys = Array.from({ length: missing }, () => ({ ...DECOY, decoy: true }));
  return [...secrets.map((secret) => ({ ...secret, decoy: false })), ...decoys];
}

const DECOY: NamedSecret = { secret: 'no secret of any shop', name: '', verifies: false };

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

type Slip = { code: string; message: string };

interface KeyForm {
  bytes: Buffer;
  /** Null: the secret as it is. */
  slip: Slip | null;
}

/** A key that this secret does not lead to: it costs its digest all the same (D3). */
const NOT_DERIVED: Slip = { code: '', message: '' };

/** The secret's UTF-8 bytes, then the keys that are derived from it by mistake; always as many. */
function keyForms({ secret }: NamedSecret): [KeyForm, ...KeyForm[]] {
  const exact = Buffer.from(secret);
  const derived: (readonly [bytes: Buffer, code: string, message: string])[] = [
    [Buffer.from(`${secret}\n`), 'padding', 'the key has a line end after the secret'],
    [Buffer.from(secret.trim()), 'padding', 'the key lacks the white space that belongs to the secret'],
    [Buffer.from(`"${secret}"`), 'padding', 'the key has quotes around the secret'],
    [
      Buffer.from(/^([0-9a-f]{2})+$/i.test(secret) ? secret : '', 'hex'),
      'decoded',
      'the key is the secret decoded from hex; use its characters as they are',
    ],
    [
      Buffer.from(/^[\w+/-]+={0,2}$/.test(secret) ? secret : '', 'base64'),
      'decoded',
      'the key is the secret decoded from base64; use its characters as they are',
    ],
  ];
  const forms = derived.map(([bytes, code, message]) => ({
    bytes,
    slip: bytes.length === 0 || bytes.equals(exact) ? NOT_DERIVED : { code, message },
  }));
  return [{ bytes: exact, slip: null }, ...forms];
}

function secretSlips({ name, verifies }: NamedSecret, slip: Slip | null): SignatureDifference[] {
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
