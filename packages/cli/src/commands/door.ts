import { linkAddress, mailLink, makeLink } from '@hub/door';
import type { Command } from 'commander';
import { actorOf } from '../actor';
import type { HubConfig } from '../config';
import { CommandFailure } from '../failure';
import { requireServedShop } from '../find-shop';
import { print, printJson, time } from '../output';
import { withDatabase } from '../with-database';

/** `hub door link <slug> <contact>`: lets a contact of a shop in at the shop's own door (D35). */
export function addDoorCommand(program: Command): void {
  const door = program.command('door').description("the shops' own door");
  door
    .command('link')
    .description('a sign-in link for a contact of a shop: mailed, or printed where no mail server is set')
    .argument('<slug>', 'the shop')
    .argument('<contact>', 'its name among the contacts of the sheet, or its address')
    .option('--print', 'prints it although there is a mail server')
    .option('--as <name>', 'who does it; the user of this machine unless given')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      '\nIt works once, within 15 minutes. How it was delivered is kept: who came by a printed link confirms\n' +
        'nothing in production. DOOR_URL says where the door is, ALERT_SMTP_URL and ALERT_EMAIL_FROM what mails go out by.',
    )
    .action(link);
}

interface LinkOptions {
  print?: boolean;
  as?: string;
  json?: boolean;
}

async function link(slug: string, contact: string, options: LinkOptions): Promise<void> {
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
