import { criteriaName } from '@hub/desk/routing';
import type { ListedLabRun } from '@hub/desk/routing/lab';
import { may, type Viewer } from '../../access/viewer';
import { ActionForm } from '../../layout/action-form';
import { Live } from '../../layout/live';
import { Time } from '../../layout/time';
import type { Column } from '../../lists/column';
import { DataTable } from '../../lists/data-table';
import { CriteriaFields, type CriteriaForm } from '../criteria-fields';
import { ROUTING } from '../policy-texts';
import { LabProgress } from './lab-progress';
import { LAB, LAB_STATES, policyName } from './lab-labels';

/** The form's entries, as typed. */
export interface LabForm extends CriteriaForm {
  name?: string | undefined;
  against?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  note?: string | undefined;
}

const COLUMNS: readonly Column<ListedLabRun>[] = [
  {
    name: 'Other policy',
    head: true,
    text: policyName,
    cell: (run) => <a href={`${LAB}/${run.id}`}>{policyName(run)}</a>,
  },
  {
    name: 'Compared with',
    text: ({ against }) => (against === null ? 'what was decided' : criteriaName(against)),
  },
  {
    name: 'Decisions from',
    text: ({ decidedFrom }) => decidedFrom,
    cell: ({ decidedFrom }) => <Time at={decidedFrom} />,
  },
  { name: 'Decisions before', text: ({ decidedBefore }) => decidedBefore },
  { name: 'Progress', text: ({ state }) => LAB_STATES[state].text, cell: (run) => <LabProgress run={run} /> },
  { name: 'Started by', text: ({ startedBy }) => startedBy },
  { name: 'Note', text: ({ note }) => note },
];

/** The lab: the effect that another policy would have had. Its runs, and the form to begin one. */
export function LabPage({
  runs,
  form,
  viewer,
}: {
  runs: readonly ListedLabRun[];
  form: LabForm;
  viewer: Viewer;
}) {
  return (
    <>
      <p>
        <a href={ROUTING}>Routing</a>
      </p>
      <h1>Policy lab</h1>
      <p class="soft">
        Takes the stored decisions of a period and shows what another policy would have come to, beside what
        was decided or beside a third policy: parcels, kilometres, orders and payouts by shop, lines that
        wait. Nothing is reserved, sent or changed.
      </p>
      {may(viewer, 'agent') ? <StartForm form={form} /> : <p class="soft">An agent may start a run.</p>}
      <section aria-labelledby="runs-title">
        <h2 id="runs-title">Runs</h2>
        <Live id="runs" href={LAB}>
          {runs.length === 0 ? (
            <p>None yet.</p>
          ) : (
            <DataTable label="Table of runs" columns={COLUMNS} rows={runs} />
          )}
        </Live>
        <p class="soft">Runs are kept for 90 days.</p>
      </section>
    </>
  );
}

function StartForm({ form }: { form: LabForm }) {
  return (
    <ActionForm action={LAB} label="Try another policy" class="filters panel">
      <div>
        <label for="name">Name of the policy</label>
        <input
          id="name"
          name="name"
          value={form.name}
          required
          maxLength={40}
          pattern="[a-z0-9]([a-z0-9\-]*[a-z0-9])?"
          autocomplete="off"
        />
      </div>
      <CriteriaFields band="Band, km" band_km={form.band_km} criteria={form.criteria} />
      <div>
        <label for="against">Compared with (else what was decided)</label>
        <input
          id="against"
          name="against"
          value={form.against}
          maxLength={255}
          placeholder="criteria, in their order"
          autocomplete="off"
        />
      </div>
      <div>
        <label for="since">Decisions from (UTC)</label>
        <input id="since" name="since" type="datetime-local" step={1} value={form.since} required />
      </div>
      <div>
        <label for="until">Decisions before (UTC)</label>
        <input id="until" name="until" type="datetime-local" step={1} value={form.until} required />
      </div>
      <div>
        <label for="note">Note</label>
        <input id="note" name="note" value={form.note} maxLength={500} autocomplete="off" />
      </div>
      <div class="actions">
        <button type="submit">Try it</button>
      </div>
    </ActionForm>
  );
}
