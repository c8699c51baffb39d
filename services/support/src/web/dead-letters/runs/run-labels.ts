import type { ListedRun } from '@hub/support-desk';
import { figure } from '@hub/support-desk/words';
import type { Tone } from '../../layout/state';
import { ACTIONS } from '../action-labels';
import { EFFECTS } from '../texts';

export const RUN_STATES: Record<ListedRun['state'], { text: string; tone: Tone }> = {
  running: { text: 'running', tone: 'warn' },
  paused: { text: 'paused', tone: 'bad' },
  stopped: { text: 'stopped', tone: 'quiet' },
  finished: { text: 'finished', tone: 'good' },
};

/** Earlier only the first batch could be measured. */
const SPEED_AFTER_MINUTES = 0.1;

export const RUN_STATE_NAMES = [
  'running',
  'paused',
  'stopped',
  'finished',
] as const satisfies readonly ListedRun['state'][];

/** Such as `Replay of 2 698 failed messages`. */
export function runTitle({ action, size }: Pick<ListedRun, 'action' | 'size'>): string {
  return `${ACTIONS[action].name} of ${figure(size)} failed ${size === 1 ? 'message' : 'messages'}`;
}

/** The speed of a run, such as `about 1 200 a minute, 3 min to go`, including pauses; null: it is not running, or has only begun. */
export function speedOf(
  run: Pick<ListedRun, 'state' | 'next' | 'size' | 'startedAt'>,
  now: number,
): string | null {
  const minutes = (now - run.startedAt.getTime()) / 60_000;
  if (run.state !== 'running' || minutes < SPEED_AFTER_MINUTES || run.next === 0) return null;
  const perMinute = run.next / minutes;
  const left = Math.ceil((run.size - run.next) / perMinute);
  return `about ${figure(Math.round(perMinute))} a minute, ${figure(left)} min to go`;
}

/** Such as `has an effect, or resumes work`. */
export function effectsOf(effects: NonNullable<ListedRun['effects']>): string {
  return effects.map((effect) => EFFECTS[effect].text).join(', or ');
}

/** The reason for its state, as a sentence; null: the state says everything. */
export function whyItStands({
  state,
  changedBy,
  firstMany,
  perMinute,
  next,
  size,
}: ListedRun): string | null {
  if (state === 'paused' && changedBy === null)
    return `One of the first ${figure(next)} failed again, so the others were not sent. Look at them; then resume or stop.`;
  if (state === 'paused') return `Paused by ${changedBy ?? 'an agent'}.`;
  if (state === 'stopped')
    return `Stopped by ${changedBy ?? 'an agent'}: ${figure(size - next)} were left as they were.`;
  if (state === 'finished') return null;
  if (firstMany !== null)
    return `The first ${figure(firstMany)} are tried; the others follow if they go through.`;
  return perMinute === null ? null : `At most ${figure(perMinute)} a minute.`;
}
