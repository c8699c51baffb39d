import { COMMANDS, done, enqueue, ignored, postpone, type CallingContext, type CommandInput, type Settlement } from '@hub/messaging';
import { checkImages, type ImageCheck } from '../images/check-images';
import type { PullDependencies } from '../handle-catalogue-pull';
import { failRun } from '../fail-run';
import type { ReadingRun } from '../run';
import { renewLease, stallRun } from '../run-records';
import { commitPage } from './commit-page';
import { decidePageAnswer, type PageAnswer } from './decide-page-answer';
import type { PageFault } from './page-fault';

/**
 * A run is read for so long by one message, then goes on with another: shops take turns, a service that is stopped
 * soon has nothing in hand, and no message stays unacknowledged for as long as a large catalogue takes.
 */
const TURN_MS = 5_000;

const TAKEN_OVER = ignored('another worker has taken the run over');

/** Reads pages of a run that is held, each in a transaction of its own, no call inside one. */
export async function readPages(
  context: CallingContext,
  reading: { run: ReadingRun; input: CommandInput<object> },
  dependencies: PullDependencies,
): Promise<Settlement> {
  const { clock } = dependencies;
  const { input } = reading;
  const turnEndsAt = clock.now() + TURN_MS;
  let { run } = reading;
  for (let attemptsMade = input.callAttempts; ; attemptsMade = 0) {
    const answer = await askForPage(run, { attemptsMade, correlation: input.correlation }, dependencies);
    if (answer.kind === 'stall') return stall(context, run, { ...answer, now: clock.now() });
    if (answer.kind === 'fail') {
      await context.transact((tx) => failRun(tx, run, { ...answer, now: clock.now() }));
      return done('failed');
    }
    const checked = await faultsOfImages(context, { run, answer }, dependencies);
    if (checked === null) return TAKEN_OVER;
    const now = clock.now();
    const pause = now >= turnEndsAt;
    const { page } = answer;
    const faults = [...answer.faults, ...checked.faults];
    const committed = await context.transact(async (tx) => {
      const passed = await commitPage(tx, checked.run, { page, faults, pause, now });
      if (passed?.isLast || (passed && pause))
        await enqueue(tx, COMMANDS.pullCatalogue, { payload: { runId: run.id }, correlation: input.correlation });
      return passed;
    });
    if (committed === null) return TAKEN_OVER;
    ({ run } = committed);
    if (committed.isLast) return done(`read in ${run.pages} pages`);
    if (pause) return done(`read as far as page ${run.pages}`);
  }
}

async function askForPage(
  run: ReadingRun,
  call: { attemptsMade: number; correlation: string },
  { readPage, clock }: PullDependencies,
): Promise<PageAnswer> {
  const outcome = await readPage(run.shopId, run.cursor === null ? {} : { cursor: run.cursor }, call);
  return decidePageAnswer(outcome, run.stalledSince, clock.now());
}

async function stall(
  context: CallingContext,
  run: ReadingRun,
  stalled: { reason: string; afterMs: number; attemptsMade: number; now: number },
): Promise<Settlement> {
  await context.transact((tx) => stallRun(tx, run, stalled));
  return postpone(stalled.reason, stalled.afterMs, stalled.attemptsMade);
}

/** Images of a valid page, where the run asks for it; the run is held meanwhile. Null: it was taken over. */
async function faultsOfImages(
  context: CallingContext,
  read: { run: ReadingRun; answer: Extract<PageAnswer, { kind: 'page' }> },
  { images, clock }: PullDependencies,
): Promise<{ run: ReadingRun; faults: PageFault[] } | null> {
  const { valid } = read.answer.page;
  let { run } = read;
  if (!run.checkImages || valid === null) return { run, faults: [] };
  const faults: PageFault[] = [];
  for await (const found of checkImages(valid.products, images)) {
    faults.push(...found);
    const renewed = await context.transact((tx) => renewLease(tx, run, clock.now()));
    if (renewed === null) return null;
    run = renewed;
  }
  return { run, faults };
}
