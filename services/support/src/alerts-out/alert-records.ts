import type { Tx } from '@hub/database';
import { groupAlerts, QUIET_MS, type AlertMessage, type UntoldAlert } from './group-alerts';

/** Whoever has claimed alerts and not told of them after so long is taken to be dead. */
const LEASE_MS = 60_000;
const AT_ONCE = 1_000;

/**
 * Takes the messages that are to be sent now, so that no other copy of the service sends them too. Should this one die
 * before it has, they are sent by a later one: rather twice than never.
 */
export async function claimMessages(tx: Tx, now: number): Promise<AlertMessage[]> {
  const untold = await tx.$queryRaw<UntoldAlert[]>`
    SELECT a.id, a.kind, a.message, a.first_at AS "firstAt", coalesce(s.slug, (
        SELECT CASE WHEN count(DISTINCT d.shop_id) = 1 AND count(*) = count(d.shop_id)
          THEN (SELECT slug FROM shop WHERE id = min(d.shop_id)) END
        FROM dead_letter d
        WHERE a.kind = 'dead_letter' AND d.origin = a.detail ->> 'origin' AND d.reason = a.detail ->> 'reason'
          AND d.state IN ('open', 'replaying')
      )) AS shop
    FROM alert a LEFT JOIN shop s ON s.id = a.shop_id
    WHERE a.told_at IS NULL AND a.state <> 'resolved'
      AND (a.telling_until IS NULL OR a.telling_until <= ${new Date(now)})
    ORDER BY a.first_at LIMIT ${AT_ONCE} FOR UPDATE OF a SKIP LOCKED`;
  if (untold.length === 0) return [];
  const messages = groupAlerts(untold, await findGroupsTold(tx, now), now);
  await tx.alert.updateMany({
    where: { id: { in: messages.flatMap(({ ids }) => ids) } },
    data: { tellingUntil: new Date(now + LEASE_MS) },
  });
  return messages;
}

async function findGroupsTold(tx: Tx, now: number): Promise<Set<string>> {
  const told = await tx.$queryRaw<{ group: string }[]>`
    SELECT DISTINCT told_group AS "group" FROM alert WHERE told_at > ${new Date(now - QUIET_MS)}`;
  return new Set(told.map(({ group }) => group));
}

export async function markTold(tx: Tx, message: AlertMessage, now: number): Promise<void> {
  await tx.alert.updateMany({
    where: { id: { in: message.ids } },
    data: { toldAt: new Date(now), toldGroup: message.group, tellingUntil: null },
  });
}
