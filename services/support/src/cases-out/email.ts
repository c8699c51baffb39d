import { createTransport } from 'nodemailer';
import type { Channel } from './channel';

const TIMEOUT_MS = 10_000;

export interface EmailOptions {
  /** `smtp://` or `smtps://` URL with user and password for the mail server: a secret. */
  url: string;
  from: string;
  to: readonly string[];
}

/** Sends each message as a plain-text mail. Errors name the SMTP code and never the URL. */
export function email({ url, from, to }: EmailOptions): Channel {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    name: 'email',
    async send(message) {
      const sending = transport.sendMail({
        from,
        to: [...to],
        subject: `[HUB] ${message.title}`,
        text: message.lines.map((line) => `- ${line}`).join('\n'),
        // An automatic mail should not trigger out-of-office replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      const sent = await sending.catch((error: unknown) => {
        throw new Error(`the mail server did not take it (${codeOf(error)})`);
      });
      return sent.rejected.length;
    },
  };
}

/** Such as `EAUTH` or `ECONNECTION`, as the library names it. */
function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
}
