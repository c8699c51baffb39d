import type { Database, Prisma } from '@hub/database';

/** Who did what, or looked at what, and when. */
export interface AuditEntry {
  /** Grows with time: `before` of the next page. */
  id: string;
  at: Date;
  actor: string;
  action: string;
  /** Such as `order:<id>`, `dead_letter:<id>`, `alert:<id>`. */
  subject: string;
  detail: Prisma.JsonValue;
}

export interface AuditQuery {
  subject?: string | undefined;
  actor?: string | undefined;
  /** Only entries older than the one with this id. */
  before?: string | undefined;
  /** From this moment on. */
  since?: Date | undefined;
  limit: number;
}

/** The trail of what support did (never changed nor deleted), the newest first. */
export async function auditTrail(db: Database, query: AuditQuery): Promise<AuditEntry[]> {
  const { subject, actor, before, since, limit } = query;
  const rows = await db.supportAction.findMany({
    where: {
      ...(subject === undefined ? {} : { subject }),
      ...(actor === undefined ? {} : { actor }),
      ...(since === undefined ? {} : { at: { gte: since } }),
      ...(before === undefined || !/^\d{1,18}$/.test(before) ? {} : { id: { lt: BigInt(before) } }),
    },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map(({ id, ...row }) => ({ id: String(id), ...row }));
}
