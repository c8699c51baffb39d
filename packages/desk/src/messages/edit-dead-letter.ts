import { DeadLetterState, rows, type Tx } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import { z } from 'zod';
import { DESK_REFUSAL_LABELS, type DeskRefusal } from '../audit/refusal-labels';
import { action, type By } from '../engine/action';
import { changedPaths } from './changed-paths';
import { decideEditable, type Editable } from './decide-edit';
import { identityOf } from './identity';
import { openBodies, StoredBodies } from './open-bodies';
import { readEdit } from './read-edit';
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

/** As large as an event may be, with a margin. */
const LONGEST_BODY = 2_000_000;

export interface NeedsCipher {
  cipher: BodyCipher;
}

/**
 * Replaces the body that a replay would send, given as JSON text; the original is kept, and so is the identity. The audit names the
 * changed fields, never their values.
 */
export const editMessage = action({
  names: { 'dead_letter.edit': 'edited a failed message' },
  command: 'dead.edit',
  role: 'lead',
  note: 'none',
  input: z.strictObject({ id: z.string().min(1).max(500), body: z.string().max(LONGEST_BODY) }),
  async run(tx, { id, body: text }, { cipher, actor, now }: By & NeedsCipher) {
    const failedMessage = await lockFailedMessage(tx, id, cipher);
    if (!failedMessage) return notEdited('unknown');
    const { why } = await readEditable(tx, failedMessage);
    if (why !== null) return notEdited(why);
    const body = Buffer.from(text, 'utf8');
    const read = readEdit(body, failedMessage);
    if (!read.ok) return { kind: 'refused', says: 'The edit is not kept.', faults: read.faults };
    const refused = await refuseEdit(tx, failedMessage, { body, identity: read.identity });
    if (refused !== null) return notEdited(refused);
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
        editedAt: new Date(now),
      },
      select: { id: true },
    });
    return {
      kind: 'done',
      says: `Edited: ${changed.join(', ')}. Look at what a replay would do now.`,
      answer: { id, changed, reverted: false },
      record: { subjects: [`dead_letter:${id}`], detail: { changed } },
    };
  },
});

/** Takes an edit back: a replay sends the original. */
export const revertEdit = action({
  names: { 'dead_letter.revert_edit': 'took back an edit of a failed message' },
  command: 'dead.revert',
  role: 'lead',
  note: 'none',
  input: z.strictObject({ id: z.string().min(1).max(500) }),
  async run(tx, { id }, { cipher }: By & NeedsCipher) {
    const failedMessage = await lockFailedMessage(tx, id, cipher);
    if (!failedMessage) return notTakenBack('unknown');
    if (failedMessage.editedBody === null) return notTakenBack('not_edited');
    const { why } = await readEditable(tx, failedMessage);
    if (why !== null && why !== 'not_editable') return notTakenBack(why);
    const identity = identityOf(readMessage(failedMessage.body, failedMessage), failedMessage.body);
    if (await isTaken(tx, failedMessage, identity)) return notTakenBack('identity_taken');
    await tx.deadLetter.update({
      where: { id },
      data: { identity, editedBody: null, editedBodyKeyId: null, editedBy: null, editedAt: null },
      select: { id: true },
    });
    return {
      kind: 'done',
      says: 'The edit is taken back: a replay sends the original.',
      answer: { id, changed: [], reverted: true },
      record: { subjects: [`dead_letter:${id}`] },
    };
  },
});

const refusedAs = (not: string, why: string) => ({ kind: 'refused', says: `${not}: ${why}.`, why }) as const;
const notEdited = (why: DeskRefusal) => refusedAs('Not edited', DESK_REFUSAL_LABELS[why]);
const notTakenBack = (why: DeskRefusal) => refusedAs('The edit is not taken back', DESK_REFUSAL_LABELS[why]);

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
