import { setTimeout as wait } from 'node:timers/promises';
import { isConfirmed } from '../desk/confirm';
import { withDesk, type Desk, type InputOf, type ResultOf } from '../desk/with-desk';
import type { ActOptions } from '../desk/desk-options';
import { CommandFailure } from '../failure';
import { note, print, printJson, printTable } from '../output';
import { ACTION_LABELS, type DeadAction } from './action-labels';

export interface SetAction extends ActOptions {
  action: DeadAction;
  filter: Omit<InputOf<'dead.choose'>, 'action'>;
  note?: string | undefined;
  /** Ten first, the rest if they succeed. */
  firstMany?: number | undefined;
  perMinute?: number | undefined;
  /** The forecasts of a replay with which a message is sent. */
  effects?: InputOf<'dead.start'>['effects'];
  yes?: boolean;
}

const LOOKS_EVERY_MS = 500;
const SAYS_EVERY_MS = 5_000;

/**
 * Replays, discards or restores all that match a filter, as a bulk run: one audit row, found again with `hub dead runs`
 * and at the desk. An interrupt pauses it. Without a yes it says what would be done.
 */
export async function actOnSet(asked: SetAction): Promise<void> {
  const { action, filter, dryRun = false, ...options } = asked;
  await withDesk(options, async (desk) => {
    const { set, count } = await desk.ask('dead.choose', { action, ...filter });
    if (dryRun || (count > 1 && !asked.yes)) {
      const forecast = action === 'replay' ? await desk.ask('dead.forecast', { set }) : null;
      printPlan(asked, count, forecast);
      const question = `${action} these ${count}?`;
      if (dryRun || asked.json || !(await isConfirmed(count, { question })))
        return note('nothing was changed: add --yes to do it');
    }
    const { note: why, firstMany: first_many, perMinute: per_minute, effects } = asked;
    const started = await desk.ask('dead.start', { set, action, note: why, first_many, per_minute, effects });
    for (const risk of started.still_at_risk) note(`still at risk: ${risk}`);
    if (started.left > 0) await carryThrough(desk, started.run);
    printEnd(await desk.ask('dead.run', { run: started.run }), asked);
  });
}

/** Follows the run to its end, or pauses it at an interrupt; a second one ends the command at once. */
async function carryThrough(desk: Desk, run: string): Promise<void> {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once('SIGINT', interrupt);
  note(`run ${run}; an interrupt pauses it`);
  let [saidAt, before, isPaused] = [Date.now(), -1, false];
  try {
    for (;;) {
      if (interrupted.signal.aborted && !isPaused) {
        await desk.ask('dead.change-run', { run, change: 'pause' });
        isPaused = true;
      }
      const { state, decided, size } = await desk.ask('dead.run', { run });
      if (state !== 'running') return;
      if (Date.now() - saidAt >= SAYS_EVERY_MS) {
        note(`${decided} of ${size}`);
        saidAt = Date.now();
      }
      if (decided === before) await wait(LOOKS_EVERY_MS);
      before = decided;
    }
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const goesOn = `run ${run} may go on: pause it with hub dead runs pause ${run}`;
    throw new CommandFailure([...error.lines, goesOn], error.exitCode);
  } finally {
    process.off('SIGINT', interrupt);
  }
}

function printEnd(end: ResultOf<'dead.run'>, { action, json }: SetAction): void {
  const { run, state, size, decided, done, refused } = end;
  if (json) printJson({ run, state, size, done, refused: refused.map(({ why, count }) => ({ why, count })) });
  else {
    print(`${done} ${ACTION_LABELS[action]}`);
    for (const { says, count } of refused) note(`${count} refused, ${says}`);
    if (state !== 'finished')
      note(`${state} at ${decided} of ${size}: hub dead runs resume ${run}, or stop ${run}`);
  }
  if (refused.length > 0 || state !== 'finished') process.exitCode = 1;
}

function printPlan(
  { action, json, effects }: SetAction,
  count: number,
  forecast: ResultOf<'dead.forecast'> | null,
): void {
  if (json) return printJson({ action, count, forecast });
  print(`${count} would be ${ACTION_LABELS[action]}`);
  if (effects) note(`of these, only those of which a replay comes to: ${effects.join(', ')}`);
  if (!forecast || forecast.kinds.length === 0) return;
  if (forecast.lookedAt < forecast.total)
    note(`${forecast.lookedAt} of them were looked at; the others may differ`);
  printTable(
    ['messages', 'a replay', 'what happens'],
    forecast.kinds.map((kind) => [String(kind.count), kind.effect, kind.says]),
  );
}
