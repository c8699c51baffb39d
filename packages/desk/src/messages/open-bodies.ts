import type { Sql } from '@hub/database';
import { SecretUnreadableError, type BodyCipher } from '@hub/installation';
import { z } from 'zod';

/** The stored bodies of a failed message: encrypted (D33), except those of an earlier release. */
export const StoredBodies = z.object({
  id: z.string(),
  body: z.instanceof(Uint8Array),
  bodyKeyId: z.int().nullable(),
  editedBody: z.instanceof(Uint8Array).nullable(),
  editedBodyKeyId: z.int().nullable(),
});
export type StoredBodies = z.output<typeof StoredBodies>;

export type OpenedBodies<T extends StoredBodies> = Omit<T, keyof StoredBodies> & {
  id: string;
  /** The original body. */
  body: Buffer;
  /** What a replay sends instead; null: `body`. */
  editedBody: Buffer | null;
};

/** Decrypts the bodies of a failed message. Throws `SecretUnreadableError`. */
export async function openBodies<T extends StoredBodies>(
  db: Sql,
  cipher: BodyCipher,
  failedMessage: T,
): Promise<OpenedBodies<T>> {
  const { id, body, bodyKeyId, editedBody, editedBodyKeyId, ...facts } = failedMessage;
  const place = { table: 'dead_letter', id } as const;
  return {
    ...facts,
    id,
    body: await cipher.open(db, place, { body, bodyKeyId }),
    editedBody:
      editedBody === null
        ? null
        : await cipher.open(db, place, { body: editedBody, bodyKeyId: editedBodyKeyId }),
  };
}

/** The same; null: this process lacks their key. */
export async function tryOpenBodies<T extends StoredBodies>(
  db: Sql,
  cipher: BodyCipher,
  failedMessage: T,
): Promise<OpenedBodies<T> | null> {
  try {
    return await openBodies(db, cipher, failedMessage);
  } catch (error) {
    if (error instanceof SecretUnreadableError) return null;
    throw error;
  }
}
