import { createHmac, hkdfSync } from 'node:crypto';
import { openBytes, sealBytes } from './aes-gcm';
import { encryptionKeyId, keyBytes, KeyRing } from './key-ring';

/** A secret's storage place: part of what the cipher authenticates, so that it decrypts in no other shop or column (D25). */
export interface SecretPlace {
  shopSlug: string;
  field: 'bearer_token' | 'signing_secret' | 'reference_key' | 'certificate_key' | 'body_key';
}

export interface EncryptedSecret {
  /** nonce | tag | data */
  ciphertext: Uint8Array<ArrayBuffer>;
  /** Which key encrypted it: the first 8 hex digits of the key's SHA-256. */
  keyId: string;
}

/** The secret cannot be decrypted: another key, another place, or changed bytes. Contains nothing of it. */
export class SecretUnreadableError extends Error {
  override readonly name = 'SecretUnreadableError';
}

/** Encrypts with AES-256-GCM. @param keyHex the current key, 64 hex digits */
export function encryptSecret(keyHex: string, place: SecretPlace, secret: string): EncryptedSecret {
  const ciphertext = sealBytes({ keyHex, associated: associatedData(place) }, Buffer.from(secret, 'utf8'));
  return { ciphertext, keyId: encryptionKeyId(keyHex) };
}

/**
 * Decrypts the result of `encryptSecret` for the same place under one of the keys. Throws `SecretUnreadableError` for
 * anything else.
 * @param keys those of the process, or a single one
 */
export function decryptSecret(keys: string | KeyRing, place: SecretPlace, stored: EncryptedSecret): string {
  const key = (typeof keys === 'string' ? new KeyRing([keys]) : keys).find(stored.keyId);
  if (key === null) {
    throw new SecretUnreadableError(
      `${place.field} of ${place.shopSlug} was encrypted with another key (${stored.keyId})`,
    );
  }
  try {
    return openBytes({ keyHex: key.hex, associated: associatedData(place) }, stored.ciphertext).toString(
      'utf8',
    );
  } catch {
    throw new SecretUnreadableError(`${place.field} of ${place.shopSlug} is damaged or was moved here`);
  }
}

/**
 * Keyed digest of a signing secret, the same in every shop: finds a secret that another shop uses (D2) without
 * decrypting any. The key is derived, so that a digest reveals nothing without it. @param keyHex the reference key
 */
export function secretFingerprint(keyHex: string, secret: string): string {
  const key = hkdfSync('sha256', keyBytes(keyHex), '', 'hub secret fingerprint', 32);
  return createHmac('sha256', Buffer.from(key)).update(secret, 'utf8').digest('hex');
}

/** A slug cannot contain a NUL, so no two places have the same text. */
function associatedData(place: SecretPlace): Buffer {
  return Buffer.from(`${place.shopSlug}\0${place.field}`, 'utf8');
}
