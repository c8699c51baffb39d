import type { EventName } from '@hub/contract';
import { Prisma, type Tx } from '@hub/database';
import type { BodyCipher, SealedBody } from '@hub/installation';
import type { SentEvent } from './describe-sent';

const STOCK_EVENT: EventName = 'inventory.updated';

/**
 * Keeps what shops sent (D33), and adds up the size of the bodies, by the minute. Existing rows, from an earlier try
 * whose result was lost, stay as they are.
 */
export async function keepSentEvents(
  tx: Tx,
  cipher: BodyCipher | null,
  sent: readonly SentEvent[],
): Promise<void> {
  const sealed: (SealedBody | null)[] = [];
  for (const { id, body } of sent)
    sealed.push(body && cipher && (await cipher.seal(tx, { table: 'sent_event', id }, body)));
  await tx.$executeRaw(Prisma.sql`
    WITH kept AS (
      INSERT INTO sent_event (id, shop_id, received_at, event, event_id, about, reference, status, outcome, code, field, reason, bytes,
        by_ingress, body, body_key_id)
      SELECT * FROM unnest(${sent.map((s) => s.id)}::uuid[], ${sent.map((s) => s.shopId)}::int[],
        ${sent.map((s) => s.receivedAt)}::timestamptz[], ${sent.map((s) => s.event)}::text[],
        ${sent.map((s) => s.eventId)}::text[], ${sent.map((s) => s.about)}::text[], ${sent.map((s) => s.reference)}::text[],
        ${sent.map((s) => s.status)}::smallint[],
        ${sent.map((s) => s.outcome)}::text[], ${sent.map((s) => s.code)}::text[], ${sent.map((s) => s.field)}::text[],
        ${sent.map((s) => s.reason)}::text[], ${sent.map((s) => s.bytes)}::int[], ${sent.map((s) => s.byIngress)}::boolean[],
        ${sealed.map((s) => s && `\\x${Buffer.from(s.body).toString('hex')}`)}::bytea[],
        ${sealed.map((s) => s && s.bodyKeyId)}::int[])
      ON CONFLICT DO NOTHING
      RETURNING shop_id, received_at, octet_length(body) AS size
    )
    INSERT INTO sent_body_volume AS v (shop_id, minute, bytes)
    SELECT shop_id, date_trunc('minute', received_at), sum(size) FROM kept WHERE size IS NOT NULL
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (shop_id, minute) DO UPDATE SET bytes = v.bytes + excluded.bytes`);
}

/**
 * D10: a stock event that the ingress refused leaves the stock of its variant wrong, as one that a worker refused does.
 * Workers keep their own.
 */
export async function keepStockRefusals(tx: Tx, sent: readonly SentEvent[]): Promise<void> {
  const refused = sent.filter(
    ({ event, byIngress, status }) => byIngress && event === STOCK_EVENT && status === 422,
  );
  if (refused.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO stock_refusal (shop_id, code, variant_id, location_id)
    SELECT DISTINCT shop_id, code, variant_id, '' FROM unnest(${refused.map((one) => one.shopId)}::int[],
      ${refused.map((one) => one.code)}::text[], ${refused.map((one) => one.about ?? '')}::text[])
      AS r (shop_id, code, variant_id)
    ORDER BY 1, 2, 3
    ON CONFLICT (shop_id, code, variant_id, location_id) DO UPDATE SET refused_at = now()`;
}
