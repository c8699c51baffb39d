import type { Command } from 'commander';
import type { LinkOptions } from '../door/send-link';

/** `hub door link <slug> <contact>`: lets a contact of a shop sign in at the shop's own door (D35). */
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
    .action(async (slug: string, contact: string, options: LinkOptions) => {
      const { sendLink } = await import('../door/send-link.js');
      await sendLink(slug, contact, options);
    });
}
