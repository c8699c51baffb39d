import type { ListedRun } from '@hub/support-desk';
import { figure } from '@hub/support-desk/words';
import { State } from '../../layout/state';
import { RUN_STATES } from './run-labels';

/** The progress of a bulk run. */
export function RunProgress({ run }: { run: ListedRun }) {
  const { next, size, state } = run;
  const words = `${figure(next)} of ${figure(size)}`;
  return (
    <span class="run">
      <State {...RUN_STATES[state]} /> <progress max={Math.max(1, size)} value={next} aria-label={words} />{' '}
      <span>{words}</span>
    </span>
  );
}
