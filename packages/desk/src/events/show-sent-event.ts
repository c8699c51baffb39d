import { inTransaction, rows, type Database, type Sql } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import { BodyDamagedError, SecretUnreadableError, type BodyCipher } from '@hub/installation';
import { maskEvent } from '@hub/contract';
import { z } from 'zod';
import { recordActions } from '../engine/record-actions';
import { parseJson } from '../messages/read-message';
import { listSentEvents, type ListedEvent } from './list-sent-events';

/** The event: by its id at its shop or, if it had no readable id, by its separate record. */
export interface EventName {
  id: string;
  /** Of this shop only. */
  shopId?: number | undefined;
}

/** A body for display: personal data masked (D29). */
export type ShownBody =
  | { kind: 'masked'; value: unknown }
  /** Not JSON, so personal data in it cannot be masked: it is shown only to a caller that requests personal data. */
  | { kind: 'not_json' }
  /** Not kept, or no longer. */
  | { kind: 'none' }
  /** This process lacks its key. */
  | { kind: 'unreadable' };

/** One delivery of it. */
export interface Sending {
  id: string;
  receivedAt: Date;
  status: number;
  outcome: string | null;
  code: string | null;
  field: string | null;
  reason: string | null;
  bytes: number | null;
  body: ShownBody;
}

export interface ShownEvent extends Omit<ListedEvent, 'key'> {
  /** The newest first; those of the last seven days, without accepted stock events. */
  sendings: Sending[];
}

const SENDINGS = 20;

/** An event with every stored delivery; if several shops used its id, one for each. */
export async function showSentEvent(
  db: Database,
  cipher: BodyCipher,
  name: EventName,
): Promise<ShownEvent[]> {
  const shops = await findShops(db, name);
  const shown = await Promise.all(
    shops.map(async ({ shopId, shop, shopName, eventId }) => {
      const sent = await db.sentEvent.findMany({
        where: eventId === null ? { id: name.id } : { shopId, eventId },
        orderBy: { receivedAt: 'desc' },
        take: SENDINGS,
      });
      const sendings = await Promise.all(
        sent.map(async ({ id, receivedAt, status, outcome, code, field, reason, bytes, ...stored }) => ({
          id,
          receivedAt,
          status,
          outcome,
          code,
          field,
          reason,
          bytes,
          body: await shownBody(db, cipher, { id, ...stored }),
        })),
      );
      const [first] = sent;
      const listed = eventId === null ? null : await findListed(db, { shopId, eventId });
      const facts = listed ?? (first && { ...first, shop, shopName, sentId: first.id });
      return facts ? { ...factsOf(facts), sendings } : null;
    }),
  );
  return shown.filter((event) => event !== null);
}

/**
 * An unmasked body; the view is recorded in the same transaction. Null: none is kept.
 * @param look.shopId of this shop only
 */
export async function revealSentBody(
  db: Database,
  cipher: BodyCipher,
  look: { id: string; shopId?: number; actor: string },
): Promise<Buffer | null> {
  const { id, shopId, actor } = look;
  if (!z.uuid().safeParse(id).success) return null;
  return inTransaction(db, async (tx) => {
    const found = await tx.sentEvent.findFirst({
      where: { id, ...(shopId === undefined ? {} : { shopId }) },
    });
    if (!found?.body) return null;
    await recordActions(tx, { actor, action: 'event.reveal', subjects: [`sent_event:${id}`] });
    const { body, bodyKeyId } = found;
    return cipher.open(tx, { table: 'sent_event', id }, { body, bodyKeyId });
  });
}

const EventAtShop = z.object({
  shopId: z.int(),
  shop: z.string(),
  shopName: z.string(),
  /** Null: identified by its separate record. */
  eventId: z.string().nullable(),
});
type EventAtShop = z.output<typeof EventAtShop>;

async function findShops(db: Database, { id, shopId }: EventName): Promise<EventAtShop[]> {
  const sentId = z.uuid().safeParse(id).success ? id : null;
  return rows(
    EventAtShop,
    db.$queryRaw`
    SELECT s.id AS "shopId", s.slug AS shop, s.name AS "shopName", found."eventId" FROM shop s CROSS JOIN LATERAL (
      SELECT l.event_id AS "eventId" FROM event_ledger l WHERE l.shop_id = s.id AND l.event_id = ${id}
      UNION
      SELECT e.event_id FROM sent_event e WHERE e.shop_id = s.id AND e.event_id = ${id}
      UNION
      SELECT e.event_id FROM sent_event e WHERE e.shop_id = s.id AND e.id = ${sentId}::uuid
    ) found
    WHERE ${shopId === undefined} OR s.id = ${shopId ?? null} ORDER BY s.slug`,
  );
}

async function findListed(
  db: Database,
  name: { shopId: number; eventId: string },
): Promise<ListedEvent | null> {
  const listed = await listSentEvents(db, { filter: name, limit: SENDINGS });
  // The ledger's answer counts; the other answers are shown with their deliveries.
  return listed.find(({ key }) => key.startsWith('ledger:')) ?? listed[0] ?? null;
}

function factsOf(facts: Omit<ShownEvent, 'sendings'>): Omit<ShownEvent, 'sendings'> {
  const { shop, shopName, sentId, receivedAt, event, eventId, about } = facts;
  const { status, outcome, code, field, reason, bytes } = facts;
  return {
    shop,
    shopName,
    sentId,
    receivedAt,
    event,
    eventId,
    about,
    status,
    outcome,
    code,
    field,
    reason,
    bytes,
  };
}

interface StoredSending {
  id: string;
  shopId: number;
  body: Uint8Array | null;
  bodyKeyId: number | null;
}

async function shownBody(
  db: Sql,
  cipher: BodyCipher,
  { id, shopId, body, bodyKeyId }: StoredSending,
): Promise<ShownBody> {
  if (body === null) return { kind: 'none' };
  try {
    const value = parseJson(await cipher.open(db, { table: 'sent_event', id }, { body, bodyKeyId }));
    return value === undefined ? { kind: 'not_json' } : { kind: 'masked', value: maskEvent(value) };
  } catch (error) {
    if (error instanceof BodyDamagedError)
      await raiseAlert(db, {
        kind: 'body_unreadable',
        subject: `sent_event:${id}`,
        shopId,
        message: 'the kept body of an event does not open: it is damaged, or was moved in the database',
      });
    if (error instanceof SecretUnreadableError) return { kind: 'unreadable' };
    throw error;
  }
}
