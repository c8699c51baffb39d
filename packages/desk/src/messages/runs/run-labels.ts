import type { Said, StateLabel } from '../../engine/cell';
import { counted } from '../../words/counted';
import type { DeadLetterAction } from '../decide-action';
import type { ListedRun } from './list-runs';

export const RUN_STATES: Record<ListedRun['state'], StateLabel> = {
  running: { text: 'running', tone: 'warn' },
  paused: { text: 'paused', tone: 'bad' },
  stopped: { text: 'stopped', tone: 'quiet' },
  finished: { text: 'finished', tone: 'good' },
};

export const RUN_ACTIONS: Record<DeadLetterAction, string> = {
  replay: 'Replay',
  discard: 'Discard',
  restore: 'Restore',
};

/** Its state, and how much of it is done. */
export function runProgress({ state, next, size }: Pick<ListedRun, 'state' | 'next' | 'size'>): Said {
  return { ...RUN_STATES[state], progress: { done: next, of: size } };
}

/** Such as `Replay of 2 698 failed messages`. */
export function runTitle({ action, size }: Pick<ListedRun, 'action' | 'size'>): string {
  return `${RUN_ACTIONS[action]} of ${counted(size, 'failed message')}`;
}

/** What a run does next, such as `501 more messages are sent automatically.`; null: it is over, waits, or tries its first ones. */
export function restOfRun({
  action,
  state,
  firstMany,
  next,
  size,
}: Pick<ListedRun, 'action' | 'state' | 'firstMany' | 'next' | 'size'>): string | null {
  if (state !== 'running' || firstMany !== null || next >= size) return null;
  return restText(action, size - next);
}

/** @param left how many messages are left */
export function restText(action: DeadLetterAction, left: number): string {
  const done = { replay: 'sent', discard: 'discarded', restore: 'restored' }[action];
  return `${counted(left, 'more message')} ${left === 1 ? 'is' : 'are'} ${done} automatically.`;
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
    return `One of the first ${counted(next, 'message')} failed again, so the others were not sent. Look at them; then resume or stop.`;
  if (state === 'paused') return `Paused by ${changedBy ?? 'an agent'}.`;
  if (state === 'stopped')
    return `Stopped by ${changedBy ?? 'an agent'}: the state of ${counted(size - next, 'message')} was not changed.`;
  if (state === 'finished') return null;
  if (firstMany !== null)
    return `First, ${counted(firstMany, 'message')} ${firstMany === 1 ? 'is' : 'are'} tried; the others follow if they go through.`;
  return perMinute === null ? null : `At most ${counted(perMinute, 'message')} a minute.`;
}
