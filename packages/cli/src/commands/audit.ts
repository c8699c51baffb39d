import { auditTrail } from '@hub/support-desk';
import type { Command } from 'commander';
import { printJson, printTable, time } from '../output';
import { readLimit } from '../read-limit';
import { MOMENT, readMoment } from '../read-moment';
import { withDatabase } from '../with-database';

/** `hub audit`: who of support did what, and looked at what personal data. */
export function addAuditCommand(program: Command): void {
  program
    .command('audit')
    .description('who of support did what, and looked at what personal data, newest first')
    .option('--subject <subject>', 'what it was done to, such as order:<id> or dead_letter:<id>')
    .option('--actor <actor>', 'who did it, such as cli:root')
    .option('--since <time>', `from then on: ${MOMENT}`)
    .option('--before <id>', 'only entries before this one')
    .option('--limit <count>', 'how many at the most', '50')
    .option('--json', 'as JSON')
    .action(audit);
}

interface AuditOptions {
  subject?: string;
  actor?: string;
  before?: string;
  since?: string;
  limit: string;
  json?: boolean;
}

async function audit(options: AuditOptions): Promise<void> {
  const { subject, actor, before } = options;
  const limit = readLimit(options.limit);
  const since = readMoment('--since', options.since, Date.now());
  const entries = await withDatabase(({ db }) => auditTrail(db, { subject, actor, before, since, limit }));
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
