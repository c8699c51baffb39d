import { sign, verifySignature } from '@hub/contract';
import type { Fault } from './arrival';

/** What is wrong with the signature of an event, as closely as it can be told; null: nothing (D2). */
export function explainSignature(signed: {
  secrets: readonly string[];
  bytes: Buffer;
  header: string | undefined;
}): Fault | null {
  const { secrets, bytes, header } = signed;
  if (verifySignature({ secrets, body: bytes, header })) return null;
  if (header === undefined || header === '')
    return {
      seen: 'the event came without X-HUB-Signature',
      correct: 'send X-HUB-Signature: sha256=<hex> with every event',
    };
  const digest = /^sha256=(.*)$/i.exec(header)?.[1];
  if (digest === undefined)
    return {
      seen: 'X-HUB-Signature does not begin with sha256=',
      correct: 'write the header as sha256=<hex>',
    };
  if (secrets.some((secret) => base64Of(secret, bytes) === digest))
    return {
      seen: 'the digest is right, but written in base64',
      correct: 'write the digest in hex, 64 characters',
    };
  if (!/^[0-9a-f]{64}$/i.test(digest))
    return {
      seen: `the digest has ${digest.length} characters and is no SHA-256 in hex`,
      correct: 'write the HMAC-SHA256 in hex, 64 characters',
    };
  const other = rewritings(bytes).find((body) => verifySignature({ secrets, body, header }));
  if (other !== undefined)
    return {
      seen: 'the signature is of the same JSON written otherwise than it was sent',
      correct: 'write the JSON once, sign those bytes and send the very same',
    };
  return {
    seen: 'no agreed secret gives this signature for the bytes that came',
    correct:
      'sign with the first signing secret of the environment sheet (its text as UTF-8, not decoded), over the raw bytes of the body; try it on the published test vector',
  };
}

function base64Of(secret: string, bytes: Buffer): string {
  return Buffer.from(sign(secret, bytes).slice('sha256='.length), 'hex').toString('base64');
}

/** The ways in which the same JSON is commonly written, and what a body commonly loses or gains on its way. */
function rewritings(bytes: Buffer): string[] {
  const text = bytes.toString();
  try {
    const value: unknown = JSON.parse(text);
    const plain = JSON.stringify(value);
    const indented = [2, 4, '\t'].map((space) => JSON.stringify(value, null, space));
    const spaced = plain.replaceAll('":', '": ').replaceAll(',"', ', "');
    return [plain, ...indented, spaced, plain.replaceAll('/', String.raw`\/`), text.trim(), `${text}\n`, ''];
  } catch {
    return [text.trim(), `${text}\n`, ''];
  }
}
