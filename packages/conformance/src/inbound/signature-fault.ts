import { explainSignature, verifySignature, type SignatureExplanation } from '@hub/contract';
import type { Fault } from './arrival';

type Part = SignatureExplanation['differences'][number]['part'];

const CORRECTIONS: Record<Part, string> = {
  header: 'send X-HUB-Signature: sha256=<hex> with every event',
  encoding: 'write the HMAC-SHA256 in hex, 64 characters',
  bytes: 'write the JSON once, sign those bytes and send the very same',
  secret:
    'sign with the first signing secret of the environment sheet (its text as UTF-8, not decoded), over the raw bytes of the body; try it on the published test vector',
};

/** What is wrong with the signature of an event, and how to correct it; null: nothing (D2). */
export function signatureFault(signed: {
  secrets: readonly string[];
  bytes: Buffer;
  header: string | undefined;
}): Fault | null {
  const { secrets, bytes: body, header } = signed;
  if (verifySignature({ secrets, body, header })) return null;
  const named = secrets.map((secret) => ({ secret, name: 'an agreed secret', verifies: true }));
  const { differences } = explainSignature({ header, body, secrets: named });
  const parts = new Set(differences.map(({ part }) => part));
  return {
    seen: differences.map(({ message }) => message).join('; '),
    correct: [...parts].map((part) => CORRECTIONS[part]).join('; '),
  };
}
