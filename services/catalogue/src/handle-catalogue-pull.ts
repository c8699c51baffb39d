import type { Tx } from '@hub/database';
import {
  callingConsumer,
  COMMANDS,
  done as settled,
  ignored,
  type CallingContext,
  type CommandInput,
  type Settlement,
  type Phrase,
} from '@hub/messaging';
import { decideClaim } from './decide-claim';
import { finishRun } from './finish-run';
import type { PullDependencies } from './pull-dependencies';
import { readPages } from './reading/read-pages';
import type { CatalogueRun, ReadingRun } from './run';
import { failRun } from './run-ends';
import { beginReading, holdRun, lockRun } from './run-records';

/** Each holds a page in memory, up to 10 MiB of it; shops take turns (see `readPages`). */
const RUNS_AT_ONCE = 4;

/** Applying a whole catalogue takes up to fifteen minutes. */
const LONGEST_MS = 20 * 60_000;

/** `catalogue.pull`: continues a run from where its row says it is (D14). */
export function catalogueConsumer(dependencies: PullDependencies) {
  const consumer = callingConsumer(COMMANDS.pullCatalogue, (context, input) =>
    pullCatalogue(context, input, dependencies),
  );
  return { ...consumer, concurrency: RUNS_AT_ONCE, longestMs: LONGEST_MS };
}

export async function pullCatalogue(
  context: CallingContext,
  input: CommandInput<{ runId: string }>,
  dependencies: PullDependencies,
): Promise<Settlement> {
  const { runId } = input.payload;
  const { shopWork, clock } = dependencies;
  const claim = await context.transact((tx) => claimRun(tx, runId, clock.now()));
  if (claim.kind === 'leave') return ignored(claim.reason);
  const of = { shopId: claim.run.shopId, work: 'read_catalogue' } as const;
  const done = await shopWork.doing(of, () =>
    claim.kind === 'read'
      ? readPages(context, { run: claim.run, input }, dependencies)
      : finishRun(context, runId, { input, dependencies }),
  );
  if (done === null) return setAside(context, runId, clock.now());
  if (claim.kind === 'finish') await shopWork.finished(of);
  return done.result;
}

/** It has ended its process three times: its own alert says so. */
async function setAside(context: CallingContext, runId: string, now: number): Promise<Settlement> {
  await context.transact(async (tx) => {
    const run = await lockRun(tx, runId);
    const failure = 'reading it ended the process three times in a row: it is set aside';
    if (run) await failRun(tx, run, { failure, raisesAlert: false, now });
  });
  return settled('set aside');
}

type Claim =
  | { kind: 'read'; run: ReadingRun }
  | { kind: 'finish'; run: CatalogueRun }
  | { kind: 'leave'; reason: Phrase };

async function claimRun(tx: Tx, runId: string, now: number): Promise<Claim> {
  const run = await lockRun(tx, runId);
  if (run === null) return { kind: 'leave', reason: 'there is no such run' };
  const decision = decideClaim(run, now);
  switch (decision.kind) {
    case 'leave':
      return decision;
    case 'finish':
      return { kind: 'finish', run };
    case 'read_on':
      return { kind: 'read', run: await holdRun(tx, run, now) };
    case 'read_again':
      return { kind: 'read', run: await beginReading(tx, run, now) };
  }
}
