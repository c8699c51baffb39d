import { CAPABILITIES, type Capability, storableText } from '@hub/contract';
import type { RehearsalRecord, Step } from '@hub/conformance';
import { inTransaction, lockShopSheet, type Database, type Prisma } from '@hub/database';
import { environmentOf, type RehearsedStore } from '@hub/shops';
import { recordActions } from '../../engine/record-actions';
import { endRun, type Run } from './rehearsal-lease';

/** The steps of each capability: fulfilment is switched by `orders` (D25). */
export const STEPS_OF: Readonly<Record<Capability, readonly Step[]>> = {
  products: ['products'],
  inventory: ['inventory'],
  orders: ['orders', 'fulfillment'],
  cancellation: ['cancellation'],
  returns: ['returns'],
};

/**
 * Stores the results of a rehearsal and ends its run, in one transaction and under the sheet's lock: a sheet applied at
 * the same moment is judged before it or after. @returns false: the run's lease was lost, and nothing is stored
 */
export async function keepRehearsal(
  db: Database,
  ended: {
    run: Run;
    slug: string;
    by: string;
    store: RehearsedStore;
    record: RehearsalRecord;
    violations: readonly string[];
  },
): Promise<boolean> {
  const { run, slug, by, store, record, violations } = ended;
  return inTransaction(db, async (tx) => {
    await lockShopSheet(tx, run.shopId);
    if (!(await endRun(tx, run))) return false;
    const checks = record.checks.map(({ id, step, direction, rule, result, fault, reason }) => ({
      id,
      capability: capabilityOf(step),
      direction,
      rule,
      result,
      seen: fault?.seen ?? reason,
      correct: fault?.correct ?? null,
    }));
    await tx.goliveRehearsal.create({
      data: {
        id: run.id,
        shopId: run.shopId,
        environment: await environmentOf(tx),
        startedAt: new Date(record.started_at),
        endedAt: new Date(record.ended_at),
        ranBy: by,
        runner: `${record.runner.name} ${record.runner.version}`,
        ...store,
        checks: storableJson(checks) ?? [],
        violations: [...violations],
        record: storableJson(record) ?? {},
      },
    });
    const count = (result: string) => checks.filter((check) => check.result === result).length;
    await recordActions(tx, {
      actor: by,
      action: 'golive.rehearse',
      subjects: [`shop:${slug}`],
      detail: { passed: count('passed'), failed: count('failed'), not_run: count('not_run') },
    });
    return true;
  });
}

function capabilityOf(step: Step): Capability {
  const found = CAPABILITIES.find((capability) => STEPS_OF[capability].includes(step));
  if (!found) throw new Error(`no capability has the step ${step}`);
  return found;
}

/** A JSON value as PostgreSQL can hold it: a store's answer may contain what it cannot (D7). */
function storableJson(value: unknown): Prisma.InputJsonValue | null {
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [storableText(name), storableJson(item)]),
  );
}
