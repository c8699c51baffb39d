import { createTransport } from 'nodemailer';
import type { Contact } from './contact';

const TIMEOUT_MS = 10_000;

/** The mail server that sends links, and their sender. */
export interface LinkMail {
  /** `smtp://` or `smtps://` URL with user and password: a secret. */
  url: string;
  from: string;
}

/** The address of a link. @param doorUrl DOOR_URL */
export function linkAddress(doorUrl: string, token: string): string {
  return new URL(`/sign-in/link/${token}`, doorUrl).href;
}

/** Sends a link to its contact. Errors contain only the SMTP code. */
export async function mailLink(
  { url, from }: LinkMail,
  link: { contact: Contact; address: string },
): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  const { contact, address } = link;
  const sending = transport.sendMail({
    from,
    to: contact.address,
    subject: `Sign in for ${contact.shopName} at the network`,
    text: [
      `This link signs you in for ${contact.shopName} (${contact.contact}).`,
      'It works once, within 15 minutes:',
      '',
      address,
      '',
      'If you did not ask for it, do nothing: without it no one gets in.',
    ].join('\n'),
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  const failure = await sending.then(() => null, codeOf);
  if (failure !== null) throw new Error(`the mail server did not take it (${failure})`);
}

/** Such as `EAUTH` or `ECONNECTION`, from the library. */
function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
}
