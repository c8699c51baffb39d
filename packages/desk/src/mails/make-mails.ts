import { Prisma, type Tx } from '@hub/database';
import { readMoments } from '../problems/risk-rows';
import { MAIL_CAUSES } from './mail-causes';

/** Ids in a mail; the others are counted. */
const NAMED = 20;

/**
 * A mail was sent, refused or may have been sent less than a day ago, or is still to be sent. One that the mail server never
 * took does not count.
 */
const HAS_HAD_IT = (cause: string) => Prisma.sql`EXISTS (
  SELECT FROM shop_mail m WHERE m.shop_id = shop.id AND m.cause = ${cause} AND (
    m.state IN ('due', 'sending') OR (m.state <> 'given_up' AND m.ended_at > now() - interval '24 hours')))`;

/**
 * Stores the mails that are due: for each shop with a contact, and each cause that waits for it, one a day (D38), by the
 * database's clock. The row comes first, and is sent afterwards.
 * @param now milliseconds since the epoch
 * @returns how many
 */
export async function makeDueMails(tx: Tx, now: number): Promise<number> {
  // Two copies at once: the second sees what the first has stored.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('shop_mail', 0))`;
  const moments = await readMoments(tx, { now });
  let made = 0;
  for (const [cause, { waits }] of Object.entries(MAIL_CAUSES))
    made += await tx.$executeRaw`
      INSERT INTO shop_mail (shop_id, cause, day, contact, count, named)
      SELECT shop.id, ${cause}, (now() AT TIME ZONE 'UTC')::date,
        CASE WHEN shop.contacts ? 'orders' THEN 'orders' ELSE 'technical' END,
        count(*)::int, (array_remove(array_agg(w.named ORDER BY w.since, w.named), NULL))[1:${NAMED}]
      FROM (${waits(moments)}) w
      JOIN shop ON shop.id = w.shop_id AND shop.removed_at IS NULL
        AND (shop.contacts ? 'orders' OR shop.contacts ? 'technical')
      WHERE NOT ${HAS_HAD_IT(cause)}
      GROUP BY shop.id ON CONFLICT (shop_id, cause, day) DO NOTHING`;
  return made;
}
