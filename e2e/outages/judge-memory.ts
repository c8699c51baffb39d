import type { SimulatedStore } from '@hub/store-simulator';
import { z } from 'zod';
import { ask } from './ask';

const Known = z.array(z.object({ event_id: z.string() }));

/** What was answered `200` is in the database. */
export async function judgeMemory(
  stores: readonly Pick<SimulatedStore, 'slug' | 'deliveries'>[],
  databaseUrl: string,
): Promise<string[]> {
  const taken = stores.flatMap(({ slug, deliveries }) =>
    deliveries
      .filter(({ answer }) => answer?.status === 200)
      .map(({ event, eventId }) => ({ slug, event, eventId })),
  );
  const rows = Known.parse(await ask(databaseUrl, 'SELECT event_id FROM event_ledger'));
  const known = new Set(rows.map((row) => row.event_id));
  return taken
    .filter(({ eventId }) => !known.has(eventId))
    .map(
      ({ slug, event, eventId }) => `${event} ${eventId} of ${slug}: answered 200, and not in the database`,
    );
}
