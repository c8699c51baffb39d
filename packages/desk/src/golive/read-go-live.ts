import { inTransaction, lockShopSheet, type Database, type Tx } from '@hub/database';
import type { Environment } from '@hub/installation';
import {
  describeGoLive,
  missingForSignOff,
  readGoLiveFacts,
  rehearsedStoreOf,
  signOffOf,
  type CapabilityGoLive,
  type GoLiveFacts,
  type ShopToGoLive,
  type SignOff,
} from '@hub/shops';
import { readRunInProgress } from './rehearsal/read-run';

/** A shop's current go-live state (D32). */
export interface GoLive {
  /** Slug. */
  shop: string;
  name: string;
  environment: Environment;
  signOff: SignOff | null;
  capabilities: readonly CapabilityGoLive[];
  /** What the sign-off of `test` lacks. */
  missingForSignOff: readonly string[];
  /** The rehearsal in progress; `code`: what its sales carry (D32). */
  inProgress: { since: Date; by: string; code: string | null } | null;
}

/** The state of a shop; null: there is none of this slug. */
export async function readGoLive(db: Database, slug: string): Promise<GoLive | null> {
  return inTransaction(db, async (tx) => {
    const known = await findGoLive(tx, slug);
    if (known === null) return null;
    const { id, name, facts, shop } = known;
    const run = await readRunInProgress(tx, id);
    return {
      shop: slug,
      name,
      environment: facts.environment,
      signOff: signOffOf(facts),
      capabilities: describeGoLive(facts, shop),
      missingForSignOff: missingForSignOff(facts, shop),
      inProgress: run && { since: run.startedAt, by: run.startedBy, code: run.code },
    };
  });
}

/** The facts for decisions about a shop's going live. */
export interface KnownGoLive {
  id: number;
  name: string;
  facts: GoLiveFacts;
  shop: ShopToGoLive;
}

export async function findGoLive(tx: Tx, slug: string): Promise<KnownGoLive | null> {
  const row = await tx.shop.findUnique({ where: { slug } });
  if (row === null) return null;
  const { id, name, storeApiRoot, hubNetworkLocationId } = row;
  const { products, inventory, orders, cancellation, returns } = row;
  const locations = await tx.shopLocation.findMany({ where: { shopId: id } });
  return {
    id,
    name,
    facts: await readGoLiveFacts(tx, id),
    shop: {
      store: rehearsedStoreOf({ storeApiRoot, hubNetworkLocationId, locations }),
      capabilities: { products, inventory, orders, cancellation, returns },
    },
  };
}

/** Serialises a shop's confirmations, also against applying a sheet and the end of a rehearsal. */
export async function lockedGoLive(tx: Tx, slug: string): Promise<KnownGoLive | null> {
  const shop = await tx.shop.findUnique({ where: { slug }, select: { id: true } });
  if (shop === null) return null;
  await lockShopSheet(tx, shop.id);
  return findGoLive(tx, slug);
}
