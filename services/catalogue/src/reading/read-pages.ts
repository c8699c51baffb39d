import {
  COMMANDS,
  done,
  enqueue,
  ignored,
  postpone,
  type CallingContext,
  type CommandInput,
  type Settlement,
} from '@hub/messaging';
import type { PullDependencies } from '../pull-dependencies';
import type { ReadingRun } from '../run';
import { failRun } from '../run-ends';
import { lockHeldRun, renewLease, stallRun } from '../run-records';
import { commitPage, type CommittedPage } from './commit-page';
import { decidePageAnswer, type PageAnswer } from './decide-page-answer';
import { nameFaults, type PageFault } from './page-fault';

/**
 * How long one message reads a run before another continues: shops take turns, a service that is being stopped soon has
 * nothing in flight, and no message stays unacknowledged for as long as a large catalogue takes.
 */
const TURN_MS = 5_000;

type PageFound = Extract<PageAnswer, { kind: 'page' }>;

/** The context of one turn. */
interface Turn {
  context: CallingContext;
  input: CommandInput<object>;
  dependencies: PullDependencies;
  /** No further page is requested after that. */
  endsAt: number;
}

/** Reads pages of a run that this worker holds: each call, then its commit; no call inside a transaction. */
export async function readPages(
  context: CallingContext,
  reading: { run: ReadingRun; input: CommandInput<object> },
  dependencies: PullDependencies,
): Promise<Settlement> {
  const { input } = reading;
  const turn = { context, input, dependencies, endsAt: dependencies.clock.now() + TURN_MS };
  let { run } = reading;
  for (let attemptsMade = input.callAttempts; ; attemptsMade = 0) {
    const answer = await askForPage(turn, run, attemptsMade);
    if (answer.kind === 'stall') return stall(turn, run, answer);
    if (answer.kind === 'fail') return fail(turn, run, answer);
    const held = await checkImages(turn, run, answer);
    const committed = held && (await takePage(turn, held.run, { ...answer, imageFaults: held.faults }));
    if (!committed) return ignored('another worker has taken the run over');
    ({ run } = committed);
    if (committed.next === 'end') return done(`read, ${run.pages} pages`);
    if (committed.next === 'pause') return done(`read as far as page ${run.pages}`);
  }
}

async function askForPage(turn: Turn, run: ReadingRun, attemptsMade: number): Promise<PageAnswer> {
  const { readPage, clock } = turn.dependencies;
  const { correlation } = turn.input;
  const page = run.cursor === null ? {} : { cursor: run.cursor };
  const outcome = await readPage(run.shopId, page, { correlation, attemptsMade });
  return decidePageAnswer(outcome, run.stalledSince, clock.now());
}

async function stall(
  { context, dependencies }: Turn,
  run: ReadingRun,
  stalled: Extract<PageAnswer, { kind: 'stall' }>,
): Promise<Settlement> {
  const now = dependencies.clock.now();
  await context.transact((tx) => stallRun(tx, run, { ...stalled, now }));
  return postpone(stalled.reason, stalled.afterMs, stalled.attemptsMade);
}

async function fail(
  { context, dependencies }: Turn,
  run: ReadingRun,
  failed: Extract<PageAnswer, { kind: 'fail' }>,
): Promise<Settlement> {
  const now = dependencies.clock.now();
  await context.transact(async (tx) => {
    if (await lockHeldRun(tx, run)) await failRun(tx, run, { ...failed, now });
  });
  return done('failed');
}

/**
 * Checks the images of a valid page, where the run requires it; the run's lease is renewed meanwhile. Null: it was
 * taken over.
 */
async function checkImages(
  { context, dependencies }: Turn,
  run: ReadingRun,
  { page: { valid } }: PageFound,
): Promise<{ run: ReadingRun; faults: PageFault[] } | null> {
  if (!run.checkImages || valid === null) return { run, faults: [] };
  let held = run;
  const faults: PageFault[] = [];
  for await (const found of dependencies.checkImages(valid.products)) {
    const isFull = nameFaults(faults, found);
    const renewed = await context.transact((tx) => renewLease(tx, held, dependencies.clock.now()));
    if (renewed === null) return null;
    held = renewed;
    if (isFull) break;
  }
  return { run: held, faults };
}

async function takePage(
  { context, input, dependencies, endsAt }: Turn,
  run: ReadingRun,
  found: PageFound & { imageFaults: PageFault[] },
): Promise<CommittedPage | null> {
  const now = dependencies.clock.now();
  const faults = [...found.faults, ...found.imageFaults];
  const { page } = found;
  return context.transactSql(async (tx) => {
    const committed = await commitPage(tx, run, { page, faults, pause: now >= endsAt, now });
    if (committed !== null && committed.next !== 'page') {
      const { correlation } = input;
      await enqueue(tx, COMMANDS.pullCatalogue, { payload: { runId: run.id }, correlation });
    }
    return committed;
  });
}
