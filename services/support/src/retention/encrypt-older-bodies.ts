import { rows, type Tx } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import type { Sweep } from '@hub/messaging';
import { z } from 'zod';

const BATCH = 200;
const EVERY_MS = 60_000;

const FailedMessage = z.object({
  id: z.string(),
  body: z.instanceof(Uint8Array),
  editedBody: z.instanceof(Uint8Array).nullable(),
});

/** Encrypts the bodies of failed messages that an earlier release stored unencrypted (D33). */
export function encryptOlderBodies(cipher: BodyCipher): Sweep {
  return {
    name: 'retention: bodies of an earlier release',
    everyMs: EVERY_MS,
    batch: BATCH,
    async run(tx) {
      const failedMessages = await rows(
        FailedMessage,
        tx.$queryRaw`
          SELECT id, body, edited_body AS "editedBody" FROM dead_letter WHERE body_key_id IS NULL
          LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      );
      for (const { id, body, editedBody } of failedMessages) {
        const sealed = await cipher.seal(tx, { table: 'dead_letter', id }, Buffer.from(body));
        await tx.deadLetter.update({
          where: { id },
          data: { ...sealed, ...(await sealEdited(tx, cipher, { id, editedBody })) },
          select: { id: true },
        });
      }
      return failedMessages.length;
    },
  };
}

async function sealEdited(
  tx: Tx,
  cipher: BodyCipher,
  { id, editedBody }: { id: string; editedBody: Uint8Array | null },
) {
  if (editedBody === null) return {};
  const sealed = await cipher.seal(tx, { table: 'dead_letter', id }, Buffer.from(editedBody));
  return { editedBody: sealed.body, editedBodyKeyId: sealed.bodyKeyId };
}
