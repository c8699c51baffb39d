import { rows, ShopMailState, type Sql } from '@hub/database';
import { z } from 'zod';
import { action } from '../engine/action';
import { alertRefused } from './mail-records';

const MailRow = z.object({
  id: z.string(),
  shopId: z.int(),
  shop: z.string(),
  shopName: z.string(),
  cause: z.string(),
  contact: z.string(),
  state: z.enum(ShopMailState),
});

/** Records that a mail to a shop came back: its contact is a problem of the shop (D38). */
export const bounceMail = action({
  names: { 'shop.mail_bounced': 'recorded that a mail to the shop came back' },
  command: 'shop.mail-bounced',
  hub: {
    says: 'records that a mail to a shop came back',
    takes: {
      mail: ['<mail>', 'its id, see shop mails; it is in the Message-ID of the mail too'],
    },
  },
  input: z.strictObject({ mail: z.string().regex(/^\d{1,18}$/, 'is the id of a mail to a shop') }),
  async ask({ db }, { mail }) {
    const found = await readMail(db, mail, false);
    if (!found) return null;
    const { shopName, contact, state } = found;
    const title = `A mail to ${shopName} came back`;
    if (!mayComeBack(state))
      return { title, happens: [], impossible: 'it was not sent, or came back already' };
    return {
      title,
      happens: [
        `An alert says that the contact ${contact} of ${shopName} gets no mail.`,
        'The alert ends when the next mail to the shop is accepted.',
      ],
      submit: 'It came back',
    };
  },
  async run(tx, { mail }) {
    const found = await readMail(tx, mail, true);
    if (!found) return { kind: 'unknown', says: `there is no mail ${mail} to a shop` };
    const { shop, shopName, state } = found;
    const answer = { mail, shop };
    const says = `The mail to ${shopName} came back: an alert is raised.`;
    if (state === 'bounced') return { kind: 'unchanged', says, answer };
    if (!mayComeBack(state))
      return { kind: 'refused', says: 'The mail was not sent, so it cannot come back.' };
    await tx.$executeRaw`
      UPDATE shop_mail SET state = 'bounced', failure = 'it came back' WHERE id = ${BigInt(mail)}`;
    await alertRefused(tx, { ...found, failure: 'it came back' });
    const record = { subjects: [`shop:${shop}`], detail: { mail } };
    return { kind: 'done', says, answer, record };
  },
});

function mayComeBack(state: ShopMailState): boolean {
  return state === 'sent' || state === 'unknown';
}

async function readMail(db: Sql, id: string, locks: boolean): Promise<z.output<typeof MailRow> | undefined> {
  if (locks) await db.$executeRaw`SELECT FROM shop_mail WHERE id = ${BigInt(id)} FOR UPDATE`;
  const [mail] = await rows(
    MailRow,
    db.$queryRaw`
    SELECT m.id::text AS id, m.shop_id AS "shopId", s.slug AS shop, s.name AS "shopName", m.cause, m.contact,
      m.state::text AS state
    FROM shop_mail m JOIN shop s ON s.id = m.shop_id WHERE m.id = ${BigInt(id)}`,
  );
  return mail;
}
