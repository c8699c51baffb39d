import { randomUUID } from 'node:crypto';
import { CAPABILITIES, type Capability } from '@hub/contract';
import type { Database } from '@hub/database';

export interface RehearsalOverrides {
  /** Slug. */
  shop: string;
  capabilities?: readonly Capability[];
  result?: 'passed' | 'failed' | 'not_run';
  /** Capabilities whose checks failed, whatever `result` is. */
  failed?: readonly string[];
  /** What was seen where a check did not pass. */
  seen?: string;
  /** By default, the purpose of the database. */
  environment?: 'development' | 'test' | 'production';
  /** When it ran, by the clock of its machine. */
  at?: Date;
  /** When the database stored it; by default, when it ran. */
  storedAt?: Date;
  violations?: string[];
}

/**
 * Stores a rehearsal of a shop in its present state, with one check for each capability: `<capability>.check`. @returns
 * its id
 */
export async function aRehearsal(db: Database, overrides: RehearsalOverrides): Promise<string> {
  const { shop: slug, capabilities = CAPABILITIES, at = new Date() } = overrides;
  const resultOf = (capability: string) =>
    overrides.failed?.includes(capability) ? 'failed' : (overrides.result ?? 'passed');
  const shop = await db.shop.findUniqueOrThrow({ where: { slug }, include: { locations: true } });
  const installation = await db.installation.findUnique({ where: { id: 1 } });
  const environment = overrides.environment ?? installation?.environment ?? 'development';
  const ids = shop.locations.map(({ locationId }) => locationId).toSorted();
  const id = randomUUID();
  const checks = capabilities.map((capability) => {
    const result = resultOf(capability);
    return {
      id: `${capability}.check`,
      capability,
      direction: 'to_store',
      rule: `${capability} keep the contract`,
      result,
      seen: result === 'passed' ? null : (overrides.seen ?? `${capability} of ${slug} seen`),
      correct: result === 'failed' ? `put ${capability} right` : null,
    };
  });
  await db.goliveRehearsal.create({
    data: {
      id,
      shopId: shop.id,
      environment,
      startedAt: at,
      endedAt: at,
      storedAt: overrides.storedAt ?? at,
      ranBy: 'cli:ada',
      runner: 'hub-rehearse 1',
      checks,
      violations: overrides.violations ?? [],
      record: {
        version: 1,
        runner: { name: 'hub-rehearse', version: '1' },
        shop_slug: slug,
        environment: environment === 'development' ? null : environment,
        store_api_root: shop.storeApiRoot,
        started_at: at.toISOString(),
        ended_at: at.toISOString(),
        checks: checks.map(({ capability, seen, correct, ...check }) => ({
          ...check,
          step: capability,
          at: at.toISOString(),
          evidence: [{ at: at.toISOString(), note: `${capability} of ${slug} played` }],
          fault: seen !== null && correct !== null ? { seen, correct } : null,
          reason: correct === null ? seen : null,
        })),
        clean_up: [],
      },
      storeApiRoot: shop.storeApiRoot,
      locations: `${ids.join(', ')} and HUB_Network ${shop.hubNetworkLocationId}`,
    },
  });
  return id;
}

/** Stores what a side says of the shop's latest rehearsal, by a mailed link unless it is another: Bo for the store, Ada for the operator. */
export async function aConfirmation(
  db: Database,
  of: { shop: string; capability: Capability; side: 'store' | 'operator'; link?: 'mailed' | 'printed' },
): Promise<void> {
  const { capability, side, link = 'mailed' } = of;
  const { id: shopId } = await db.shop.findUniqueOrThrow({ where: { slug: of.shop } });
  const rehearsal = await db.goliveRehearsal.findFirstOrThrow({
    where: { shopId },
    orderBy: { storedAt: 'desc' },
  });
  const isStore = side === 'store';
  const detail = { side, name: isStore ? 'Bo' : 'Ada', words: 'agreed', link: isStore ? link : null };
  const { environment, id: rehearsalId } = rehearsal;
  const actor = isStore ? 'shop:bo' : 'lead:ada';
  await db.goliveEntry.create({
    data: { shopId, kind: 'confirmed', capability, rehearsalId, actor, environment, detail },
  });
}
