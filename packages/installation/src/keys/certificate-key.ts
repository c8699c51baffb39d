import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Tx } from '@hub/database';
import type { Key, KeyRing } from './key-ring';
import { decryptSecret, encryptSecret, SecretUnreadableError } from './secrets';

/** The keys of the list, and the current encryption key. */
interface OpenKeys {
  ring: KeyRing;
  current: Key;
}

/** The key's storage place: not a shop's. */
const PLACE = { shopSlug: '', field: 'certificate_key' } as const;

/** The Ed25519 key that this installation signs certificates with (D32); it never changes, it is only re-encrypted. */
export interface CertificateKey {
  /** SubjectPublicKeyInfo, DER, in base64. */
  publicKey: string;
  privateKey: KeyObject;
}

/**
 * The key of this installation, created at its first use. @param keys opened in the same transaction, for which a
 * rotation then waits
 */
export async function openCertificateKey(tx: Tx, keys: OpenKeys): Promise<CertificateKey> {
  const stored = (await tx.certificateKey.findUnique({ where: { id: 1 } })) ?? (await makeKey(tx, keys));
  const { publicKey, privateKey: ciphertext, keyId } = stored;
  return { publicKey, privateKey: createPrivateKey(decryptSecret(keys.ring, PLACE, { ciphertext, keyId })) };
}

/** Of two that create it at once the first counts. */
async function makeKey(tx: Tx, { current }: OpenKeys) {
  const pair = generateKeyPairSync('ed25519');
  const { ciphertext, keyId } = encryptSecret(current.hex, PLACE, pair.privateKey.export(PEM).toString());
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  await tx.$executeRaw`
    INSERT INTO "certificate_key" ("public_key", "private_key", "key_id")
    VALUES (${publicKey}, ${ciphertext}, ${keyId}) ON CONFLICT DO NOTHING`;
  return tx.certificateKey.findUniqueOrThrow({ where: { id: 1 } });
}

const PEM = { type: 'pkcs8', format: 'pem' } as const;

/** Re-encrypts it under another key (D34). One that none of the keys decrypts stays unchanged. */
export async function sealCertificateKey(tx: Tx, ring: KeyRing, next: Key): Promise<void> {
  const stored = await tx.certificateKey.findUnique({ where: { id: 1 } });
  if (stored === null) return;
  try {
    const pem = decryptSecret(ring, PLACE, { ciphertext: stored.privateKey, keyId: stored.keyId });
    const { ciphertext: privateKey, keyId } = encryptSecret(next.hex, PLACE, pem);
    await tx.certificateKey.update({ where: { id: 1 }, data: { privateKey, keyId } });
  } catch (error) {
    if (!(error instanceof SecretUnreadableError)) throw error;
  }
}
