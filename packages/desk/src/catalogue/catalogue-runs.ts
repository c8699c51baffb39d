import type { CatalogueRunModel, CatalogueRunState, Database } from '@hub/database';
import { within, type TimeSpan } from '../engine/by-time';

export interface CatalogueRunsAsked extends TimeSpan {
  shopId: number;
  state?: CatalogueRunState | undefined;
  oldestFirst?: boolean;
  /** The run before the first. */
  after?: { at: Date; id: string } | undefined;
  limit: number;
}

/** Catalogue runs of a shop (D14), the newest first. */
export function listCatalogueRuns(db: Database, asked: CatalogueRunsAsked): Promise<CatalogueRunModel[]> {
  const { shopId, state, oldestFirst = false, after, limit } = asked;
  const requestedAt = within(asked);
  const order = oldestFirst ? 'asc' : 'desc';
  const beyond = <Value>(value: Value) => (oldestFirst ? { gt: value } : { lt: value });
  return db.catalogueRun.findMany({
    where: {
      shopId,
      ...(state && { state }),
      ...(requestedAt && { requestedAt }),
      ...(after && {
        OR: [{ requestedAt: beyond(after.at) }, { requestedAt: after.at, id: beyond(after.id) }],
      }),
    },
    orderBy: [{ requestedAt: order }, { id: order }],
    take: limit,
  });
}
