import { auditTrail } from '@hub/support-desk';
import type { Command } from 'commander';
import { CommandFailure } from '../failure';
import { printJson, printTable, time } from '../output';
import { withDatabase } from '../with-database';

/** `hub audit`: who of support did what, and looked at what personal data. */
export function addAuditCommand(program: Command): void {
  program
    .command('audit')
    .description('who of support did what, and looked at what personal data, newest first')
    .option('--subject <subject>', 'what it was done to, such as order:<id> or dead_letter:<id>')
    .option('--actor <actor>', 'who did it, such as cli:root')
    .option('--before <id>', 'only entries before this one')
    .option('--limit <count>', 'how many at the most', '50')
    .option('--json', 'as JSON')
    .action(audit);
}

interface AuditOptions {
  subject?: string;
  actor?: string;
  before?: string;
  limit: string;
  json?: boolean;
}

async function audit(options: AuditOptions): Promise<void> {
  const { subject, actor, before } = options;
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1)
    throw new CommandFailure(['--limit: a whole number from 1 on'], 2);
  const entries = await withDatabase(({ db }) => auditTrail(db, { subject, actor, before, limit }));
  const described = entries.map((entry) => ({ ...entry, at: time(entry.at) }));
  if (options.json) return printJson(described);
  printTable(
    ['when', 'id', 'who', 'did', 'to', 'detail'],
    described.map((entry) => [
      entry.at,
      entry.id,
      entry.actor,
      entry.action,
      entry.subject,
      JSON.stringify(entry.detail),
    ]),
  );
}
