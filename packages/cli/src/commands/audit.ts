import type { RecordedChange } from '@hub/support-desk';
import { auditLabel } from '@hub/support-desk/words';
import type { Command } from 'commander';
import { looking, type LookOptions } from '../desk/desk-options';
import { watching } from '../desk/watch';
import { ask } from '../desk/with-desk';
import { printJson, printTable } from '../output';
import { readLimit } from '../read-limit';
import { isoMoment, MOMENT } from '../read-moment';

/** `hub audit`: which agent did what, and viewed what personal data. */
export function addAuditCommand(program: Command): void {
  looking(
    program
      .command('audit')
      .description('who of support did what, and looked at what personal data, newest first'),
  )
    .option('--subject <subject>', 'what it was done to, such as order:<id> or dead_letter:<id>')
    .option('--actor <actor>', 'who did it, such as agent:ada or cli:root')
    .option('--since <time>', `from then on: ${MOMENT}`)
    .option('--before <id>', 'only entries before this one')
    .option('--limit <count>', 'how many at the most', '50')
    .action((options: AuditOptions) => watching(options, () => audit(options)));
}

interface AuditOptions extends LookOptions {
  subject?: string;
  actor?: string;
  before?: string;
  since?: string;
  limit: string;
}

async function audit(options: AuditOptions): Promise<void> {
  const { subject, actor, before, json } = options;
  const limit = readLimit(options.limit);
  const since = isoMoment('--since', options.since);
  const entries = await ask(options, 'audit.list', { subject, actor, before, since, limit });
  if (json) return printJson(entries);
  printTable(
    ['when', 'id', 'who', 'did', 'to', 'from → to', 'detail'],
    entries.map((entry) => [
      entry.at,
      entry.id,
      entry.actor,
      entry.action,
      entry.subject,
      (entry.changes ?? []).map(changeText).join('; '),
      JSON.stringify(entry.detail),
    ]),
  );
}

function changeText(change: RecordedChange): string {
  const field = auditLabel(change.field);
  if ('changed' in change) return `${field}: changed`;
  return `${field}: ${change.before ?? 'none'} → ${change.after ?? 'none'}`;
}
