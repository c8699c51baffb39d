import { rows, type Tx } from '@hub/database';
import { raiseAlerts, resolveAlerts } from '@hub/alerts';
import { findUnopenedBodyKeys, type KeysConfig } from '@hub/installation';
import type { Sweep } from '@hub/messaging';
import { gauge } from '@hub/runtime';
import { z } from 'zod';

const KIND = 'body_unreadable';
const SubjectRow = z.object({ subject: z.string() });
const UseRow = z.object({ id: z.int(), events: z.int(), deadLetters: z.int() });

const unreadable = gauge({
  name: 'hub_bodies_unreadable',
  help: 'Kept bodies of events and failed messages that none of the keys opens.',
});

/** Alerts about stored bodies that no key decrypts (D34), until one does or they expire. */
export function unreadableBodies(config: KeysConfig): Sweep {
  return { name: 'bodies that do not open', everyMs: 60_000, run: (tx) => reportUnreadable(tx, config) };
}

async function reportUnreadable(tx: Tx, config: KeysConfig): Promise<number> {
  const keys = await findUnopenedBodyKeys(tx, config);
  if (keys === null) return 0;
  const used = (await usesOf(tx, keys)).filter(({ events, deadLetters }) => events + deadLetters > 0);
  unreadable.set(used.reduce((sum, { events, deadLetters }) => sum + events + deadLetters, 0));
  const known = await tx.alert.findMany({
    where: { kind: KIND, state: { not: 'resolved' } },
    select: { subject: true },
  });
  const isNew = ({ id }: { id: number }) => known.every(({ subject }) => subject !== `body_key:${id}`);
  await raiseAlerts(
    tx,
    used.filter(isNew).map(({ id, events, deadLetters }) => ({
      kind: KIND,
      subject: `body_key:${id}`,
      message: `${events} kept bodies of events and ${deadLetters} of failed messages cannot be opened: the key of their body key ${id} is missing`,
      detail: { events, deadLetters },
    })),
  );
  await resolveAlerts(tx, KIND, await overSubjects(tx, used));
  return used.length;
}

async function usesOf(tx: Tx, keys: readonly number[]) {
  return rows(
    UseRow,
    tx.$queryRaw`
    SELECT k.id,
      (SELECT count(*)::int FROM sent_event e WHERE e.body_key_id = k.id AND e.body IS NOT NULL) AS events,
      (SELECT count(*)::int FROM dead_letter d WHERE d.body_key_id = k.id OR d.edited_body_key_id = k.id) AS "deadLetters"
    FROM unnest(${[...keys]}::int[]) AS k(id)`,
  );
}

/** Alerts of keys that decrypt again or are no longer in use, and of damaged bodies that are no longer stored. */
async function overSubjects(tx: Tx, used: readonly { id: number }[]): Promise<string[]> {
  const standing = used.map(({ id }) => `body_key:${id}`);
  const open = await rows(
    SubjectRow,
    tx.$queryRaw`
    SELECT subject FROM alert a WHERE kind = ${KIND} AND state <> 'resolved' AND NOT subject = ANY (${standing})
      AND NOT EXISTS (SELECT FROM sent_event e WHERE a.subject = 'sent_event:' || e.id::text AND e.body IS NOT NULL)`,
  );
  return open.map(({ subject }) => subject);
}
