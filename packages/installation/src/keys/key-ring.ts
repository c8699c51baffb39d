import { createHash } from 'node:crypto';

/** A key that encrypts, and the name under which rows say which one encrypted them. */
export interface Key {
  id: string;
  hex: string;
}

/** The keys that a process was given (D34): all of them decrypt. */
export class KeyRing {
  readonly keys: readonly Key[];

  /** @param hexes of HUB_ENCRYPTION_KEYS, in their order, 64 hex digits each */
  constructor(hexes: readonly string[]) {
    this.keys = hexes.map((hex) => ({ id: encryptionKeyId(hex), hex }));
  }

  get ids(): string[] {
    return this.keys.map(({ id }) => id);
  }

  find(id: string): Key | null {
    return this.keys.find((key) => key.id === id) ?? null;
  }
}

/** The first 8 hex digits of the key's SHA-256: reveals nothing of the key. */
export function encryptionKeyId(hex: string): string {
  return createHash('sha256').update(keyBytes(hex)).digest('hex').slice(0, 8);
}

/** @returns the 32 bytes of 64 hex digits */
export function keyBytes(hex: string): Buffer {
  const key = Buffer.from(hex, 'hex');
  if (key.length !== 32) throw new Error('a key must be 64 hex digits');
  return key;
}
