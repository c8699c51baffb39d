import { raiseAlert, resolveAlert } from '@hub/alerts';
import { rows, type Tx } from '@hub/database';
import { z } from 'zod';

const ClaimedMail = z.object({
  id: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  cause: z.string(),
  count: z.int(),
  named: z.array(z.string()),
  contact: z.string(),
  /** From the sheet in force; null: the contact is no longer there. */
  address: z.string().nullable(),
});

/** A mail that this process sends now. */
export type ClaimedMail = z.output<typeof ClaimedMail>;

/**
 * How sending a mail ended.
 * - `refused`: the mail server refuses the address, or there is none.
 * - `later`: it certainly was not sent, and the mail server may take it later.
 * - `unknown`: it may have been sent.
 */
export type MailOutcome = { kind: 'sent' } | { kind: 'refused' | 'later' | 'unknown'; failure: string };

/** Raised for a shop whose contact gets no mail. */
const subjectOf = (shopId: number) => `shop_mail:${shopId}`;

/**
 * Ends mails that no process sends any more. A claim that ran out has an unknown outcome: the mail is not sent again, so that
 * no shop gets it twice.
 */
export async function endLeftMails(tx: Tx): Promise<void> {
  await tx.$executeRaw`
    UPDATE shop_mail SET state = 'unknown', ended_at = now(), failure = 'the process that sent it ended'
    WHERE state = 'sending' AND sending_until <= now()`;
  await tx.$executeRaw`
    UPDATE shop_mail SET state = 'given_up', ended_at = now()
    WHERE state = 'due' AND made_at < now() - interval '24 hours'`;
}

/** Claims the next mail, so that no other copy of the service sends it too. Null: none is due. */
export async function claimMail(tx: Tx): Promise<ClaimedMail | null> {
  const [mail] = await rows(
    ClaimedMail,
    tx.$queryRaw`
    UPDATE shop_mail m SET state = 'sending', sending_until = now() + interval '2 minutes', attempts = m.attempts + 1
    FROM shop s
    WHERE s.id = m.shop_id AND m.id = (
      SELECT id FROM shop_mail WHERE state = 'due' AND next_attempt_at <= now()
      ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING m.id::text AS id, m.shop_id AS "shopId", s.name AS "shopName", m.cause, m.count, m.named, m.contact,
      s.contacts ->> m.contact AS address`,
  );
  return mail ?? null;
}

/** Records how sending a mail ended; a contact that is refused is a problem of the shop (D38). */
export async function recordMail(tx: Tx, mail: ClaimedMail, outcome: MailOutcome): Promise<void> {
  const { id, shopId, contact, cause } = mail;
  if (outcome.kind === 'later') {
    await tx.$executeRaw`
      UPDATE shop_mail SET state = 'due', sending_until = NULL, next_attempt_at = now() + interval '5 minutes',
        failure = ${outcome.failure}
      WHERE id = ${BigInt(id)} AND state = 'sending'`;
    return;
  }
  const failure = outcome.kind === 'sent' ? null : outcome.failure;
  await tx.$executeRaw`
    UPDATE shop_mail SET state = ${outcome.kind}::shop_mail_state, sending_until = NULL, ended_at = now(),
      failure = ${failure}
    WHERE id = ${BigInt(id)} AND state IN ('sending', 'unknown')`;
  if (outcome.kind === 'sent') await resolveAlert(tx, 'shop_mail_refused', subjectOf(shopId));
  if (outcome.kind === 'refused')
    await alertRefused(tx, { shopId, contact, cause, failure: outcome.failure });
}

/** The shop does not know what waits for it until its sheet has another address. */
export async function alertRefused(
  tx: Tx,
  refused: { shopId: number; contact: string; cause: string; failure: string },
): Promise<void> {
  const { shopId, ...detail } = refused;
  await raiseAlert(tx, {
    kind: 'shop_mail_refused',
    subject: subjectOf(shopId),
    shopId,
    message:
      'A mail to the contact of the shop is refused or came back: the shop does not know what waits for it.',
    detail,
  });
}
