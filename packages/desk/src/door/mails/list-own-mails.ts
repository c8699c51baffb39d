import { ShopMailState, type Database } from '@hub/database';
import { listMails } from '../../mails/list-mails';
import { z } from 'zod';

const PAGE = 50;
const Time = z.iso.datetime();

/** A mail to the shop's contact about what waits for it (D38). */
export const ShopMailView = z.object({
  id: z.string(),
  made_at: Time,
  cause: z.string().describe('such as orders_to_ship'),
  contact: z.string().describe('whose address it went to: a name of `contacts` on your sheet'),
  count: z.int().describe('how much waited'),
  named: z.array(z.string()).describe('ids of the first twenty'),
  state: z.enum(ShopMailState),
  ended_at: Time.nullable().describe('when it was sent, refused or given up'),
});
export type ShopMailView = z.output<typeof ShopMailView>;

/** Mails to the shop, the newest first. A page continues `after` an id. */
export async function listOwnMails(
  db: Database,
  asked: { shopId: number; after?: string | undefined },
): Promise<{ mails: ShopMailView[]; next: string | null }> {
  const found = await listMails(db, { ...asked, limit: PAGE + 1 });
  const page = found.slice(0, PAGE);
  return {
    mails: page.map((mail) => ({
      id: mail.id,
      made_at: mail.madeAt.toISOString(),
      cause: mail.cause,
      contact: mail.contact,
      count: mail.count,
      named: mail.named,
      state: mail.state,
      ended_at: mail.endedAt?.toISOString() ?? null,
    })),
    next: found.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}
