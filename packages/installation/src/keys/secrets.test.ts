import { describe, expect, it } from '@jest/globals';
import {
  decryptSecret,
  encryptSecret,
  secretFingerprint,
  SecretUnreadableError,
  type SecretPlace,
} from './secrets';

const KEY = 'a'.repeat(64);
const OTHER_KEY = 'b'.repeat(64);
const PLACE: SecretPlace = { shopSlug: 'nordic-outdoor', field: 'bearer_token' };

describe('secrets are stored encrypted (D25)', () => {
  it('decrypt with the same key and place, whatever the text', () => {
    for (const secret of ['s', 'ö€😀', 'x'.repeat(10_000)]) {
      expect(decryptSecret(KEY, PLACE, encryptSecret(KEY, PLACE, secret))).toBe(secret);
    }
  });

  it('never have the same ciphertext twice, nor one that contains the text', () => {
    const first = encryptSecret(KEY, PLACE, 'token-of-the-store');
    const second = encryptSecret(KEY, PLACE, 'token-of-the-store');
    expect(Buffer.from(first.ciphertext).equals(second.ciphertext)).toBe(false);
    expect(Buffer.from(first.ciphertext).includes('token')).toBe(false);
  });

  it('are laid out as nonce, tag, data, beside the id of the key', () => {
    const { ciphertext, keyId } = encryptSecret(KEY, PLACE, 'four');
    expect(ciphertext).toHaveLength(12 + 16 + 4);
    expect(keyId).toMatch(/^[0-9a-f]{8}$/);
  });

  it.each([
    ['another key', OTHER_KEY, PLACE],
    ['another shop', KEY, { ...PLACE, shopSlug: 'other-shop' }],
    ['another field', KEY, { ...PLACE, field: 'signing_secret' as const }],
  ])('do not decrypt with %s', (_case, key, place) => {
    const stored = encryptSecret(KEY, PLACE, 'secret-text');
    const opening = () => decryptSecret(key, place, stored);
    expect(opening).toThrow(SecretUnreadableError);
    expect(opening).not.toThrow(/secret-text/);
  });

  it('do not decrypt when a single byte was changed or lost', () => {
    const stored = encryptSecret(KEY, PLACE, 'secret-text');
    for (const at of stored.ciphertext.keys()) {
      const ciphertext = new Uint8Array(stored.ciphertext);
      ciphertext[at] = (ciphertext[at] ?? 0) ^ 1;
      expect(() => decryptSecret(KEY, PLACE, { ...stored, ciphertext })).toThrow(SecretUnreadableError);
    }
    expect(() =>
      decryptSecret(KEY, PLACE, { ...stored, ciphertext: stored.ciphertext.slice(0, 20) }),
    ).toThrow(SecretUnreadableError);
  });
});

describe('a secret that another shop uses is refused (D2)', () => {
  it('has the same fingerprint in every shop, another for another secret or key', () => {
    const fingerprint = secretFingerprint(KEY, 'shared');
    expect(secretFingerprint(KEY, 'shared')).toBe(fingerprint);
    expect(secretFingerprint(KEY, 'shared ')).not.toBe(fingerprint);
    expect(secretFingerprint(OTHER_KEY, 'shared')).not.toBe(fingerprint);
  });
});
