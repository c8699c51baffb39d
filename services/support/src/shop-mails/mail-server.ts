import type { MailOutcome } from '@hub/desk/mails';
import { createTransport } from 'nodemailer';
import { z } from 'zod';

const TIMEOUT_MS = 10_000;

/** What the library says of a mail that was not sent. Only codes are read: a server's text may hold anything. */
const MailFault = z.object({
  /** Such as `EAUTH` or `ECONNECTION`. */
  code: z.string().optional().catch(undefined),
  /** The answer of the server, such as 550. */
  responseCode: z.int().optional().catch(undefined),
  /** The step of the conversation, such as `CONN` or `RCPT TO`. */
  command: z.string().optional().catch(undefined),
});

/** Before these, nothing of the mail has left. */
const BEFORE_THE_MAIL = ['CONN', 'EHLO', 'HELO', 'STARTTLS', 'MAIL FROM', 'RCPT TO'];
/** At these steps a permanent answer is about the contact; at others it is about the sender or the server. */
const ABOUT_THE_CONTACT = ['RCPT TO', 'DATA'];

/** A mail server for mails to shops. */
export interface ShopMailServer {
  send: (mail: { id: string; to: string; subject: string; text: string }) => Promise<MailOutcome>;
}

/** @param server.url `smtp://` or `smtps://` URL with user and password: a secret */
export function shopMailServer({ url, from }: { url: string; from: string }): ShopMailServer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  const domain = from.split('@').at(-1) ?? 'hub';
  return {
    async send({ id, to, subject, text }) {
      const mail = { from, to, subject, text, messageId: `<shop-mail-${id}@${domain}>` };
      const headers = { 'Auto-Submitted': 'auto-generated' };
      return transport.sendMail({ ...mail, headers }).then(
        () => ({ kind: 'sent' }),
        (error: unknown) => outcomeOf(error),
      );
    },
  };
}

/** How a mail ended that the library could not send: only what certainly did not leave is sent later. */
export function outcomeOf(error: unknown): Exclude<MailOutcome, { kind: 'sent' }> {
  const { code, responseCode, command = '' } = MailFault.safeParse(error).data ?? {};
  const failure = [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
  if (responseCode !== undefined)
    return {
      kind: responseCode >= 500 && ABOUT_THE_CONTACT.includes(command) ? 'refused' : 'later',
      failure,
    };
  // An address that is none: the library refuses it before it connects.
  if (code === 'EENVELOPE') return { kind: 'refused', failure };
  const isBefore = code === 'EDNS' || code === 'EAUTH' || BEFORE_THE_MAIL.includes(command);
  return { kind: isBefore ? 'later' : 'unknown', failure };
}
