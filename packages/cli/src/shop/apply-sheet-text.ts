import { randomUUID } from 'node:crypto';
import { inTransaction, type Database, type Tx } from '@hub/database';
import { openKeysIn, type Keys, type KeysConfig } from '@hub/installation';
import { COMMANDS, enqueue } from '@hub/messaging';
import {
  applySheet,
  databaseTime,
  keepVersion,
  parseSheet,
  planSheet,
  waitUntilInForce,
  type AppliedSheet,
  type SheetChange,
} from '@hub/shops';
import { recordActions, type RecordedChange } from '@hub/desk/engine';
import { actorOf } from '../actor';
import type { HubConfig } from '../config';
import { CommandFailure } from '../failure';
import { lackedKey } from '../keys/require-keys';

/**
 * Applies the text of an environment sheet, or says what it would change. A changed sheet causes a recalculation of the
 * shop's network quantities, is recorded with who applied it, and the command waits until every running service has it.
 * Throws `CommandFailure` with every fault at once.
 */
export async function applySheetText(
  text: string,
  context: {
    db: Database;
    config: KeysConfig & Pick<HubConfig, 'ALLOW_INSECURE_STORES'>;
    env: NodeJS.ProcessEnv;
    dryRun: boolean;
    /** Who applies it; the user of this machine unless given. */
    actor?: string | undefined;
    /** A lead switches off a capability although work is open (D25), and says why. */
    overrule?: { reason: string; actor: string } | undefined;
    /** How long to wait for running services; default: the time until a killed one counts as silent. */
    inForceWaitMs?: number | undefined;
  },
) {
  const { db, config, env, dryRun, overrule, actor = actorOf(undefined) } = context;
  const parsed = parseSheet(text, env, { allowInsecureStores: config.ALLOW_INSECURE_STORES });
  if (!parsed.ok) throw new CommandFailure(parsed.faults);
  const sheet = { ...parsed.sheet, overrule: overrule !== undefined };
  const plan = await inTransaction(db, async (tx) => {
    const keys = await currentKeys(tx, config);
    if (dryRun) return { ...(await planSheet(tx, sheet, keys)), resumed: false };
    const applied = await applySheet(tx, sheet, keys);
    if (applied.kind === 'new' || applied.kind === 'changed') {
      const shop = await tx.shop.findUniqueOrThrow({ where: { slug: sheet.slug }, select: { id: true } });
      const payload = { shopId: shop.id };
      await enqueue(tx, COMMANDS.recalculateShop, { payload, correlation: randomUUID() });
    }
    await keepVersion(tx, { slug: sheet.slug, by: actor, plan: applied });
    if (applied.kind === 'new' || applied.kind === 'changed')
      await audit(tx, { actor, slug: sheet.slug, applied });
    if (overrule && applied.kind === 'changed' && applied.overruled.length > 0)
      await recordActions(tx, {
        actor: overrule.actor,
        action: 'shop.overrule',
        subjects: [`shop:${sheet.slug}`],
        detail: { note: overrule.reason, overruled: applied.overruled },
      });
    return applied;
  });
  if (plan.kind === 'refused') throw new CommandFailure(plan.faults);
  const isNews = !dryRun && plan.kind !== 'unchanged';
  const behind = isNews
    ? await waitUntilInForce(db, { slug: sheet.slug, since: await databaseTime(db) }, context.inForceWaitMs)
    : [];
  return {
    shop: sheet.slug,
    result: plan.kind,
    dry_run: dryRun,
    changes: plan.kind === 'changed' ? plan.changes : [],
    overruled: plan.kind === 'changed' ? plan.overruled : [],
    resumed: plan.resumed,
    in_force: behind.length === 0,
    not_in_force_in: behind,
  };
}

/** D32: what changed, and never a secret. Contacts are people: it only says that they changed. */
async function audit(
  tx: Tx,
  { actor, slug, applied }: { actor: string; slug: string; applied: AppliedSheet },
): Promise<void> {
  await recordActions(tx, {
    actor,
    action: 'shop.apply',
    subjects: [`shop:${slug}`],
    detail: { result: applied.kind },
    changes: applied.kind === 'changed' ? applied.changes.map(recorded) : [JOINED],
  });
}

const JOINED: RecordedChange = { field: 'network', before: 'not on it', after: 'on it' };

function recorded(change: SheetChange): RecordedChange {
  const { field } = change;
  if ('secret' in change || field === 'contacts') return { field, changed: true };
  return { field, before: change.from, after: change.to };
}

/**
 * Blocks a key rotation until the sheet is stored: nothing is encrypted under a key that is not the current one (D34).
 */
async function currentKeys(tx: Tx, config: KeysConfig): Promise<Keys> {
  const keys = await openKeysIn(tx, config);
  if ('lacks' in keys) throw new CommandFailure([lackedKey(keys)]);
  return keys;
}
