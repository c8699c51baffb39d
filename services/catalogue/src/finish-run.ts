import type { Tx } from '@hub/database';
import {
  COMMANDS,
  done,
  enqueue,
  ignored,
  type CallingContext,
  type CommandInput,
  type Settlement,
} from '@hub/messaging';
import { applyRun } from './applying/apply-run';
import { countRun } from './applying/count-run';
import { mustWait } from './applying/must-wait';
import { findChanges } from './applying/find-changes';
import { isWhole } from './applying/is-whole';
import { planForSets } from './applying/plan-for-sets';
import { decideClaim } from './decide-claim';
import type { PullDependencies } from './pull-dependencies';
import { letRunWait, refuseRun } from './run-ends';
import { lockRun, lockShopOfRun, requeueRun } from './run-records';

/** A whole catalogue is one transaction: at 100 000 variants some seconds, and catalogues may be much larger. */
const FINISH_WITHIN_MS = 15 * 60_000;

/** Judges a run whose pages are all read and applies it, refuses it, or lets it wait: in one transaction (D14). */
export async function finishRun(
  context: CallingContext,
  runId: string,
  finishing: { input: CommandInput<object>; dependencies: PullDependencies },
): Promise<Settlement> {
  return context.transact((tx) => finish(tx, runId, finishing), { timeoutMs: FINISH_WITHIN_MS });
}

async function finish(
  tx: Tx,
  runId: string,
  { input, dependencies }: { input: CommandInput<object>; dependencies: PullDependencies },
): Promise<Settlement> {
  const now = dependencies.clock.now();
  const { correlation } = input;
  // The sheet is locked until the commit: locations that a change removes would keep the stock of this run.
  await lockShopOfRun(tx, runId);
  const run = await lockRun(tx, runId);
  if (run === null || decideClaim(run, now).kind !== 'finish')
    return ignored('another worker has finished it');
  if (run.faultCount > 0) {
    await refuseRun(tx, run, now);
    return done('refused');
  }
  await planForSets(tx);
  if (!(await isWhole(tx, run))) {
    await requeueRun(tx, run.id, now);
    await enqueue(tx, COMMANDS.pullCatalogue, { payload: { runId }, correlation });
    return done('the sheet has changed: read again');
  }
  const found = await findChanges(tx, run);
  if (mustWait(run, found)) {
    await letRunWait(tx, run, await countRun(tx, run, found));
    return done('waiting');
  }
  await applyRun(tx, run, { found, now, correlation, dependencies });
  return done('accepted');
}
