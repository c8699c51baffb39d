import { Prisma, rows, ShopMailState, type Database, type Sql } from '@hub/database';
import { z } from 'zod';

const MailRow = z.object({
  id: z.string(),
  shop: z.string(),
  cause: z.string(),
  contact: z.string(),
  count: z.int(),
  named: z.array(z.string()),
  state: z.enum(ShopMailState),
  madeAt: z.date(),
  endedAt: z.date().nullable(),
  failure: z.string().nullable(),
});

/** A mail to a shop. */
export type ShopMailRow = z.output<typeof MailRow>;

export interface MailsAsked {
  shopId?: number | undefined;
  cause?: string | undefined;
  state?: ShopMailState | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  oldestFirst?: boolean;
  /** The id of the mail before the first. */
  after?: string | undefined;
  limit: number;
}

/** Mails to shops, the newest first. */
export function listMails(db: Sql, asked: MailsAsked): Promise<ShopMailRow[]> {
  const { shopId, cause, state, since, until, oldestFirst = false, after, limit } = asked;
  const parts = [
    ...(shopId === undefined ? [] : [Prisma.sql`m.shop_id = ${shopId}`]),
    ...(cause === undefined ? [] : [Prisma.sql`m.cause = ${cause}`]),
    ...(state === undefined ? [] : [Prisma.sql`m.state = ${state}::shop_mail_state`]),
    ...(since === undefined ? [] : [Prisma.sql`m.made_at >= ${since}`]),
    ...(until === undefined ? [] : [Prisma.sql`m.made_at < ${until}`]),
    ...(after === undefined
      ? []
      : [oldestFirst ? Prisma.sql`m.id > ${BigInt(after)}` : Prisma.sql`m.id < ${BigInt(after)}`]),
    Prisma.sql`true`,
  ];
  return rows(
    MailRow,
    db.$queryRaw`
    SELECT m.id::text AS id, s.slug AS shop, m.cause, m.contact, m.count, m.named, m.state::text AS state,
      m.made_at AS "madeAt", m.ended_at AS "endedAt", m.failure
    FROM shop_mail m JOIN shop s ON s.id = m.shop_id
    WHERE ${Prisma.join(parts, ' AND ')}
    ORDER BY m.id ${oldestFirst ? Prisma.sql`ASC` : Prisma.sql`DESC`} LIMIT ${limit}`,
  );
}

/** The last mails to a shop. */
export async function latestMails(db: Database, of: { shop: string; limit: number }): Promise<ShopMailRow[]> {
  const shop = await db.shop.findUnique({ where: { slug: of.shop }, select: { id: true } });
  return shop === null ? [] : listMails(db, { shopId: shop.id, limit: of.limit });
}
