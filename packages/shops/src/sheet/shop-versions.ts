import type { Database, Tx } from '@hub/database';
import { z } from 'zod';
import type { SheetPlan } from './plan-sheet';
import type { SheetChange } from './sheet-changes';

/** A version of a shop's sheet, as it was applied. */
export interface ShopVersion {
  appliedAt: Date;
  /** Such as `cli:root`. */
  appliedBy: string;
  /** All of it was new. */
  first: boolean;
  changes: SheetChange[];
}

const Changes = z.array(
  z.union([
    z.object({ field: z.enum(['bearer_token', 'signing_secrets']), secret: z.literal(true) }),
    z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
  ]),
);

/** Keeps a version that was just applied, in its transaction (D25). One that changes nothing is none. */
export async function keepVersion(
  tx: Tx,
  applied: { slug: string; by: string; plan: SheetPlan },
): Promise<void> {
  const { slug, by, plan } = applied;
  if (plan.kind !== 'new' && plan.kind !== 'changed') return;
  const { id: shopId } = await tx.shop.findUniqueOrThrow({ where: { slug }, select: { id: true } });
  const changes = plan.kind === 'changed' ? plan.changes.map((change) => ({ ...change })) : [];
  await tx.shopVersion.create({ data: { shopId, appliedBy: by, first: plan.kind === 'new', changes } });
}

/** Versions of a shop, the latest first. */
export async function shopVersions(
  db: Database,
  query: { shop: string; limit: number },
): Promise<ShopVersion[]> {
  const rows = await db.shopVersion.findMany({
    where: { shop: { slug: query.shop } },
    orderBy: { id: 'desc' },
    take: query.limit,
  });
  return rows.map(({ appliedAt, appliedBy, first, changes }) => ({
    appliedAt,
    appliedBy,
    first,
    changes: Changes.parse(changes),
  }));
}
