import type { Database } from '@hub/database';
import type { Command } from 'commander';
import { requireShop } from '../find-shop';
import { printJson, printTable, time } from '../output';
import { readLimit } from '../read-limit';
import { withDatabase } from '../with-database';

/** `hub events list <slug>`: what a shop sent and what it was answered, from the event ledger (D6). */
export function addEventsCommand(program: Command): void {
  const events = program.command('events').description('what shops sent');
  events
    .command('list')
    .description('what a shop sent and what it was answered, newest first')
    .argument('<slug>', 'the shop')
    .option('--limit <count>', 'how many at the most', '50')
    .option('--json', 'as JSON')
    .action(listEvents);
}

async function listEvents(slug: string, options: { limit: string; json?: boolean }): Promise<void> {
  const take = readLimit(options.limit);
  const rows = await withDatabase(async ({ db }) => {
    const shop = await requireShop(db, slug);
    return readEvents(db, shop.id, take);
  });
  const listed = rows.map((row) => ({
    received_at: time(row.receivedAt),
    event: row.event,
    event_id: row.eventId,
    subject: row.subject,
    status: row.status,
    outcome: row.outcome,
    code: row.code,
    field: row.field,
    message: row.message,
  }));
  if (options.json) return printJson(listed);
  printTable(
    ['received', 'event', 'about', 'answered', 'field', 'event id'],
    listed.map((row) => [
      row.received_at,
      row.event,
      row.subject ?? '',
      row.status === null ? 'not finished' : `${row.status} ${row.outcome ?? row.code ?? ''}`,
      row.field ?? '',
      row.event_id,
    ]),
  );
}

interface SentEvent {
  receivedAt: Date;
  event: string;
  eventId: string;
  subject: string | null;
  status: number | null;
  outcome: string | null;
  code: string | null;
  field: string | null;
  message: string | null;
}

/** As the ledger's index has it: `shop_id + 0`, so that no look-up of an id is ever planned on that index. */
function readEvents(db: Database, shopId: number, limit: number): Promise<SentEvent[]> {
  return db.$queryRaw<SentEvent[]>`
    SELECT received_at AS "receivedAt", event, event_id AS "eventId", subject, status, outcome, code, field, message
    FROM event_ledger WHERE shop_id + 0 = ${shopId} ORDER BY received_at DESC LIMIT ${limit}`;
}
