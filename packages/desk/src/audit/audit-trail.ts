import type { Database, Prisma } from '@hub/database';
import { readChanges, type RecordedChange } from '../engine/recorded-change';

/** Who did or viewed what, and when. */
export interface AuditEntry {
  /** Grows with time: `before` of the next page. */
  id: string;
  at: Date;
  actor: string;
  action: string;
  /** Such as `order:<id>`, `dead_letter:<id>`, `alert:<id>`. */
  subject: string;
  detail: Prisma.JsonValue;
  /** The change, from and to; null: no persistent change. */
  changes: RecordedChange[] | null;
}

export interface AuditQuery {
  subject?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  /** Only entries older than the one with this id. */
  before?: string | undefined;
  /** From this moment on. */
  since?: Date | undefined;
  /** Before this moment. */
  until?: Date | undefined;
  limit: number;
}

/** The trail of support's actions (never changed nor deleted), the newest first. */
export async function auditTrail(db: Database, query: AuditQuery): Promise<AuditEntry[]> {
  const { subject, actor, action, before, since, until, limit } = query;
  const rows = await db.supportAction.findMany({
    where: {
      ...(subject === undefined ? {} : { subject }),
      ...(actor === undefined ? {} : { actor }),
      ...(action === undefined ? {} : { action }),
      at: { ...(since === undefined ? {} : { gte: since }), ...(until === undefined ? {} : { lt: until }) },
      ...(before === undefined || !/^\d{1,18}$/.test(before) ? {} : { id: { lt: BigInt(before) } }),
    },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map(({ id, changes, ...row }) => ({ id: String(id), ...row, changes: readChanges(changes) }));
}
