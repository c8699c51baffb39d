import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { groupAlerts, QUIET_MS, type AlertMessage, type UntoldAlert } from './group-alerts';

const AloneRow = z.object({ alone: z.boolean() });
const UntoldAlertRow = z.object({
  id: z.string(),
  kind: z.string(),
  message: z.string(),
  shop: z.string().nullable(),
  firstAt: z.date(),
});
const GroupRow = z.object({ group: z.string() });

/** Whoever has claimed alerts and not told of them after so long is taken to be dead. */
const LEASE_MS = 60_000;
const AT_ONCE = 1_000;

/** One way that alerts go out by, and the moment (milliseconds since the epoch). */
export interface Telling {
  channel: string;
  now: number;
}

/**
 * Takes the messages that are to be sent by a channel now, so that no other copy of the service sends them too. Should
 * this one die before it has, they are sent by a later one: rather twice than never.
 */
export async function claimMessages(tx: Tx, { channel, now }: Telling): Promise<AlertMessage[]> {
  if (!(await isAlone(tx, channel))) return [];
  const untold = await findUntold(tx, { channel, now });
  if (untold.length === 0) return [];
  const messages = groupAlerts(untold, await findGroupsTold(tx, { channel, now }), now);
  await tx.$executeRaw`
    INSERT INTO alert_notice (alert_id, channel, telling_until)
    SELECT id, ${channel}, ${new Date(now + LEASE_MS)} FROM unnest(${messages.flatMap(({ ids }) => ids)}::uuid[]) AS id
    ON CONFLICT (alert_id, channel) DO UPDATE SET telling_until = excluded.telling_until`;
  return messages;
}

/** One copy of the service at a time claims for a channel; it is quickly done. */
async function isAlone(tx: Tx, channel: string): Promise<boolean> {
  const [lock] = await rows(
    AloneRow,
    tx.$queryRaw`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`alert_notice ${channel}`}, 0)) AS alone`,
  );
  return lock?.alone ?? false;
}

function findUntold(tx: Tx, { channel, now }: Telling): Promise<UntoldAlert[]> {
  return rows(
    UntoldAlertRow,
    tx.$queryRaw`
    SELECT a.id, a.kind, a.message, a.first_at AS "firstAt", coalesce(s.slug, (
        SELECT CASE WHEN count(DISTINCT d.shop_id) = 1 AND count(*) = count(d.shop_id)
          THEN (SELECT slug FROM shop WHERE id = min(d.shop_id)) END
        FROM dead_letter d
        WHERE a.kind = 'dead_letter' AND d.origin = a.detail ->> 'origin' AND d.reason = a.detail ->> 'reason'
          AND d.state IN ('open', 'replaying')
      )) AS shop
    FROM alert a
      LEFT JOIN shop s ON s.id = a.shop_id
      LEFT JOIN alert_notice n ON n.alert_id = a.id AND n.channel = ${channel}
    WHERE a.state <> 'resolved' AND n.told_at IS NULL
      AND (n.telling_until IS NULL OR n.telling_until <= ${new Date(now)})
    ORDER BY a.first_at LIMIT ${AT_ONCE}`,
  );
}

async function findGroupsTold(tx: Tx, { channel, now }: Telling): Promise<Set<string>> {
  const told = await rows(
    GroupRow,
    tx.$queryRaw`
    SELECT DISTINCT told_group AS "group" FROM alert_notice
    WHERE channel = ${channel} AND told_at > ${new Date(now - QUIET_MS)}`,
  );
  return new Set(told.map(({ group }) => group));
}

export async function markTold(tx: Tx, message: AlertMessage, { channel, now }: Telling): Promise<void> {
  await tx.alertNotice.updateMany({
    where: { alertId: { in: message.ids }, channel },
    data: { toldAt: new Date(now), toldGroup: message.group, tellingUntil: null },
  });
}
