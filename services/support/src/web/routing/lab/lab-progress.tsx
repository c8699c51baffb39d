import type { ListedLabRun } from '@hub/desk/routing/lab';
import { figure } from '@hub/desk/words';
import { State } from '../../layout/state';
import { LAB_STATES } from './lab-labels';

/** The progress of a run. */
export function LabProgress({ run }: { run: Pick<ListedLabRun, 'state' | 'size' | 'next'> }) {
  const { next, size, state } = run;
  const words = `${figure(next)} of ${figure(size)} decisions`;
  return (
    <span class="run">
      <State {...LAB_STATES[state]} /> <progress max={Math.max(1, size)} value={next} aria-label={words} />{' '}
      <span>{words}</span>
    </span>
  );
}
