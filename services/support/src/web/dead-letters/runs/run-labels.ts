import type { ListedRun } from '@hub/desk/messages/runs';
import { figure } from '@hub/desk/words';
import { EFFECTS } from '../texts';

/** Earlier only the first batch could be measured. */
const SPEED_AFTER_MINUTES = 0.1;

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
