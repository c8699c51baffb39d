import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyBytes } from './key-ring';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Parameters of decryption: the key in 64 hex digits, and the associated data of the encryption. */
export interface Lock {
  keyHex: string;
  associated: Buffer;
}

/** @returns nonce | tag | data */
export function sealBytes({ keyHex, associated }: Lock, plain: Buffer): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyBytes(keyHex), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associated);
  const data = Buffer.concat([cipher.update(plain), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), data]));
}

/** Throws if the key, the associated data or the bytes differ. */
export function openBytes({ keyHex, associated }: Lock, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, keyBytes(keyHex), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(associated);
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const data = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([data, decipher.final()]);
}
