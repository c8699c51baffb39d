import type { Database, Tx } from '@hub/database';
import { z } from 'zod';
import { keepSwitches, type Switch } from '../go-live/go-live-records';
import { capabilitiesOf } from '../shop-records';
import type { SheetPlan } from './plan-sheet';
import { CAPABILITIES, type Capabilities } from '../sheet-fields';
import type { SheetChange } from './sheet-changes';

/** A version of a shop's sheet, as applied. */
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

/**
 * Stores a version that was just applied, in its transaction (D25), and what it switched (D32). A sheet that changes
 * nothing is not a version.
 */
export async function keepVersion(
  tx: Tx,
  applied: { slug: string; by: string; plan: SheetPlan },
): Promise<void> {
  const { slug, by, plan } = applied;
  if (plan.kind !== 'new' && plan.kind !== 'changed') return;
  const shop = await tx.shop.findUniqueOrThrow({ where: { slug } });
  const { id: shopId } = shop;
  const changes = plan.kind === 'changed' ? plan.changes.map((change) => ({ ...change })) : [];
  await tx.shopVersion.create({ data: { shopId, appliedBy: by, first: plan.kind === 'new', changes } });
  await keepSwitches(tx, { shopId, actor: by, switches: switchesOf(plan, capabilitiesOf(shop)) });
}

/** What a sheet switched; for a first one all that is not off. */
function switchesOf(plan: SheetPlan, now: Capabilities): Switch[] {
  return CAPABILITIES.flatMap((capability) => {
    const to = now[capability];
    if (plan.kind === 'new') return to === 'off' ? [] : [{ capability, from: 'off', to }];
    if (plan.kind !== 'changed') return [];
    const change = plan.changes.find(({ field }) => field === `capabilities.${capability}`);
    return change && 'from' in change ? [{ capability, from: change.from ?? 'off', to }] : [];
  });
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
