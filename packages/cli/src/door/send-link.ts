import { linkAddress, mailLink, makeLink } from '@hub/desk/door';
import { actorOf } from '../actor';
import type { HubConfig } from '../config';
import { CommandFailure } from '../failure';
import { requireServedShop } from '../find-shop';
import { print, printJson, time } from '../output';
import { withDatabase } from '../with-database';

/** Options of `hub door link`. */
export interface LinkOptions {
  print?: boolean;
  as?: string;
  json?: boolean;
}

/** `hub door link`: makes the link, and mails or prints it. */
export async function sendLink(slug: string, contact: string, options: LinkOptions): Promise<void> {
  const made = await withDatabase(async ({ db, config }) => {
    const { DOOR_URL: url } = config;
    if (url === undefined) throw new CommandFailure(['DOOR_URL is not set: there is no door']);
    await requireServedShop(db, slug);
    const mail = options.print ? null : mailOf(config);
    const delivery = mail === null ? 'printed' : 'mailed';
    const askedBy = actorOf(options.as);
    const end = await makeLink(db, { shop: slug, contact, delivery, askedBy, now: Date.now() });
    if (end.kind === 'unknown') throw new CommandFailure([noContact(slug, end.known)]);
    const address = linkAddress(url, end.token);
    if (mail !== null) await mailLink(mail, { contact: end.contact, address });
    return {
      delivery,
      to: end.contact.address,
      expiresAt: end.expiresAt,
      link: mail === null ? address : null,
    };
  });
  if (options.json)
    return printJson({
      delivery: made.delivery,
      to: made.to,
      expires_at: time(made.expiresAt),
      link: made.link,
    });
  if (made.link === null) print(`sent to ${made.to}, good until ${time(made.expiresAt)}`);
  else print(made.link);
}

function mailOf({ ALERT_SMTP_URL: url, ALERT_EMAIL_FROM: from }: HubConfig) {
  return url === undefined || from === undefined ? null : { url, from };
}

function noContact(slug: string, known: readonly string[]): string {
  const there = known.length > 0 ? `; there are: ${known.join(', ')}` : '; none has an e-mail address';
  return `the sheet of ${slug} has no such contact${there}`;
}
