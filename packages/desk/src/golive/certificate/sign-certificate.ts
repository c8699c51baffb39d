import { createHash, createPublicKey, sign, verify } from 'node:crypto';
import type { CertificateKey } from '@hub/installation';
import { SignedCertificate, type Certificate } from './certificate';

/** Ten times the size of the checks of all capabilities. */
const MAX_BYTES = 1_048_576;

/** The file to hand out: readable JSON, of which every byte counts. */
export function signCertificate(certificate: Certificate, key: CertificateKey): string {
  const signature = sign(null, signedBytes(certificate), key.privateKey).toString('hex');
  return written({ certificate, public_key: key.publicKey, signature });
}

/** Why a file is not accepted as a certificate, as labels. */
export const UNREAD_LABELS = {
  too_large: 'the file is larger than any certificate',
  not_json: 'the file is not JSON',
  no_certificate: 'the file is no certificate',
} as const;
type UnreadCertificate = keyof typeof UNREAD_LABELS;

export type CertificateVerdict =
  /** `issuer`: the fingerprint of its signing key, which does not identify the owner. */
  | { kind: 'sound'; signed: SignedCertificate; issuer: string }
  | { kind: UnreadCertificate }
  /** Some of its bytes differ from those issued. */
  | { kind: 'altered' };

/** Whether a file is, byte for byte, a certificate as issued. */
export function verifyCertificate(text: string): CertificateVerdict {
  if (Buffer.byteLength(text) > MAX_BYTES) return { kind: 'too_large' };
  const json = jsonOf(text);
  if (json === undefined) return { kind: 'not_json' };
  const read = SignedCertificate.safeParse(json);
  if (!read.success) return { kind: 'no_certificate' };
  const { certificate, public_key: publicKey, signature } = read.data;
  const key = publicKeyOf(publicKey);
  const isSigned = key !== null && verify(null, signedBytes(certificate), key, Buffer.from(signature, 'hex'));
  if (!isSigned || written(read.data) !== text) return { kind: 'altered' };
  return { kind: 'sound', signed: read.data, issuer: fingerprintOf(publicKey) };
}

/** The fingerprint of an installation's key, for people: SHA-256 of the public key, in hex. */
export function fingerprintOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');
}

function signedBytes(certificate: Certificate): Buffer {
  return Buffer.from(JSON.stringify(certificate), 'utf8');
}

function written(signed: SignedCertificate): string {
  return `${JSON.stringify(signed, null, 2)}\n`;
}

function publicKeyOf(publicKey: string) {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    // Base64 has several spellings of the same bytes: only one is accepted.
    const isPlain = key.export({ type: 'spki', format: 'der' }).toString('base64') === publicKey;
    return key.asymmetricKeyType === 'ed25519' && isPlain ? key : null;
  } catch {
    return null;
  }
}

/** Undefined if it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
