import type { Tx } from '@hub/database';
import {
  callingConsumer,
  COMMANDS,
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
import type { ReadingRun } from './run';
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
  const claim = await context.transact((tx) => claimRun(tx, runId, dependencies.clock.now()));
  switch (claim.kind) {
    case 'leave':
      return ignored(claim.reason);
    case 'read':
      return readPages(context, { run: claim.run, input }, dependencies);
    case 'finish':
      return finishRun(context, runId, { input, dependencies });
  }
}

type Claim = { kind: 'read'; run: ReadingRun } | { kind: 'finish' } | { kind: 'leave'; reason: Phrase };

async function claimRun(tx: Tx, runId: string, now: number): Promise<Claim> {
  const run = await lockRun(tx, runId);
  if (run === null) return { kind: 'leave', reason: 'there is no such run' };
  const decision = decideClaim(run, now);
  switch (decision.kind) {
    case 'leave':
    case 'finish':
      return decision;
    case 'read_on':
      return { kind: 'read', run: await holdRun(tx, run, now) };
    case 'read_anew':
      return { kind: 'read', run: await beginReading(tx, run, now) };
  }
}
