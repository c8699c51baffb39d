import { randomBytes } from 'node:crypto';
import { Prisma, rows, type Sql, type Tx } from '@hub/database';
import { z } from 'zod';
import { openBytes, sealBytes } from './aes-gcm';
import type { Key, KeyRing } from './key-ring';
import { keyRingOf, openKeysIn, type Keys, type KeysConfig } from './keys';
import { decryptSecret, encryptSecret, SecretUnreadableError } from './secrets';

/** The owner of a body: part of what the cipher authenticates, so that it decrypts nowhere else. */
export interface BodyPlace {
  table: 'dead_letter' | 'sent_event';
  /** Of the row; a replay's row of the outbox holds the body of its failed message. */
  id: string;
}

/** A body as stored in columns. */
export interface SealedBody {
  body: Uint8Array<ArrayBuffer>;
  bodyKeyId: number;
}

/** As read; no body key: it was stored before bodies were encrypted. */
export interface StoredBody {
  body: Uint8Array;
  bodyKeyId: number | null;
}

const BodyKeyRow = z.object({ id: z.int(), sealed: z.instanceof(Uint8Array), keyId: z.string() });
type BodyKeyRow = z.output<typeof BodyKeyRow>;
const KeyCount = z.object({ keyId: z.string(), bodyKeys: z.int() });
interface BodyKey {
  id: number;
  hex: string;
}

/** The owner of what is encrypted under the keys themselves, of no shop. */
const KEY_PLACE = { shopSlug: '', field: 'body_key' } as const;
/** How soon a running process encrypts under a new body key. */
const LOOK_AGAIN_MS = 60_000;

/** The body does not decrypt though its key does: this process lacks nothing. */
export class BodyDamagedError extends SecretUnreadableError {}

/**
 * Encrypts and decrypts bodies (D33) with AES-256-GCM under body keys, which are encrypted under the keys of the list
 * (D34). Throws `SecretUnreadableError` if this process lacks the key, or a body is damaged or was moved. One instance
 * per database.
 */
export class BodyCipher {
  private readonly opened = new Map<number, string>();
  private newest: { key: BodyKey; readAt: number } | null = null;
  /** The transaction that created one here: its own row may still be rolled back. */
  private readonly madeIn = new Map<number, Tx>();

  constructor(private readonly config: KeysConfig) {}

  async seal(tx: Tx, place: BodyPlace, body: Buffer): Promise<SealedBody> {
    const key = await this.keyForNew(tx);
    return { body: sealBytes(lockOf(key.hex, place), body), bodyKeyId: key.id };
  }

  async open(tx: Sql, place: BodyPlace, { body, bodyKeyId }: StoredBody): Promise<Buffer> {
    if (bodyKeyId === null) return Buffer.from(body);
    const hex = this.opened.get(bodyKeyId) ?? (await this.read(tx, bodyKeyId));
    try {
      return openBytes(lockOf(hex, place), body);
    } catch {
      throw new BodyDamagedError(`the body of ${place.table} ${place.id} is damaged or was moved there`);
    }
  }

  private async keyForNew(tx: Tx): Promise<BodyKey> {
    if (this.newest && Date.now() - this.newest.readAt < LOOK_AGAIN_MS) return this.newest.key;
    const [row] = await readKeys(tx, Prisma.sql`ORDER BY id DESC LIMIT 1`);
    if (!row) return this.make(tx);
    const key = { id: row.id, hex: this.openKey(row) };
    if (this.madeIn.get(key.id) === tx) return key;
    this.madeIn.delete(key.id);
    this.newest = { key, readAt: Date.now() };
    return key;
  }

  /** The keys of the list, in force for this transaction. */
  async keys(tx: Tx): Promise<Keys> {
    const keys = await openKeysIn(tx, this.config);
    if ('lacks' in keys) throw new SecretUnreadableError(`this process lacks the key ${keys.lacks}`);
    return keys;
  }

  private async make(tx: Tx): Promise<BodyKey> {
    const key = await addBodyKey(tx, (await this.keys(tx)).current);
    this.madeIn.set(key.id, tx);
    return key;
  }

  private async read(tx: Sql, id: number): Promise<string> {
    const [row] = await readKeys(tx, Prisma.sql`WHERE id = ${id}`);
    if (!row) throw new SecretUnreadableError(`there is no body key ${id}`);
    return this.openKey(row);
  }

  private openKey({ id, sealed, keyId }: BodyKeyRow): string {
    const hex = decryptSecret(keyRingOf(this.config), KEY_PLACE, { ciphertext: sealed, keyId });
    this.opened.set(id, hex);
    return hex;
  }
}

/**
 * Body keys that none of the keys of the list decrypts, or that are damaged: nothing under them can be read (D34).
 * @returns null: this process lacks the current key itself, which is reported elsewhere
 */
export async function findUnopenedBodyKeys(tx: Tx, config: KeysConfig): Promise<number[] | null> {
  const keys = await openKeysIn(tx, config);
  if ('lacks' in keys) return null;
  const found = await tx.bodyKey.findMany({ orderBy: { id: 'asc' } });
  return found.filter((row) => !opens(keys.ring, row)).map(({ id }) => id);
}

function opens(ring: KeyRing, { sealed: ciphertext, keyId }: Omit<BodyKeyRow, 'id'>): boolean {
  try {
    decryptSecret(ring, KEY_PLACE, { ciphertext, keyId });
    return true;
  } catch (error) {
    if (error instanceof SecretUnreadableError) return false;
    throw error;
  }
}

/**
 * Encrypts the body keys under another key of the list, and encrypts new bodies under a new one. @returns those that do
 * not decrypt, which stay
 */
export async function rotateBodyKeys(tx: Tx, { ring }: Keys, next: Key): Promise<number> {
  let unreadable = 0;
  const others = await tx.bodyKey.findMany({ where: { keyId: { not: next.id } }, orderBy: { id: 'asc' } });
  for (const { id, sealed: ciphertext, keyId } of others) {
    if (ring.find(keyId) === null) {
      unreadable += 1;
      continue;
    }
    const hex = decryptSecret(ring, KEY_PLACE, { ciphertext, keyId });
    await tx.bodyKey.update({ where: { id }, data: sealedKey(next, hex) });
  }
  if (others.length > 0) await addBodyKey(tx, next);
  return unreadable;
}

/** The number of body keys under each key of the list. */
export async function countBodyKeys(db: Sql): Promise<z.output<typeof KeyCount>[]> {
  return rows(
    KeyCount,
    db.$queryRaw`
    SELECT key_id AS "keyId", count(*)::int AS "bodyKeys" FROM body_key GROUP BY key_id ORDER BY key_id`,
  );
}

function readKeys(tx: Sql, which: Prisma.Sql): Promise<BodyKeyRow[]> {
  return rows(BodyKeyRow, tx.$queryRaw`SELECT id, sealed, key_id AS "keyId" FROM body_key ${which}`);
}

async function addBodyKey(tx: Tx, under: Key): Promise<BodyKey> {
  const hex = randomBytes(32).toString('hex');
  const { id } = await tx.bodyKey.create({ data: sealedKey(under, hex), select: { id: true } });
  return { id, hex };
}

function sealedKey(under: Key, hex: string) {
  const { ciphertext, keyId } = encryptSecret(under.hex, KEY_PLACE, hex);
  return { sealed: ciphertext, keyId };
}

function lockOf(keyHex: string, { table, id }: BodyPlace) {
  return { keyHex, associated: Buffer.from(`${table}\0${id}`, 'utf8') };
}
