import { maskBody } from '@hub/contract';
import { inTransaction, type Database } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import type { Forecasts } from '@hub/messaging';
import { z } from 'zod';
import { recordActions } from '../engine/record-actions';
import { listRunsOfDeadLetter, type ListedRun } from './runs/list-runs';
import { forecastReplay } from './forecast-replay';
import { changedPaths } from './changed-paths';
import type { Editable } from './decide-edit';
import { readEditable } from './edit-dead-letter';
import { openBodies, tryOpenBodies } from './open-bodies';
import { parseJson, readMessage, sha256, shownOfMessage } from './read-message';

export type ShownDeadLetter = NonNullable<Awaited<ReturnType<typeof showDeadLetter>>>;

const NOTHING = Buffer.alloc(0);

/**
 * All that is known of a failed message, its body without personal data (D29), with the effect of a replay now and
 * support's actions on it. Null: there is none.
 * @param by.forecasts the workers to ask
 */
export async function showDeadLetter(
  db: Database,
  id: string,
  { forecasts, cipher }: { forecasts: Forecasts; cipher: BodyCipher },
) {
  const stored = await find(db, id);
  if (!stored) return null;
  const opened = await tryOpenBodies(db, cipher, stored);
  // If none of our keys decrypts it, it is shown as unreadable bytes.
  const failedMessage = opened ?? { ...stored, body: NOTHING, editedBody: null };
  const { body } = failedMessage;
  const sent = failedMessage.editedBody ?? body;
  const message = readMessage(sent, failedMessage);
  const [shop, actions, runs, forecast, editable] = await Promise.all([
    failedMessage.shopId === null
      ? null
      : db.shop.findUnique({ where: { id: failedMessage.shopId }, select: { slug: true } }),
    db.supportAction.findMany({
      where: { subject: `dead_letter:${failedMessage.id}` },
      orderBy: { id: 'asc' },
    }),
    listRunsOfDeadLetter(db, failedMessage.id),
    forecastReplay(forecasts, { ...failedMessage, body: sent }),
    inTransaction(db, (tx): Promise<Editable> => readEditable(tx, failedMessage)),
  ]);
  const { deaths: _deaths, body: _body, bodyKeyId: _key, ...rest } = stored;
  const { editedBody: _edited, editedBodyKeyId: _editedKey, editedBy, editedAt, ...known } = rest;
  return {
    ...known,
    shop: shop?.slug ?? null,
    eventId: message.kind === 'event' ? message.eventId : null,
    maskedBody: maskedJson(body, failedMessage),
    bodyBytes: body.length,
    bodySha256: sha256(body).toString('hex'),
    /** Of what a replay would send. */
    forecast,
    editable,
    /** What a replay would send instead of the body; null: the body itself. */
    edit:
      editedBy === null || editedAt === null
        ? null
        : {
            by: editedBy,
            at: editedAt,
            changed: changedPaths(
              parseJson(body),
              parseJson(sent),
              shownOfMessage(parseJson(sent), failedMessage),
            ),
            maskedBody: maskedJson(sent, failedMessage),
          },
    /** The actions on it, single ones and those of bulk runs. */
    actions: [
      ...actions.map(({ id: actionId, ...action }) => ({ ...action, id: String(actionId) })),
      ...runs.map(asAction),
    ].toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  };
}

/** A bulk run has one audit row for all its messages. */
function asAction({ id, startedAt: at, startedBy: actor, action, note }: ListedRun) {
  const detail = note === null ? {} : { note };
  return { id, at, actor, action: `bulk_run.${action}`, subject: `bulk_run:${id}`, detail };
}

/** Null: not JSON, so personal data in it cannot be masked. */
function maskedJson(body: Buffer, place: { origin: string | null }): unknown {
  const parsed = parseJson(body);
  return parsed === undefined ? null : maskBody(parsed, shownOfMessage(parsed, place));
}

/**
 * The unmasked body; the view is recorded in the same transaction. Null: there is none.
 * @param request.which the original, or support's replacement; the same if it was not edited
 */
export async function revealDeadLetter(
  db: Database,
  request: { id: string; actor: string; cipher: BodyCipher; which?: 'original' | 'edited' },
): Promise<Buffer | null> {
  const stored = await find(db, request.id);
  if (!stored) return null;
  const failedMessage = await openBodies(db, request.cipher, stored);
  await inTransaction(db, (tx) =>
    recordActions(tx, {
      actor: request.actor,
      action: 'dead_letter.reveal',
      subjects: [`dead_letter:${failedMessage.id}`],
    }),
  );
  const edited = request.which === 'edited' ? failedMessage.editedBody : null;
  return edited ?? failedMessage.body;
}

function find(db: Database, id: string) {
  return z.uuid().safeParse(id).success ? db.deadLetter.findUnique({ where: { id } }) : Promise.resolve(null);
}
