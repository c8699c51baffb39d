import type { Database } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import { listSentEvents, type ListedEvent } from '../../events/list-sent-events';
import { revealSentBody, showSentEvent } from '../../events/show-sent-event';
import { z } from 'zod';
import type { Acted } from '../acts/acted';
import { actorOfVisit, type Visit } from '../visit';

const PAGE = 50;
const Time = z.iso.datetime();

const Answered = {
  status: z.int().nullable().describe('null: it is unfinished'),
  outcome: z.string().nullable(),
  code: z.string().nullable(),
  field: z.string().nullable(),
  reason: z.string().nullable().describe('of a 401 the class of the reason'),
  bytes: z.int().nullable().describe('how long its body was'),
};

/** An event from the shop, with its answer; refused ones included (D33). */
export const EventSummary = z.object({
  id: z
    .string()
    .describe('by which it is looked at: its event_id or, where none could be read, a name of ours'),
  received_at: Time,
  event: z.string().nullable(),
  event_id: z.string().nullable(),
  about: z.string().nullable().describe('the order or the variant that it names'),
  ...Answered,
});
export type EventSummary = z.output<typeof EventSummary>;

/** The same with every stored delivery. */
export const EventView = EventSummary.extend({
  sendings: z
    .array(
      z.object({
        id: z.string(),
        received_at: Time,
        ...Answered,
        body: z.unknown().describe('personal data is masked; null: not kept, or not JSON'),
        body_kept: z.boolean(),
      }),
    )
    .describe('of the last seven days, the newest first; of accepted stock events none'),
});
export type EventView = z.output<typeof EventView>;

export interface EventsRequest {
  shopId: number;
  /** The `next` of the page before. */
  after?: string | undefined;
  answer?: string | undefined;
  event?: string | undefined;
  about?: string | undefined;
}

/** Events from a shop with their answers, the newest first. Null: `after` names no place. */
export async function listEvents(
  db: Database,
  { after, ...filter }: EventsRequest,
): Promise<{ events: EventSummary[]; next: string | null } | null> {
  const place = after === undefined ? undefined : placeOf(after);
  if (place === null) return null;
  const rows = await listSentEvents(db, { filter, after: place, limit: PAGE + 1 });
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  const next = rows.length > PAGE && last ? `${last.receivedAt.toISOString()}_${last.key}` : null;
  return { events: page.map(summaryOfEvent), next };
}

/** One event of this shop; null: it sent none of that name. */
export async function readEvent(
  db: Database,
  of: { shopId: number; id: string; cipher: BodyCipher },
): Promise<EventView | null> {
  const { shopId, id, cipher } = of;
  const [shown] = await showSentEvent(db, cipher, { id, shopId });
  if (!shown) return null;
  return {
    ...summaryOfEvent(shown),
    sendings: shown.sendings.map(({ receivedAt, body, ...sending }) => ({
      ...sending,
      received_at: receivedAt.toISOString(),
      body: body.kind === 'masked' ? body.value : null,
      body_kept: body.kind === 'masked' || body.kind === 'not_json',
    })),
  };
}

/** An unmasked body from this shop; the view is recorded. @param look.id of one delivery */
export async function revealEventBody(
  db: Database,
  look: { visit: Visit; id: string; cipher: BodyCipher },
): Promise<Acted<{ id: string; body: string }>> {
  const { visit, id, cipher } = look;
  const { shopId } = visit.contact;
  const body = await revealSentBody(db, cipher, { id, shopId, actor: actorOfVisit(visit) });
  if (body === null) return { kind: 'unknown' };
  return { kind: 'done', answer: { id, body: body.toString('utf8') } };
}

/** As it is listed. */
export function summaryOfEvent(row: Omit<ListedEvent, 'key' | 'shop'>): EventSummary {
  const { sentId, receivedAt, event, eventId, about, status, outcome, code, field, reason, bytes } = row;
  return {
    id: eventId ?? sentId ?? '',
    received_at: receivedAt.toISOString(),
    event,
    event_id: eventId,
    about,
    status,
    outcome,
    code,
    field,
    reason,
    bytes,
  };
}

function placeOf(text: string): { receivedAt: Date; key: string } | null {
  const [, at = '', key = ''] = /^([^_]+)_(.+)$/s.exec(text) ?? [];
  return z.iso.datetime({ precision: 3 }).safeParse(at).success ? { receivedAt: new Date(at), key } : null;
}
