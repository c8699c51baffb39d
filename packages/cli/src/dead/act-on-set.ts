import { BodyCipher } from '@hub/installation';
import { inTransaction, type Database } from '@hub/database';
import {
  advanceBulkRuns,
  changeBulkRun,
  findBulkRun,
  forecastSelection,
  freezeSelection,
  lettersStillAtRisk,
  REFUSAL_WORDS,
  startBulkRun,
  type DeadLetterAction,
  type DeadLetterFilter,
  type SelectionForecast,
} from '@hub/support-desk';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandFailure } from '../failure';
import { noteRisks } from '../order/note-risks';
import { note, print, printJson, printTable } from '../output';
import { ACTION_LABELS } from './action-labels';
import { withForecasts } from './with-forecasts';

export interface SetAction {
  action: DeadLetterAction;
  filter: DeadLetterFilter;
  actor: string;
  note?: string | undefined;
  /** Ten first, the rest if they go through. */
  firstMany?: number | undefined;
  perMinute?: number | undefined;
  /** Whether it is done, or only said. */
  isToBeDone: (count: number) => boolean;
  json?: boolean | undefined;
}

const LOOKS_EVERY_MS = 500;
const SAYS_EVERY_MS = 5_000;

/**
 * Replays, discards or restores all that fit a filter, as a bulk run: one audit row, found again with `hub dead runs` and at
 * the desk. An interrupt pauses it. Without a yes it says what would be done.
 */
export async function actOnSet(
  db: Database,
  config: ConstructorParameters<typeof BodyCipher>[0],
  asked: SetAction,
): Promise<void> {
  const { action, actor, filter } = asked;
  const { id: selectionId, count } = await freezeSelection(db, { actor, filter });
  if (!asked.isToBeDone(count)) {
    const cipher = new BodyCipher(config);
    const forecast =
      action === 'replay'
        ? await withForecasts((forecasts) => forecastSelection(db, selectionId, { forecasts, cipher }))
        : null;
    return printPlan(asked, count, forecast);
  }
  if (action === 'discard') noteRisks(await lettersStillAtRisk(db, { selectionId, now: Date.now() }));
  const { note: why, firstMany, perMinute } = asked;
  const run = await startBulkRun(db, {
    selectionId,
    action,
    actor,
    note: why,
    firstMany,
    perMinute,
    now: Date.now(),
  });
  if (!run) throw new CommandFailure(['the set is gone: choose again']);
  if (run.left > 0) await carryThrough(db, { id: run.id, actor });
  await printEnd(db, run.id, asked);
}

/** Takes the run to its end here too: support may be away, and shares the work where it is not. */
async function carryThrough(db: Database, { id, actor }: { id: string; actor: string }): Promise<void> {
  const interrupt = () => void changeBulkRun(db, { id, change: 'pause', actor, now: Date.now() });
  process.once('SIGINT', interrupt);
  note(`run ${id}; an interrupt pauses it`);
  let saidAt = Date.now();
  try {
    for (;;) {
      const advanced = await inTransaction(db, (tx) => advanceBulkRuns(tx, Date.now()));
      const run = (await findBulkRun(db, id))?.run;
      if (run?.state !== 'running') return;
      if (Date.now() - saidAt >= SAYS_EVERY_MS) {
        note(`${run.next} of ${run.size}`);
        saidAt = Date.now();
      }
      if (advanced === 0) await wait(LOOKS_EVERY_MS);
    }
  } finally {
    process.off('SIGINT', interrupt);
  }
}

async function printEnd(db: Database, id: string, { action, json }: SetAction): Promise<void> {
  const found = await findBulkRun(db, id);
  if (!found) throw new CommandFailure([`no bulk run "${id}"`]);
  const { run, refused } = found;
  const left = refused.reduce((sum, { count }) => sum + count, 0);
  if (json) printJson({ run: id, state: run.state, size: run.size, done: run.next - left, refused });
  else {
    print(`${run.next - left} ${ACTION_LABELS[action]}`);
    for (const { why, count } of refused) note(`${count} refused, ${reasons[why] ?? why}`);
    if (run.state !== 'finished')
      note(`${run.state} at ${run.next} of ${run.size}: hub dead runs resume ${id}, or stop ${id}`);
  }
  if (left > 0 || run.state !== 'finished') process.exitCode = 1;
}

const reasons: Readonly<Record<string, string>> = REFUSAL_WORDS;

function printPlan({ action, json }: SetAction, count: number, forecast: SelectionForecast | null): void {
  if (json) return printJson({ action, count, forecast });
  print(`${count} would be ${ACTION_LABELS[action]}`);
  if (forecast && forecast.kinds.length > 0) {
    if (forecast.lookedAt < forecast.total)
      note(`${forecast.lookedAt} of them were looked at; the others may differ`);
    printTable(
      ['messages', 'a replay', 'what happens'],
      forecast.kinds.map((kind) => [String(kind.count), kind.effect, kind.says]),
    );
  }
  note('nothing was changed: add --yes to do it');
}
