import { randomUUID } from 'node:crypto';
import { inTransaction, type Database, type Tx } from '@hub/database';
import { COMMANDS, enqueueAll } from '@hub/messaging';
import { databaseTime, planRemoval, removeShop, waitUntilInForce, type Removal } from '@hub/shops';
import { recordActions } from '@hub/desk/engine';
import { actorOf } from '../actor';
import { CommandFailure } from '../failure';
import { requireShop } from '../find-shop';
import { print, printJson } from '../output';
import { withDatabase } from '../with-database';
import { warnNotInForce } from './not-in-force';
import { counted } from '../counted';

/** A whole catalogue is unlinked in one transaction. */
const REMOVE_WITHIN_MS = 5 * 60_000;

export interface RemoveOptions {
  yes?: boolean;
  as?: string;
  json?: boolean;
}

/** `hub shop remove` (D25): says what would be done, and with `--yes` does it. Exits as `shop apply`. */
export async function remove(slug: string, options: RemoveOptions, inForceWaitMs?: number): Promise<void> {
  const { yes: carryOut = false } = options;
  const actor = actorOf(options.as);
  const { removal, behind } = await withDatabase(async ({ db }) => {
    await requireShop(db, slug);
    if (!carryOut) return { removal: await inTransaction(db, (tx) => planRemoval(tx, slug)), behind: [] };
    return carriedOut(db, { slug, actor, inForceWaitMs });
  });
  if (removal.kind === 'unknown') throw new CommandFailure([`no shop "${slug}"`]);
  if (removal.kind === 'refused')
    throw new CommandFailure(removal.faults.map((fault) => `${slug}: ${fault}`));
  warnNotInForce(behind);
  const { variants, articles, undoneLinks } = removal;
  if (options.json)
    return printJson({
      shop: slug,
      carried_out: carryOut,
      unlinked_variants: variants,
      articles: articles.length,
      undone_links: undoneLinks.length,
      in_force: behind.length === 0,
      not_in_force_in: behind,
    });
  const effect = `${counted(variants, 'variant')} unlinked, ${counted(undoneLinks.length, 'link')} made by people undone, secrets erased, door closed`;
  print(carryOut ? `${slug} is removed: ${effect}` : `${slug} would be removed: ${effect}; do it with --yes`);
}

async function carriedOut(
  db: Database,
  { slug, actor, inForceWaitMs }: { slug: string; actor: string; inForceWaitMs: number | undefined },
) {
  const removal = await inTransaction(
    db,
    async (tx) => {
      const removed = await removeShop(tx, { slug, by: actor });
      await conclude(tx, removed, { slug, actor });
      return removed;
    },
    { timeoutMs: REMOVE_WITHIN_MS },
  );
  if (removal.kind !== 'removed') return { removal, behind: [] };
  const behind = await waitUntilInForce(db, { slug, since: await databaseTime(db) }, inForceWaitMs);
  return { removal, behind };
}

async function conclude(tx: Tx, removal: Removal, { slug, actor }: { slug: string; actor: string }) {
  if (removal.kind !== 'removed') return;
  const { articles, variants, undoneLinks, unlinkedShops } = removal;
  const correlation = randomUUID();
  const payloads = articles.map((gtin) => ({ gtin }));
  await enqueueAll(tx, COMMANDS.recalculateArticle, { payloads, correlation });
  const shops = unlinkedShops.map((shopId) => ({ shopId }));
  if (shops.length > 0) await enqueueAll(tx, COMMANDS.recalculateShop, { payloads: shops, correlation });
  const subjects = undoneLinks.map((id) => `link:${id}`);
  const undone = [{ field: 'state', before: 'confirmed', after: 'undone' }];
  const because = { decision: 'undo', removed_shop: slug };
  if (subjects.length > 0)
    await recordActions(tx, { actor, action: 'link.decide', subjects, detail: because, changes: undone });
  const detail = { unlinked_variants: variants, undone_links: undoneLinks.length };
  const changes = [{ field: 'network', before: 'on it', after: 'removed' }];
  await recordActions(tx, { actor, action: 'shop.remove', subjects: [`shop:${slug}`], detail, changes });
}
