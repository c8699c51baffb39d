import type { Fault } from '@hub/desk/engine';
import { DataTable } from '../lists/data-table';

/** All faults of a text, by line and column. */
export function Faults({ faults }: { faults: readonly Fault[] }) {
  return (
    <>
      <p class="notice refused" role="alert">
        Nothing is applied: {faults.length === 1 ? 'one fault' : `${faults.length} faults`} in the file.
      </p>
      <DataTable
        label="Faults in the file"
        columns={[
          { name: 'Line', head: true, text: ({ line }) => line ?? '' },
          { name: 'Column', text: ({ field }) => field || 'the line' },
          { name: 'What is wrong', text: ({ message }) => message },
        ]}
        rows={faults}
      />
    </>
  );
}
