import { DeadLetterState, inTransaction, rows, type Database, type Tx } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import { z } from 'zod';
import { recordActions } from '../actions/record-actions';
import { changedPaths } from './changed-paths';
import { decideEditable, type Editable } from './decide-edit';
import { identityOf } from './identity';
import { openBodies, StoredBodies } from './open-bodies';
import { readEdit, type EditFault } from './read-edit';
import { commandOfQueue, eventOfQueue, parseJson, readMessage, shownOfMessage } from './read-message';

const EditableFailedMessage = z.object({
  id: z.string(),
  state: z.enum(DeadLetterState),
  origin: z.string(),
  identity: z.string(),
  shopId: z.int().nullable(),
  /** The original body. */
  body: z.instanceof(Buffer),
  /** What a replay sends instead; null: `body`. */
  editedBody: z.instanceof(Buffer).nullable(),
});

/** A failed message, for editing. */
export type EditableFailedMessage = z.output<typeof EditableFailedMessage>;

/** The same as stored. */
const StoredFailedMessage = EditableFailedMessage.extend(StoredBodies.shape);

type NotOpen = NonNullable<Editable['why']>;

export type DeadLetterEdit =
  /** `changed`: where it differs from the original. */
  | { kind: 'done'; changed: string[] }
  | { kind: 'invalid'; faults: EditFault[] }
  | { kind: 'refused'; why: 'unknown' | NotOpen | 'identity_changed' | 'identity_taken' | 'unchanged' };

/**
 * Replaces the body that a replay would send; the original is kept, and so is the identity. The trail names the changed
 * fields, never their values.
 * @param request.body JSON as text
 */
export async function editDeadLetter(
  db: Database,
  request: { id: string; body: string; actor: string; cipher: BodyCipher },
): Promise<DeadLetterEdit> {
  const { id, actor, cipher } = request;
  return inTransaction(db, async (tx) => {
    const failedMessage = await lockFailedMessage(tx, id, cipher);
    if (!failedMessage) return { kind: 'refused', why: 'unknown' };
    const { why } = await readEditable(tx, failedMessage);
    if (why !== null) return { kind: 'refused', why };
    const body = Buffer.from(request.body, 'utf8');
    const read = readEdit(body, failedMessage);
    if (!read.ok) return { kind: 'invalid', faults: read.faults };
    const refused = await refuseEdit(tx, failedMessage, { body, identity: read.identity });
    if (refused !== null) return { kind: 'refused', why: refused };
    const edited = parseJson(body);
    const shown = shownOfMessage(edited, failedMessage);
    const changed = changedPaths(parseJson(failedMessage.body), edited, shown);
    const sealed = await cipher.seal(tx, { table: 'dead_letter', id }, body);
    await tx.deadLetter.update({
      where: { id },
      data: {
        identity: read.identity,
        editedBody: sealed.body,
        editedBodyKeyId: sealed.bodyKeyId,
        editedBy: actor,
        editedAt: new Date(),
      },
      select: { id: true },
    });
    await record(tx, { id, actor, action: 'dead_letter.edit', detail: { changed } });
    return { kind: 'done', changed };
  });
}

/** Reverts an edit: a replay sends the original. */
export async function revertEdit(
  db: Database,
  request: { id: string; actor: string; cipher: BodyCipher },
): Promise<
  { kind: 'done' } | { kind: 'refused'; why: 'unknown' | NotOpen | 'not_edited' | 'identity_taken' }
> {
  const { id, actor, cipher } = request;
  return inTransaction(db, async (tx) => {
    const failedMessage = await lockFailedMessage(tx, id, cipher);
    if (!failedMessage) return { kind: 'refused', why: 'unknown' };
    if (failedMessage.editedBody === null) return { kind: 'refused', why: 'not_edited' };
    const { why } = await readEditable(tx, failedMessage);
    if (why !== null && why !== 'not_editable') return { kind: 'refused', why };
    const identity = identityOf(readMessage(failedMessage.body, failedMessage), failedMessage.body);
    if (await isTaken(tx, failedMessage, identity)) return { kind: 'refused', why: 'identity_taken' };
    await tx.deadLetter.update({
      where: { id },
      data: { identity, editedBody: null, editedBodyKeyId: null, editedBy: null, editedAt: null },
      select: { id: true },
    });
    await record(tx, { id, actor, action: 'dead_letter.revert_edit', detail: {} });
    return { kind: 'done' };
  });
}

/** Whether an edit can fix it now. */
export async function readEditable(tx: Tx, failedMessage: EditableFailedMessage): Promise<Editable> {
  const { state, origin, shopId } = failedMessage;
  const message = readMessage(failedMessage.body, failedMessage);
  const decided =
    message.kind === 'event' &&
    (await tx.eventLedger.count({ where: { shopId: message.shopId, eventId: message.eventId } })) > 0;
  const queue = eventOfQueue(origin) ? 'event' : commandOfQueue(origin) ? 'command' : null;
  return decideEditable({ state, message, queue, shopKnown: shopId !== null, decided });
}

async function refuseEdit(
  tx: Tx,
  failedMessage: EditableFailedMessage,
  edit: { body: Buffer; identity: string },
): Promise<'identity_changed' | 'identity_taken' | 'unchanged' | null> {
  if (edit.body.equals(failedMessage.editedBody ?? failedMessage.body)) return 'unchanged';
  const died = readMessage(failedMessage.body, failedMessage);
  if (died.kind !== 'unreadable' && edit.identity !== failedMessage.identity) return 'identity_changed';
  return (await isTaken(tx, failedMessage, edit.identity)) ? 'identity_taken' : null;
}

/** Unreadable bytes have no identity but themselves; once fixed they may equal another failed message. */
async function isTaken(tx: Tx, { id, origin }: EditableFailedMessage, identity: string): Promise<boolean> {
  return (await tx.deadLetter.count({ where: { origin, identity, id: { not: id } } })) > 0;
}

async function lockFailedMessage(
  tx: Tx,
  id: string,
  cipher: BodyCipher,
): Promise<EditableFailedMessage | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [failedMessage] = await rows(
    StoredFailedMessage,
    tx.$queryRaw`
    SELECT id, state::text AS state, origin, identity, shop_id AS "shopId", body, body_key_id AS "bodyKeyId",
      edited_body AS "editedBody", edited_body_key_id AS "editedBodyKeyId"
    FROM dead_letter WHERE id = ${id}::uuid FOR UPDATE`,
  );
  return failedMessage ? openBodies(tx, cipher, failedMessage) : null;
}

async function record(
  tx: Tx,
  done: {
    id: string;
    actor: string;
    action: 'dead_letter.edit' | 'dead_letter.revert_edit';
    detail: { changed?: string[] };
  },
): Promise<void> {
  const { id, ...report } = done;
  await recordActions(tx, { ...report, subjects: [`dead_letter:${id}`] });
}
