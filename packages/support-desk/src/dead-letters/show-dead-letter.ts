import { inTransaction, type Database } from '@hub/database';
import { maskPersonalData } from '@hub/shops';
import { z } from 'zod';
import { recordActions } from '../actions/record-actions';
import { forecastReplay } from '../forecast/forecast-replay';
import type { ReplayForecast } from '../forecast/replay-forecast';
import { parseJson, readMessage, sha256 } from './read-message';

export type ShownDeadLetter = NonNullable<Awaited<ReturnType<typeof showDeadLetter>>>;

/**
 * All that is known of a dead letter, the body without personal data (D29), with what a replay would do now and what
 * support did with it. Null: there is none.
 * @param now milliseconds since the epoch
 */
export async function showDeadLetter(db: Database, id: string, now: number) {
  const letter = await find(db, id);
  if (!letter) return null;
  const body = Buffer.from(letter.body);
  const parsed = parseJson(body);
  const message = readMessage(body, letter);
  const [shop, actions, forecast] = await Promise.all([
    letter.shopId === null
      ? null
      : db.shop.findUnique({ where: { id: letter.shopId }, select: { slug: true } }),
    db.supportAction.findMany({ where: { subject: `dead_letter:${letter.id}` }, orderBy: { id: 'asc' } }),
    inTransaction(db, (tx): Promise<ReplayForecast> => forecastReplay(tx, message, now)),
  ]);
  const { deaths: _deaths, body: _body, ...known } = letter;
  return {
    ...known,
    shop: shop?.slug ?? null,
    eventId: message.kind === 'event' ? message.eventId : null,
    /** Null: not JSON, so nobody can say what in it is personal. */
    maskedBody: parsed === undefined ? null : maskPersonalData(parsed),
    bodyBytes: body.length,
    bodySha256: sha256(body).toString('hex'),
    forecast,
    actions,
  };
}

/** The body as it is, personal data and all; the look is recorded in the same transaction. Null: there is none. */
export async function revealDeadLetter(
  db: Database,
  request: { id: string; actor: string },
): Promise<Buffer | null> {
  const letter = await find(db, request.id);
  if (!letter) return null;
  await inTransaction(db, (tx) =>
    recordActions(tx, {
      actor: request.actor,
      action: 'dead_letter.reveal',
      subjects: [`dead_letter:${letter.id}`],
    }),
  );
  return Buffer.from(letter.body);
}

function find(db: Database, id: string) {
  return z.uuid().safeParse(id).success ? db.deadLetter.findUnique({ where: { id } }) : Promise.resolve(null);
}
