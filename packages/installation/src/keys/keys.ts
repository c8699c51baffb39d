import { inTransaction, rows, type Database, type Tx } from '@hub/database';
import { z } from 'zod';
import { StartRefused } from '../start-refused';
import { sealCertificateKey } from './certificate-key';
import { KeyRing, type Key } from './key-ring';
import { decryptSecret, encryptSecret, SecretUnreadableError } from './secrets';

const IdRow = z.object({ id: z.string() });
const HoldsOrder = z.object({ holdsOrder: z.boolean() });

/** The key configuration of a process (D28, D34). */
export interface KeysConfig {
  HUB_ENCRYPTION_KEY?: string | undefined;
  HUB_ENCRYPTION_KEYS?: string[] | undefined;
  HUB_REFERENCE_KEY?: string | undefined;
}

/** Every required key, known to this process. */
export interface Keys {
  ring: KeyRing;
  /** Encrypts, wherever it is in the list. */
  current: Key;
  /** References, relay addresses and fingerprints derive from it; it never rotates. 64 hex digits. */
  reference: string;
}

/** This process lacks a required key. `id` names it. */
export interface LackedKey {
  lacks: string;
}

/** The keys of a configuration: the list, and the single one beside it. */
export function keyRingOf({
  HUB_ENCRYPTION_KEY: single,
  HUB_ENCRYPTION_KEYS: list = [],
}: KeysConfig): KeyRing {
  return new KeyRing(single === undefined || list.includes(single) ? list : [...list, single]);
}

/** The reference key's storage place: not a shop's. */
const REFERENCE_PLACE = { shopSlug: '', field: 'reference_key' } as const;
/** Processes that start at once agree on the first keys one after another. */
const KEYS_LOCK = 7_201_108;

/**
 * The keys of this database (D34). If none are recorded yet they are now: the key that its secrets are encrypted with
 * (the first of the list if it holds none), and the reference key derived from it in the original way. Throws
 * `StartRefused` if `HUB_REFERENCE_KEY` differs from the one that references were made with.
 */
export async function openKeys(db: Database, config: KeysConfig): Promise<Keys | LackedKey> {
  return inTransaction(db, (tx) => openKeysIn(tx, config));
}

/**
 * The same in the caller's transaction, for which a rotation then waits: what it encrypts is encrypted under the
 * current key.
 */
export async function openKeysIn(tx: Tx, config: KeysConfig): Promise<Keys | LackedKey> {
  const ring = keyRingOf(config);
  const given = config.HUB_REFERENCE_KEY?.toLowerCase();
  const recorded = (await recordedKeys(tx)) ?? (await recordFirstKeys(tx, ring, given));
  if ('lacks' in recorded) return recorded;
  const current = ring.find(recorded.currentKeyId);
  if (current === null) return { lacks: recorded.currentKeyId };
  const { referenceKey: ciphertext, referenceKeyId: keyId } = recorded;
  if (ring.find(keyId) === null) return { lacks: keyId };
  const reference = decryptSecret(ring, REFERENCE_PLACE, { ciphertext, keyId });
  if (given !== undefined && given !== reference) throw new StartRefused(OTHER_REFERENCE_KEY);
  return { ring, current, reference };
}

/**
 * Makes another key of the ring the current one; the reference key and the one of certificates are re-encrypted under
 * it at the same moment.
 */
export async function makeCurrent(tx: Tx, { ring, reference }: Keys, next: Key): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM "encryption_state" WHERE "id" = 1 FOR UPDATE`;
  if (ring.find(next.id) === null)
    throw new SecretUnreadableError('a key that is not in the list cannot encrypt');
  await tx.encryptionState.update({
    where: { id: 1 },
    data: { currentKeyId: next.id, currentSince: new Date(), ...sealedReference(next, reference) },
  });
  await sealCertificateKey(tx, ring, next);
}

/** A shared lock for encryption, an exclusive one for rotation. */
async function recordedKeys(tx: Tx) {
  await tx.$executeRaw`SELECT 1 FROM "encryption_state" WHERE "id" = 1 FOR SHARE`;
  return tx.encryptionState.findUnique({ where: { id: 1 } });
}

async function recordFirstKeys(tx: Tx, ring: KeyRing, given: string | undefined) {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${KEYS_LOCK})`;
  const meanwhile = await recordedKeys(tx);
  if (meanwhile !== null) return meanwhile;
  const used = await usedKeyIds(tx);
  const current = used.length === 0 ? ring.keys[0] : ring.keys.find(({ id }) => used.includes(id));
  if (current === undefined) return { lacks: used[0] ?? '' };
  const derived = current.hex.toLowerCase();
  if (given !== undefined && given !== derived && (await holdsOrder(tx)))
    throw new StartRefused(OTHER_REFERENCE_KEY);
  return tx.encryptionState.create({
    data: { id: 1, currentKeyId: current.id, ...sealedReference(current, given ?? derived) },
  });
}

function sealedReference(key: Key, reference: string) {
  const { ciphertext, keyId } = encryptSecret(key.hex, REFERENCE_PLACE, reference);
  return { referenceKey: ciphertext, referenceKeyId: keyId };
}

async function usedKeyIds(tx: Tx): Promise<string[]> {
  const found = await rows(
    IdRow,
    tx.$queryRaw`
    SELECT "id" FROM (
      SELECT "bearer_token_key_id" AS "id" FROM "shop" WHERE "removed_at" IS NULL UNION ALL SELECT "key_id" FROM "shop_secret") used
    GROUP BY "id" ORDER BY count(*) DESC, "id"`,
  );
  return found.map(({ id }) => id);
}

/** By a function that runs with the rights of who migrated: most services may not read orders. */
async function holdsOrder(tx: Tx): Promise<boolean> {
  const [row] = await rows(HoldsOrder, tx.$queryRaw`SELECT holds_order() AS "holdsOrder"`);
  return row?.holdsOrder ?? false;
}

const OTHER_REFERENCE_KEY =
  'HUB_REFERENCE_KEY: is another than the one that references of this database were made with: a store would take ' +
  'a repeated order for a new one';

/** A single key stands for all of them. */
export function asKeys(given: string | Keys): Keys {
  if (typeof given !== 'string') return given;
  const ring = new KeyRing([given]);
  const [current] = ring.keys;
  if (current === undefined) throw new Error('no key');
  return { ring, current, reference: given };
}
